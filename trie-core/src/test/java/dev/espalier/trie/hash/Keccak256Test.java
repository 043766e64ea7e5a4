package dev.espalier.trie.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import dev.espalier.trie.Hash32;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bouncycastle.crypto.digests.KeccakDigest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Keccak256Test {
    private static final int HASH_BYTES = 32;
    private static final long SEED = 0x5EED_CAFEL;
    private static final boolean LONG = Boolean.getBoolean("espalier.long");

    @ParameterizedTest
    @CsvSource({
        "'', c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
        "abc, 4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
        "hello, 1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8",
        "The quick brown fox jumps over the lazy dog, 4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15"
    })
    void hashesTextsWithKnownAnswers(String text, String expected) {
        assertHash(text.getBytes(StandardCharsets.US_ASCII), expected);
    }

    @ParameterizedTest
    @CsvSource({
        "135, 34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446",
        "136, a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e",
        "137, d869f639c7046b4929fc92a4d988a8b22c55fbadb802c0c66ebcd484f1915f39",
        "271, 132f47effd6c8b1b299efa53fe68aece77ec8ae4eb2e294f668eec94f76001e1",
        "272, cf7fcd4f705ee749930d19ca84561a9bf62516bd90a471545fa2f49fdc7e63c8",
        "273, 5a7b8187d2778e614097fac3097573de1fee4d972304d3360796a857029bb176"
    })
    void hashesRunsOfTheLetterAAroundTheBlockSize(int length, String expected) {
        byte[] in = new byte[length];
        Arrays.fill(in, (byte) 'a');
        assertHash(in, expected);
    }

    @Test
    void hashOfTheEmptyStringsRlpIsTheEmptyTriesRoot() {
        assertHash(new byte[] {(byte) 0x80}, "56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421");
    }

    @Test
    void everyLengthUpTo700AgreesWithBouncyCastle() {
        Random random = new Random(SEED);
        for (int length = 0; length <= 700; length++) {
            byte[] in = bytes(random, length);
            assertHash(in, HexFormat.of().formatHex(reference(in, 0, length)));
        }
    }

    @Test
    void randomLargeInputsAgreeWithBouncyCastle() {
        Random random = new Random(SEED + 1);
        for (int i = 0; i < (LONG ? 5000 : 200); i++) {
            byte[] in = bytes(random, random.nextInt(1 << random.nextInt(8, 17)));
            assertThat(Keccak256.hash(in))
                    .as("seed=%d input %d length=%d", SEED + 1, i, in.length)
                    .isEqualTo(reference(in, 0, in.length));
        }
    }

    @Test
    void readsOnlyTheGivenRangeAndWritesOnlyTheHash() {
        Random random = new Random(SEED + 2);
        for (int length : new int[] {0, 1, 7, 8, 9, 31, 32, 64, 135, 136, 137, 532}) {
            for (int off = 0; off <= 17; off++) {
                byte[] in = bytes(random, off + length + random.nextInt(20));
                byte[] before = in.clone();
                byte[] expected = reference(in, off, length);
                assertThat(Keccak256.hash32(in, off, length)).isEqualTo(Hash32.of(expected));

                byte[] out = bytes(random, off + HASH_BYTES + 3);
                byte[] wanted = out.clone();
                System.arraycopy(expected, 0, wanted, off, HASH_BYTES);
                Keccak256.hash(in, off, length, out, off);
                assertThat(out).as("length=%d off=%d", length, off).isEqualTo(wanted);
                assertThat(in).isEqualTo(before);
            }
        }
    }

    @Test
    void outputMayOverlapTheInput() {
        Random random = new Random(SEED + 3);
        for (int outOff = 0; outOff <= 168; outOff++) {
            byte[] shared = bytes(random, 200);
            byte[] expected = shared.clone();
            System.arraycopy(reference(shared, 10, 180), 0, expected, outOff, HASH_BYTES);
            Keccak256.hash(shared, 10, 180, shared, outOff);
            assertThat(shared).as("outOff=%d", outOff).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threadsDoNotDisturbEachOther(boolean virtual) throws Exception {
        int threads = 8;
        CountDownLatch start = new CountDownLatch(threads);
        List<Future<Boolean>> results = new ArrayList<>();
        try (ExecutorService executor =
                virtual ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                results.add(executor.submit(hashMany(SEED + 10 + i, start)));
            }
            for (Future<Boolean> result : results) {
                assertThat(result.get()).isTrue();
            }
        }
    }

    private static Callable<Boolean> hashMany(long seed, CountDownLatch start) {
        return () -> {
            Random random = new Random(seed);
            start.countDown();
            start.await();
            boolean right = true;
            for (int i = 0; i < (LONG ? 50_000 : 2000); i++) {
                byte[] in = bytes(random, random.nextInt(600));
                right &= Keccak256.hash32(in).equals(Hash32.of(reference(in, 0, in.length)));
            }
            return right;
        };
    }

    @Test
    void hashingIntoABufferAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] in = bytes(new Random(SEED + 4), 532);
        byte[] out = new byte[HASH_BYTES];
        int rounds = 5000;
        for (int i = 0; i < rounds; i++) {
            Keccak256.hash(in, 0, in.length, out, 0);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < rounds; i++) {
            Keccak256.hash(in, 0, in.length, out, 0);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).as("bytes in %d hashes", rounds).isLessThan(rounds);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 11", "10, 1", "11, 0", "1, 2147483647", "2147483647, 1", "-2147483648, 0"})
    void refusesAnInputRangeOutsideItsArray(int off, int len) {
        byte[] in = new byte[10];
        byte[] out = new byte[HASH_BYTES];
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Keccak256.hash32(in, off, len))
                .withMessage("input range outside its array: off=" + off + " len=" + len + ", array length=10");
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Keccak256.hash(in, off, len, out, 0))
                .withMessageContaining("input range");
        assertThat(out).isEqualTo(new byte[HASH_BYTES]);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 9, 40, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void refusesAnOutputRangeOutsideItsArray(int outOff) {
        byte[] out = new byte[40];
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Keccak256.hash(new byte[5], 0, 5, out, outOff))
                .withMessage("output range outside its array: off=" + outOff + " len=32, array length=40");
        assertThat(out).isEqualTo(new byte[40]);
    }

    @Test
    void aRefusedCallLeavesTheNextOneRight() {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Keccak256.hash(new byte[200], 0, 200, new byte[3], 0));
        assertHash(new byte[0], "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
    }

    /** Checks all four methods. */
    private static void assertHash(byte[] in, String expectedHex) {
        byte[] expected = HexFormat.of().parseHex(expectedHex);
        byte[] out = new byte[HASH_BYTES];
        Keccak256.hash(in, 0, in.length, out, 0);
        assertThat(out).as("hash into a buffer, length=%d", in.length).isEqualTo(expected);
        assertThat(Keccak256.hash(in)).as("hash, length=%d", in.length).isEqualTo(expected);
        assertThat(Keccak256.hash32(in)).as("hash32, length=%d", in.length).isEqualTo(Hash32.of(expected));
        assertThat(Keccak256.hash32(in, 0, in.length)).isEqualTo(Hash32.of(expected));
    }

    private static byte[] reference(byte[] in, int off, int len) {
        KeccakDigest digest = new KeccakDigest(8 * HASH_BYTES);
        digest.update(in, off, len);
        byte[] out = new byte[HASH_BYTES];
        digest.doFinal(out, 0);
        return out;
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
