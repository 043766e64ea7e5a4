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

    private static final class TrieChanges {
        private final Map<Hash32, LeafChange> leaves = new HashMap<>();
        private final Map<BranchPath, RowChange> rows = new HashMap<>();
    }

    boolean isEmpty() {
        return tries.isEmpty();
    }

    @Nullable LeafChange leaf(long trieId, Hash32 key) {
        TrieChanges trie = tries.get(trieId);
        return trie == null ? null : trie.leaves.get(key);
    }

    @Nullable RowChange row(BranchPath path) {
        TrieChanges trie = tries.get(path.trieId());
        return trie == null ? null : trie.rows.get(path);
    }

    /** Adds a leaf's change on top of what the block did to it so far. */
    void addLeaf(long trieId, Hash32 key, byte @Nullable [] before, byte @Nullable [] after) {
        Map<Hash32, LeafChange> leaves = tries.computeIfAbsent(trieId, _ -> new TrieChanges()).leaves;
        LeafChange earlier = leaves.get(key);
        leaves.put(key, new LeafChange(trieId, key, earlier == null ? before : earlier.before(), after));
    }

    /** Adds the rows that a fold worked on, on top of what the block did to them so far. */
    void addRows(List<WorkRow> rows, FoldCounters counters) {
        long distinct = 0;
        long written = 0;
        for (WorkRow row : rows) {
            Map<BranchPath, RowChange> known =
                    tries.computeIfAbsent(row.path().trieId(), _ -> new TrieChanges()).rows;
            RowChange change = new RowChange(row.path(), row.before(), row.after());
            RowChange earlier = known.put(row.path(), change);
            if (earlier != null) {
                known.put(row.path(), new RowChange(row.path(), earlier.before(), row.after()));
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
                bytes += ENTRY_BYTES + (change.after() == null ? 0 : change.after().encodedLength());
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
