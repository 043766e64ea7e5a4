package dev.espalier.trie.commit;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.RowHook;
import dev.espalier.trie.spi.StorageChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a block changes, by trie: leaves and rows, each with what stood there before the block. Written by one thread;
 * read by any number once it is not written any more.
 */
final class BlockChanges implements RowChanges {
    private static final Comparator<LeafChange> LEAF_ORDER = (one, other) -> {
        int order = Long.compareUnsigned(one.trieId(), other.trieId());
        return order == 0 ? one.key().compareTo(other.key()) : order;
    };
    /** Rough heap cost of an entry beside its bytes: map node, key, change and array headers. */
    private static final int ENTRY_BYTES = 200;

    private final Map<Long, TrieChanges> tries = new HashMap<>();

    /** In the order of arrival, which is sorted but for a few runs, so that sorting them is cheap. */
    private static final class TrieChanges {
        private final Map<Hash32, LeafChange> leaves = new LinkedHashMap<>();
        private final Map<BranchPath, RowChange> rows = new LinkedHashMap<>();
    }

    boolean isEmpty() {
        return tries.isEmpty();
    }

    @Nullable
    LeafChange leaf(long trieId, Hash32 key) {
        TrieChanges trie = tries.get(trieId);
        return trie == null ? null : trie.leaves.get(key);
    }

    @Nullable
    RowChange row(BranchPath path) {
        TrieChanges trie = tries.get(path.trieId());
        return trie == null ? null : trie.rows.get(path);
    }

    /** Adds a fold's operations on top of what the block did to their leaves so far. */
    void addLeaves(long trieId, LeafOp[] ops) {
        Map<Hash32, LeafChange> leaves = tries.computeIfAbsent(trieId, _ -> new TrieChanges()).leaves;
        for (LeafOp op : ops) {
            LeafChange earlier = leaves.get(op.key());
            byte[] before = earlier == null ? op.before() : earlier.before();
            leaves.put(op.key(), new LeafChange(trieId, op.key(), before, op.after()));
        }
    }

    /** Adds the rows that a fold worked on, on top of what the block did to them so far. */
    void addRows(List<WorkRow> rows, FoldCounters counters) {
        long distinct = 0;
        long written = 0;
        long trieId = BranchPath.ACCOUNT_TRIE;
        Map<BranchPath, RowChange> known = Map.of();
        for (WorkRow row : rows) {
            if (known.isEmpty() || row.path().trieId() != trieId) {
                trieId = row.path().trieId();
                known = tries.computeIfAbsent(trieId, _ -> new TrieChanges()).rows;
            }
            RowChange earlier = known.put(row.path(), row.change());
            if (earlier != null) {
                known.put(
                        row.path(),
                        RowChange.of(row.path(), earlier.before(), row.change().after()));
            } else if (row.before() != null) {
                distinct++;
            }
            written++;
        }
        counters.distinctLoads.add(distinct);
        counters.rowsWritten.add(written);
    }

    /** Forgets what the block did to a storage trie that is gone. */
    void dropTrie(long trieId) {
        tries.remove(trieId);
    }

    /** Returns the leaves that differ, sorted by trie id and key. */
    List<LeafChange> leafChanges() {
        List<LeafChange> changes = new ArrayList<>();
        for (TrieChanges trie : tries.values()) {
            for (LeafChange change : trie.leaves.values()) {
                if (!Arrays.equals(change.before(), change.after())) {
                    changes.add(change);
                }
            }
        }
        changes.sort(LEAF_ORDER);
        return changes;
    }

    @Override
    public void forEach(RowHook hook) {
        List<RowChange> changes = new ArrayList<>();
        for (TrieChanges trie : tries.values()) {
            for (RowChange change : trie.rows.values()) {
                if (change.changes()) {
                    changes.add(change);
                }
            }
        }
        changes.sort(null);
        for (RowChange change : changes) {
            hook.rowChanged(change.path(), change.before(), change.after());
        }
    }

    /** Returns the storage tries that accounts had before and have no more. */
    static List<StorageChange> lost(List<LeafChange> leaves) {
        List<StorageChange> lost = new ArrayList<>();
        for (LeafChange leaf : leaves) {
            if (leaf.trieId() != BranchPath.ACCOUNT_TRIE) {
                break;
            }
            StorageChange change = lost(leaf.key(), leaf.before(), leaf.after());
            if (change != null) {
                lost.add(change);
            }
        }
        return lost;
    }

    /** Returns the storage trie that an account had before and has no more; null if there is none such. */
    static @Nullable StorageChange lost(Hash32 account, byte @Nullable [] before, byte @Nullable [] after) {
        StorageChange had = storage(account, before);
        StorageChange has = storage(account, after);
        return had == null || (has != null && has.storageId() == had.storageId()) ? null : had;
    }

    private static @Nullable StorageChange storage(Hash32 account, byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        AccountRecord record = AccountRecord.decode(stored);
        return record.storageId() == 0
                ? null
                : new StorageChange(account, record.storageId(), record.storageCell(), record.storageRoot());
    }

    /** Returns about how many bytes of heap the changes hold. */
    long retainedBytes() {
        long bytes = 0;
        for (TrieChanges trie : tries.values()) {
            for (RowChange change : trie.rows.values()) {
                bytes += ENTRY_BYTES
                        + (change.after() == null ? 0 : change.after().encodedLength());
                bytes += change.before() == null ? 0 : change.before().encodedLength();
            }
            for (LeafChange change : trie.leaves.values()) {
                bytes += ENTRY_BYTES + length(change.before()) + length(change.after());
            }
        }
        return bytes;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
