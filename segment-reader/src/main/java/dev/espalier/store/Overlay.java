package dev.espalier.store;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.memory.VersionedMap;
import java.util.concurrent.atomic.AtomicLong;
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

    /** Puts a row, or a tombstone if it is null. */
    void putRow(BranchPath path, @Nullable BranchRow row, long seq, long[] readers) {
        rows.put(path, new Slot<>(row), seq, readers);
        bytes.addAndGet(ENTRY_BYTES + (row == null ? 0 : row.encodedLength()));
    }

    /** Puts a leaf, or a tombstone if it is null. */
    void putLeaf(long trieId, Hash32 key, byte @Nullable [] stored, long seq, long[] readers) {
        leaves.put(new LeafKey(trieId, key), new Slot<>(stored), seq, readers);
        bytes.addAndGet(ENTRY_BYTES + (stored == null ? 0 : stored.length));
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
