package dev.espalier.bench.jmh;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;
import dev.espalier.trie.codec.RowCodec;
import java.util.Random;
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
 * What is done to a row's bytes when they come from a file: decoding, which checks their form, and hashing, which checks
 * them against the parent's ref. Each call takes another one of some thousand rows.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LoadedRowBench {
    private static final int ROWS = 4_096;
    private static final int DEPTH = 5;

    /** Children: 16 are a full row of an upper level; 4, all leaves, one of the lowest. */
    @Param({"16", "4"})
    int children;

    private final Random random = new Random(1);
    private final NodeHasher hasher = new NodeHasher();
    private final BranchPath[] paths = new BranchPath[ROWS];
    private final byte[][] encoded = new byte[ROWS][];
    private final BranchRow[] rows = new BranchRow[ROWS];
    private int next;

    /** Makes the rows, and checks that each has the children asked for, and decodes to itself. */
    @Setup
    public void setUp() {
        RowBuilder builder = new RowBuilder();
        for (int i = 0; i < ROWS; i++) {
            paths[i] = BranchPath.of(1, randomHash(), DEPTH);
            builder.start(DEPTH, null);
            random.ints(0, 16).distinct().limit(children).forEach(child -> addChild(builder, child));
            rows[i] = builder.freeze();
            encoded[i] = rows[i].toBytes();
            if (Integer.bitCount(rows[i].present()) != children
                    || !RowCodec.decode(paths[i], encoded[i]).equals(rows[i])) {
                throw new IllegalStateException("expected a row of children=" + children + ": " + rows[i]);
            }
        }
    }

    private void addChild(RowBuilder builder, int child) {
        NodeRef ref = NodeRef.ofHash(randomHash());
        if (children == 16) {
            builder.setBranch(child, ref);
        } else {
            builder.setLeaf(child, ref, randomHash());
        }
    }

    private Hash32 randomHash() {
        return Hash32.of(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }

    private int nextRow() {
        next = (next + 1) % ROWS;
        return next;
    }

    /** Decodes a row. */
    @Benchmark
    public BranchRow decode() {
        int row = nextRow();
        return RowCodec.decode(paths[row], encoded[row]);
    }

    /** Hashes a decoded row. */
    @Benchmark
    public NodeRef hash() {
        return hasher.branch(rows[nextRow()]);
    }
}
