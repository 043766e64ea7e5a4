package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.SegmentEncoding;
import dev.espalier.segment.format.UnsupportedFormatException;
import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * H48, H55: whatever happens to a segment file of a store, of any kind and encoding, is a clear error when the store is
 * opened or read, and never another state. The log's file is damaged in {@code LmdbLogDamageTest} and {@code
 * LmdbFileCheckTest}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoreDamageTest {
    private static final int BITS = Boolean.getBoolean("espalier.long") ? 2_000 : 20;

    @TempDir
    private static Path directory;

    private Path home;
    private StoreRun run;
    private List<Path> segments;

    /** A store with a base in parts, frozen and fresh segments, every encoding, and records above them. */
    @BeforeAll
    void makeStore() throws IOException {
        home = directory.resolve("home");
        run = new StoreRun(home, options());
        fill(run, 1);
        run.close();
        segments = segmentsOf(home);
        assertThat(segments).hasSizeGreaterThan(4);
    }

    private static StoreOptions options() {
        return StoreOptions.builder()
                .window(20)
                .background(false)
                .freezeAfter(50)
                .partitionBytes(4_096)
                .encoding(new SegmentEncoding(true, true, true, true))
                .logMap(1 << 20, 1L << 30)
                .build();
    }

    private static void fill(StoreRun run, int seed) {
        Random random = new Random(seed);
        List<Op> accounts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            accounts.add(new Op.PutAccount(
                    Bytes32.hashOf(BigInteger.valueOf(random.nextLong()).toByteArray()),
                    random.nextInt(300),
                    new BigInteger(80, random),
                    OracleState.EMPTY_CODE_HASH));
        }
        run.commit(accounts);
        for (int block = 0; block < 12; block++) {
            run.commit(1_000 * seed + block);
            if (block == 3) {
                run.store().flush();
                run.store().merge();
            } else if (block == 6) {
                run.store().flush();
                run.store().freeze();
            } else if (block == 9) {
                run.store().flush();
            }
        }
    }

    @AfterAll
    void theWholeStoreIsStillRight() {
        run.reopen();
        run.check();
        run.close();
    }

    private static List<Path> segmentsOf(Path store) throws IOException {
        try (Stream<Path> files = Files.list(SegmentFolder.of(store))) {
            return files.sorted().toList();
        }
    }

    /** Makes a copy of the store with one segment file changed. */
    private Path damaged(Path segment, UnaryOperator<byte[]> damage) throws IOException {
        Path copy = Files.createTempDirectory(directory, "copy");
        Files.createDirectories(SegmentFolder.of(copy));
        Files.copy(home.resolve(LmdbLog.FILE_NAME), copy.resolve(LmdbLog.FILE_NAME));
        for (Path file : segments) {
            byte[] bytes = Files.readAllBytes(file);
            Files.write(
                    SegmentFolder.of(copy).resolve(file.getFileName()),
                    file.equals(segment) ? damage.apply(bytes) : bytes);
        }
        return copy;
    }

    /** Opens it, reads all of it and verifies it: some step must complain, and none may show another state. */
    private void assertFound(Path store, Path segment, String what) {
        String name = String.valueOf(segment.getFileName());
        boolean found = false;
        try (LayeredStore opened = LayeredStore.open(store, options())) {
            VerificationReport report = StoreVerification.of(opened);
            found = report.faultCount() > 0;
            assertThat(found).as(what).isTrue();
            assertThat(report.faults().toString()).as(what).contains(name);
            StateCheck.check(opened, CommitmentTrie.over(opened), run.head(), run.state(run.head()));
        } catch (CorruptStoreException e) {
            assertThat(found || String.valueOf(e.getMessage()).contains(name))
                    .as("%s: %s", what, e)
                    .isTrue();
        }
    }

    @Test
    void anyFlippedBitIsFound() throws IOException {
        Random random = new Random(1);
        for (Path segment : segments) {
            int length = (int) Files.size(segment);
            for (int i = 0; i < BITS; i++) {
                int bit = random.nextInt(8 * length);
                Path copy = damaged(segment, bytes -> {
                    bytes[bit / 8] ^= (byte) (1 << (bit % 8));
                    return bytes;
                });
                assertFound(copy, segment, segment.getFileName() + ", bit " + bit);
            }
        }
    }

    @Test
    void whatIsCutOrZeroedIsFound() throws IOException {
        Random random = new Random(2);
        for (Path segment : segments) {
            int length = (int) Files.size(segment);
            for (int cut : new int[] {0, 1, 4_096, length / 2, length - 1, random.nextInt(length)}) {
                Path copy = damaged(segment, bytes -> Arrays.copyOf(bytes, cut));
                assertFound(copy, segment, segment.getFileName() + ", cut to " + cut);
            }
            for (int i = 0; i < 8; i++) {
                int from = random.nextInt(length / 512) * 512;
                Path copy = damaged(segment, bytes -> zeroed(bytes, from));
                if (!Arrays.equals(Files.readAllBytes(segment), zeroed(Files.readAllBytes(segment), from))) {
                    assertFound(copy, segment, segment.getFileName() + ", zeros from " + from);
                }
            }
        }
    }

    private static byte[] zeroed(byte[] bytes, int from) {
        Arrays.fill(bytes, from, Math.min(bytes.length, from + 512), (byte) 0);
        return bytes;
    }

    @Test
    void anotherStoresFileAndAnOlderOneOfItsOwnAreFound() throws IOException {
        Path other = directory.resolve("other");
        StoreRun otherRun = new StoreRun(other, options());
        fill(otherRun, 2);
        otherRun.close();
        List<Path> others = segmentsOf(other);
        for (int i = 0; i < segments.size(); i++) {
            byte[] foreign = Files.readAllBytes(others.get(i % others.size()));
            byte[] neighbour = Files.readAllBytes(segments.get((i + 1) % segments.size()));
            assertRefused(damaged(segments.get(i), _ -> foreign), segments.get(i));
            assertRefused(damaged(segments.get(i), _ -> neighbour), segments.get(i));
        }
    }

    private static void assertRefused(Path store, Path segment) {
        assertThatThrownBy(() -> LayeredStore.open(store, options()))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining(String.valueOf(segment.getFileName()));
    }

    @Test
    void aMissingFileIsFound() throws IOException {
        for (Path segment : segments) {
            Path copy = damaged(segment, bytes -> bytes);
            Files.delete(SegmentFolder.of(copy).resolve(segment.getFileName()));
            assertThatThrownBy(() -> LayeredStore.open(copy, options()))
                    .isInstanceOfAny(CorruptStoreException.class, UncheckedIOException.class)
                    .hasMessageContaining(String.valueOf(segment.getFileName()));
        }
    }

    @Test
    void aFileOfAFutureVersionIsToldFromADamagedOne() throws IOException {
        for (Path segment : segments) {
            Path copy = damaged(segment, bytes -> {
                ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                header.putInt(8, 99);
                CRC32C crc = new CRC32C();
                crc.update(bytes, 0, 4_092);
                header.putInt(4_092, (int) crc.getValue());
                return bytes;
            });
            assertThatThrownBy(() -> LayeredStore.open(copy, options()))
                    .isInstanceOf(UnsupportedFormatException.class)
                    .hasMessageContaining(String.valueOf(segment.getFileName()))
                    .hasMessageContaining("version=99");
        }
    }

    /** A store whose log is gone would otherwise begin anew, and delete its segments as left over. */
    @Test
    void aLogThatIsGoneOrEmptyBesideSegmentsIsRefusedAndNothingIsDeleted() throws IOException {
        List<Path> copies = new ArrayList<>();
        copies.add(damaged(segments.getFirst(), bytes -> bytes));
        Files.delete(copies.getFirst().resolve(LmdbLog.FILE_NAME));
        copies.add(damaged(segments.getFirst(), bytes -> bytes));
        Files.write(copies.getLast().resolve(LmdbLog.FILE_NAME), new byte[0]);
        for (Path copy : copies) {
            assertThatThrownBy(() -> LayeredStore.open(copy, options()))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("segment files")
                    .hasMessageContaining(LmdbLog.FILE_NAME);
            assertThat(segmentsOf(copy)).hasSameSizeAs(segments);
        }
    }
}
