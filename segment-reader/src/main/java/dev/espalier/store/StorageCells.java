package dev.espalier.store;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares what each account holds of its storage trie with the topmost row, or the only leaf, of that trie. Of each
 * storage trie it reads no more than that. Confined to one thread.
 */
final class StorageCells {
    private static final int TRIES_AT_ONCE = 1 << 16;

    private final LiveEntries accounts;
    private final LiveEntries rows;
    private final LiveEntries leaves;
    private final NodeHasher hasher = new NodeHasher();
    private final List<Storage> waiting = new ArrayList<>();

    private record Storage(Hash32 account, AccountRecord of) {}

    /** Takes a state in which each row hashes to what its parent holds. */
    StorageCells(Layers state, long seq) {
        accounts = new LiveEntries(state, seq, true);
        rows = new LiveEntries(state, seq, false);
        leaves = new LiveEntries(state, seq, true);
    }

    /**
     * Compares all.
     *
     * @throws CorruptStoreException naming the account whose storage is another
     */
    void check() {
        accounts.seek(SegmentKey.firstOf(BranchPath.ACCOUNT_TRIE));
        SegmentKey at = accounts.key();
        while (at != null && at.trieId() == BranchPath.ACCOUNT_TRIE) {
            AccountRecord record = AccountRecord.decode(accounts.value());
            if (record.storageId() != 0) {
                waiting.add(new Storage(at.key(), record));
            }
            if (waiting.size() == TRIES_AT_ONCE) {
                checkWaiting();
            }
            accounts.advance();
            at = accounts.key();
        }
        checkWaiting();
    }

    private void checkWaiting() {
        waiting.sort(Comparator.comparing(storage -> storage.of().storageId(), Long::compareUnsigned));
        for (Storage storage : waiting) {
            long trieId = storage.of().storageId();
            Hash32 root = root(trieId, storage.of().storageCell());
            if (root == null || !root.equals(storage.of().storageRoot())) {
                throw new CorruptStoreException("account " + storage.account() + ": storage trie "
                        + Long.toUnsignedString(trieId) + " is not the one of root "
                        + storage.of().storageRoot());
            }
        }
        waiting.clear();
    }

    /** Returns the root of the trie that is there; null if its root is of another kind or at another place. */
    private @Nullable Hash32 root(long trieId, RootCell cell) {
        rows.seek(SegmentKey.firstOf(trieId));
        SegmentKey top = rows.key();
        boolean hasRow = top != null && top.trieId() == trieId;
        if (cell instanceof RootCell.Branch branch) {
            if (top == null || !top.equals(SegmentKey.ofRow(branch.path()))) {
                return null;
            }
            NodeRef ref = hasher.branch(RowCodec.decode(branch.path(), rows.value()));
            return hasher.root(hasher.towards(branch.path(), 0, ref));
        }
        leaves.seek(SegmentKey.firstOf(trieId));
        SegmentKey leaf = leaves.key();
        boolean hasLeaf = leaf != null && leaf.trieId() == trieId;
        return switch (cell) {
            case RootCell.Leaf only
            when !hasRow && SegmentKey.ofLeaf(trieId, only.key()).equals(leaf) ->
                hasher.root(hasher.leaf(only.key(), 0, LeafValue.SLOT, leaves.value()));
            case RootCell.Empty _ when !hasLeaf && !hasRow -> NodeHasher.EMPTY_ROOT;
            default -> null;
        };
    }
}
