package dev.espalier.trie.commit;

import dev.espalier.trie.Account;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.RootCell;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * One account's part of a batch: its record before, what it becomes, and the operations on its storage trie. The record
 * after is known once the storage trie is folded, which may take several pieces.
 */
final class AccountUpdate {
    private final LeafOp op;
    private final @Nullable Account after;
    private final long storageId;
    private final LeafOp[] slots;
    private final byte @Nullable [] expected;
    private RootCell storageCell;
    private Hash32 storageRoot;

    /**
     * @param before the stored record; null if there was no account
     * @param after the account; null if it is deleted
     * @param storage what the storage trie starts from: the record's, unless storage was dropped or comes back
     * @param slots the changes of the storage trie, sorted by key
     * @param expected the stored record that must come of it, where that is known
     */
    AccountUpdate(
            Hash32 key,
            byte @Nullable [] before,
            @Nullable Account after,
            Storage storage,
            LeafOp[] slots,
            byte @Nullable [] expected) {
        this.op = after == null ? LeafOp.of(key, before, null) : LeafOp.pending(key, before);
        this.after = after;
        this.storageId = storage.id;
        this.storageCell = storage.cell;
        this.storageRoot = storage.root;
        this.slots = slots;
        this.expected = expected;
    }

    /** A storage trie at some moment; id 0 for an account that has none. */
    record Storage(long id, RootCell cell, Hash32 root) {
        static final Storage NONE = empty(0);

        static Storage empty(long id) {
            return new Storage(id, RootCell.EMPTY, NodeHasher.EMPTY_ROOT);
        }

        static Storage of(AccountRecord record) {
            return new Storage(record.storageId(), record.storageCell(), record.storageRoot());
        }
    }

    LeafOp op() {
        return op;
    }

    LeafOp[] slots() {
        return slots;
    }

    long storageId() {
        return storageId;
    }

    /** Starts a piece of the storage trie's changes, from what the pieces before made of it. */
    TrieUpdate storagePiece(int from, int to) {
        LeafOp[] piece = from == 0 && to == slots.length ? slots : Arrays.copyOfRange(slots, from, to);
        return new TrieUpdate(storageId, LeafValue.SLOT, storageCell, storageRoot, piece);
    }

    void takeStorage(TrieUpdate folded, NodeHasher hasher) {
        storageCell = folded.resultCell();
        storageRoot = folded.resultRoot(hasher);
    }

    /** Gives the account's leaf its bytes; the storage trie is folded. */
    void resolve() {
        if (after != null) {
            op.resolve(new AccountRecord(after, storageId, storageCell, storageRoot).encode());
        }
        if (expected != null && !Arrays.equals(expected, op.after())) {
            throw new CorruptStoreException("account " + op.key() + ": record="
                    + (op.after() == null ? "none" : HexFormat.of().formatHex(op.stored())) + ", expected "
                    + HexFormat.of().formatHex(expected) + " as the log has it");
        }
    }
}
