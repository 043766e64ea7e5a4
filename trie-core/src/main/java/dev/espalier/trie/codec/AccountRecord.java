package dev.espalier.trie.codec;

import dev.espalier.trie.Account;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;

/**
 * What is stored of an account: the account itself and the root cell of its storage trie. The value in the account's
 * leaf node is derived from it.
 *
 * @param storageId names the storage trie in the store; 0 if the account never had storage. It is never reused
 * @param storageCell the storage trie's root cell
 * @param storageRoot the storage trie's root hash, which is that of the cell
 */
public record AccountRecord(Account account, long storageId, RootCell storageCell, Hash32 storageRoot) {
    /**
     * Checks that only an account with a storage id has storage.
     *
     * @throws IllegalArgumentException if it is otherwise
     */
    public AccountRecord {
        boolean empty = storageCell instanceof RootCell.Empty;
        if (storageId == 0 && !empty) {
            throw new IllegalArgumentException("account record: storage without a storage id: " + storageCell);
        }
        if (empty != storageRoot.equals(NodeHasher.EMPTY_ROOT)) {
            throw new IllegalArgumentException(
                    "account record: storageRoot=" + storageRoot + " with storage cell " + storageCell);
        }
    }

    /** Returns a record of an account without storage. */
    public static AccountRecord withoutStorage(Account account) {
        return new AccountRecord(account, 0, RootCell.EMPTY, NodeHasher.EMPTY_ROOT);
    }

    /** Returns a new array with the encoded record, whose grammar {@code docs/formats.md} gives. */
    public byte[] encode() {
        return AccountRecordLayout.encode(this);
    }

    /**
     * Decodes a record.
     *
     * @throws CorruptStoreException if the bytes are not exactly one record in its only form, or the storage root is
     *     not that of the cell; that of a single slot is checked when the slot's value is read
     */
    public static AccountRecord decode(byte[] encoded) {
        return AccountRecordLayout.decode(encoded);
    }

    /** Returns a new array with the RLP of nonce, balance, storage root and code hash. */
    public byte[] toRlp() {
        int payload =
                Rlp.encodedLength(account.nonce()) + Rlp.encodedLength(account.balance()) + 2 * (1 + Hash32.BYTES);
        byte[] rlp = new byte[Rlp.listHeaderLength(payload) + payload];
        int at = Rlp.writeListHeader(payload, rlp, 0);
        at = Rlp.encodeNumber(account.nonce(), rlp, at);
        at = Rlp.encodeNumber(account.balance(), rlp, at);
        at = Rlp.encodeHash(storageRoot, rlp, at);
        Rlp.encodeHash(account.codeHash(), rlp, at);
        return rlp;
    }

    /** Returns the root hash that a cell with a branch gives. */
    static Hash32 rootOf(RootCell.Branch cell) {
        BranchPath path = cell.path();
        NodeHasher hasher = new NodeHasher();
        return hasher.root(hasher.towards(path, 0, cell.ref()));
    }
}
