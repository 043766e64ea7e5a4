package dev.espalier.bench.jmh;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.hash.Keccak256;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of one Keccak-256: of a short node or a key (64 bytes, one permutation) and of a full branch node (532 bytes,
 * four permutations).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class KeccakBench {
    /** Length of the input in bytes. */
    @Param({"64", "532"})
    int bytes;

    private byte[] input = new byte[0];
    private final byte[] output = new byte[Hash32.BYTES];

    /** Fills the input with 0, 1, 2, ... and checks its hash, which another implementation gave. */
    @Setup
    public void setUp() {
        Hash32 expected = Hash32.fromHex(
                switch (bytes) {
                    case 64 -> "002030bde3d4cf89919649775cd71875c4d0ab1708a380e03fefc3a28aa24831";
                    case 532 -> "6cec40d944dc321c7811a4768339b0e3a6779b92a33b4b2598731fdb45fcd2a7";
                    default -> throw new IllegalArgumentException("bytes=" + bytes + ", expected 64 or 532");
                });
        input = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            input[i] = (byte) i;
        }
        require(expected, hash32());
        require(expected, Hash32.of(intoBuffer()));
    }

    private static void require(Hash32 expected, Hash32 actual) {
        if (!actual.equals(expected)) {
            throw new IllegalStateException("keccak: hash=" + actual + ", expected " + expected);
        }
    }

    /** Hashes to a value. */
    @Benchmark
    public Hash32 hash32() {
        return Keccak256.hash32(input, 0, input.length);
    }

    /** Hashes into a buffer: allocates nothing. */
    @Benchmark
    public byte[] intoBuffer() {
        Keccak256.hash(input, 0, input.length, output, 0);
        return output;
    }
}
