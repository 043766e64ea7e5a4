package dev.espalier.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StorageChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Makes log records of every shape at random, and compares records. */
public final class RandomRecords {
    private static final int LONGEST_VALUE = 120;

    private final Random random;

    /** Creates a source that always gives the same. */
    public RandomRecords(long seed) {
        random = new Random(seed);
    }

    /** Returns a record of either kind. */
    public LogRecord record(long seq, int leaves) {
        return random.nextBoolean() ? commit(seq, leaves) : unwind(seq, leaves);
    }

    /** Returns a block's record. */
    public LogRecord commit(long seq, int leaves) {
        LogEntry entry = new LogEntry(seq, LogEntry.Kind.COMMIT, mark(), mark());
        return new LogRecord(entry, leaves(leaves), storage(), List.of(), random.nextLong());
    }

    /** Returns an unwind's record. */
    public LogRecord unwind(long seq, int leaves) {
        LogEntry entry = new LogEntry(seq, LogEntry.Kind.UNWIND, mark(), mark());
        return new LogRecord(entry, leaves(leaves), storage(), storage(), random.nextLong());
    }

    /** Returns a state with a root of any shape. */
    public StateMark mark() {
        RootCell cell = cell(BranchPath.ACCOUNT_TRIE);
        return new StateMark(BlockId.of(hash()), root(cell), cell);
    }

    /** Returns a hash. */
    public Hash32 hash() {
        return Hash32.of(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }

    private RootCell cell(long trieId) {
        return switch (random.nextInt(5)) {
            case 0 -> RootCell.EMPTY;
            case 1 -> new RootCell.Leaf(hash());
            case 2 -> new RootCell.Branch(BranchPath.root(trieId), NodeRef.ofHash(hash()));
            case 3 -> new RootCell.Branch(BranchPath.of(trieId, hash(), random.nextInt(1, 64)), NodeRef.ofHash(hash()));
            default -> new RootCell.Branch(BranchPath.of(trieId, hash(), random.nextInt(56, 64)), embedded());
        };
    }

    /** Returns the ref of a node that is shorter than a hash. */
    private NodeRef embedded() {
        NodeRef ref = new NodeHasher().leaf(hash(), random.nextInt(50, 64), LeafValue.RAW, new byte[] {7});
        assertThat(ref.isEmbedded()).isTrue();
        return ref;
    }

    private Hash32 root(RootCell cell) {
        NodeHasher hasher = new NodeHasher();
        return switch (cell) {
            case RootCell.Empty _ -> NodeHasher.EMPTY_ROOT;
            case RootCell.Leaf _ -> hash();
            case RootCell.Branch(var path, var ref) -> hasher.root(hasher.towards(path, 0, ref));
        };
    }

    /** Returns changes of accounts and of slots of a few tries, in order. */
    private List<LeafChange> leaves(int count) {
        long[] tries = {0, 1, random.nextLong(), -1};
        List<TreeMap<Hash32, LeafChange>> byTrie = new ArrayList<>();
        List<Long> sorted = new ArrayList<>();
        for (long trieId : tries) {
            sorted.add(trieId);
            byTrie.add(new TreeMap<>());
        }
        sorted.sort(Long::compareUnsigned);
        for (int i = 0; i < count; i++) {
            int which = random.nextInt(tries.length);
            Hash32 key = hash();
            byTrie.get(which).put(key, change(sorted.get(which), key));
        }
        List<LeafChange> changes = new ArrayList<>();
        byTrie.forEach(trie -> changes.addAll(trie.values()));
        return changes;
    }

    private LeafChange change(long trieId, Hash32 key) {
        return switch (random.nextInt(3)) {
            case 0 -> new LeafChange(trieId, key, null, value());
            case 1 -> new LeafChange(trieId, key, value(), null);
            default -> {
                byte[] before = value();
                byte[] after = before.clone();
                after[random.nextInt(after.length)]++;
                yield new LeafChange(trieId, key, before, after);
            }
        };
    }

    private byte[] value() {
        byte[] value = new byte[random.nextInt(1, LONGEST_VALUE)];
        random.nextBytes(value);
        return value;
    }

    private List<StorageChange> storage() {
        List<StorageChange> changes = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            long storageId = random.nextBoolean() ? random.nextLong(1, 1000) : random.nextLong() | 1;
            RootCell cell = cell(storageId);
            changes.add(new StorageChange(hash(), storageId, cell, root(cell)));
        }
        return changes;
    }

    /** Requires that two records are the same, field by field. */
    public static void assertSame(LogRecord actual, LogRecord expected) {
        assertThat(actual.entry()).isEqualTo(expected.entry());
        assertThat(actual.nextStorageId()).isEqualTo(expected.nextStorageId());
        assertThat(actual.lost()).isEqualTo(expected.lost());
        assertThat(actual.regained()).isEqualTo(expected.regained());
        assertThat(actual.leaves()).hasSameSizeAs(expected.leaves());
        for (int i = 0; i < actual.leaves().size(); i++) {
            LeafChange left = actual.leaves().get(i);
            LeafChange right = expected.leaves().get(i);
            assertThat(left.trieId()).isEqualTo(right.trieId());
            assertThat(left.key()).isEqualTo(right.key());
            assertThat(left.before()).isEqualTo(right.before());
            assertThat(left.after()).isEqualTo(right.after());
        }
    }
}
