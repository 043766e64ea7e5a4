package dev.espalier.store;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.memory.VersionedMap;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowChanges;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What changed since the last flush, on the heap: rows and leaves in as many versions as open views need, removed ones
 * as tombstones that hide what lies below. One thread writes; any number read.
 */
final class Overlay {
    /** Rough heap cost of an entry beside its bytes: map node, key, version, slot and array header. */
    private static final int ENTRY_BYTES = 200;

    private final VersionedMap<BranchPath, Slot<BranchRow>> rows = new VersionedMap<>();
    private final VersionedMap<LeafKey, Slot<byte[]>> leaves = new VersionedMap<>();
    private final AtomicLong bytes = new AtomicLong();

    /** What stands at a key; null for a tombstone. */
    record Slot<V>(@Nullable V value) {}

    /** Names a leaf of any trie. */
    record LeafKey(long trieId, Hash32 key) implements Comparable<LeafKey> {
        @Override
        public int compareTo(LeafKey other) {
            int order = Long.compareUnsigned(trieId, other.trieId);
            return order == 0 ? key.compareTo(other.key) : order;
        }
    }

    /**
     * Puts what a change of the state writes, what it removes as tombstones.
     *
     * @param readers the seqs that views show or may be opened on, ascending
     * @return the bytes of the keys and values that were put
     */
    long put(LogRecord record, RowChanges changed, long[] readers) {
        long seq = record.entry().seq();
        LongAdder written = new LongAdder();
        for (LeafChange leaf : record.leaves()) {
            byte[] after = leaf.after();
            leaves.put(new LeafKey(leaf.trieId(), leaf.key()), new Slot<>(after), seq, readers);
            count(after == null ? 0 : after.length, written);
        }
        changed.forEach((path, _, after) -> {
            rows.put(path, new Slot<>(after), seq, readers);
            count(after == null ? 0 : after.encodedLength(), written);
        });
        return written.sum();
    }

    private void count(int valueBytes, LongAdder written) {
        bytes.addAndGet(ENTRY_BYTES + valueBytes);
        written.add(SegmentKey.BYTES + valueBytes);
    }

    /** Returns what a reader of a seq sees; null if the overlay says nothing of the row. */
    @Nullable
    Slot<BranchRow> row(BranchPath path, long seq) {
        return rows.get(path, seq);
    }

    /** Returns what a reader of a seq sees; null if the overlay says nothing of the leaf. */
    @Nullable
    Slot<byte[]> leaf(long trieId, Hash32 key, long seq) {
        return leaves.get(new LeafKey(trieId, key), seq);
    }

    void forEachRow(long seq, BiConsumer<BranchPath, Slot<BranchRow>> action) {
        rows.forEach(seq, action);
    }

    void forEachLeaf(long seq, BiConsumer<LeafKey, Slot<byte[]>> action) {
        leaves.forEach(seq, action);
    }

    /** About how many bytes of heap were put; overwritten versions count until the overlay is flushed. */
    long bytes() {
        return bytes.get();
    }

    boolean isEmpty() {
        return bytes.get() == 0;
    }
}
