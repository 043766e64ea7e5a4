package dev.espalier.store.log;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StorageChange;

/**
 * Writes a trie's root cell with its root hash: a length byte and the account record of an account that has nothing but
 * that trie. So a root cell has one form wherever it is stored, and one decoder that checks it against the root.
 */
final class RootCellCodec {
    /** Stands for the account trie in a record, where a trie needs an id that is not 0. */
    private static final long STATE = 1;

    private RootCellCodec() {}

    static void writeMark(ByteSink out, StateMark mark) {
        requireOwn(mark.cell(), mark.root(), BranchPath.ACCOUNT_TRIE);
        out.hash(mark.block().hash());
        write(out, moved(mark.cell(), STATE), mark.root(), STATE);
    }

    static StateMark readMark(ByteSource in, String field) {
        BlockId block = BlockId.of(in.hash(field));
        AccountRecord record = read(in, field);
        if (record.storageId() != STATE) {
            throw in.corrupt(field, "trie id=" + record.storageId() + ", expected " + STATE);
        }
        return new StateMark(block, record.storageRoot(), moved(record.storageCell(), BranchPath.ACCOUNT_TRIE));
    }

    static void writeStorage(ByteSink out, StorageChange change) {
        if (change.storageId() == 0) {
            throw new IllegalArgumentException("storage change: storageId=0, expected that of a storage trie");
        }
        requireOwn(change.cell(), change.root(), change.storageId());
        out.hash(change.account());
        write(out, change.cell(), change.root(), change.storageId());
    }

    static StorageChange readStorage(ByteSource in, String field) {
        Hash32 account = in.hash(field);
        AccountRecord record = read(in, field);
        if (record.storageId() == 0) {
            throw in.corrupt(field, "trie id=0, expected that of a storage trie");
        }
        return new StorageChange(account, record.storageId(), record.storageCell(), record.storageRoot());
    }

    private static void write(ByteSink out, RootCell cell, Hash32 root, long trieId) {
        byte[] record = new AccountRecord(Account.EMPTY, trieId, cell, root).encode();
        out.u8(record.length);
        out.bytes(record);
    }

    /** A record keeps neither the path's trie id nor, where the branch is the root node, its ref. */
    private static void requireOwn(RootCell cell, Hash32 root, long trieId) {
        if (!(cell instanceof RootCell.Branch branch)) {
            return;
        }
        if (branch.path().trieId() != trieId) {
            throw new IllegalArgumentException("root cell: path=" + branch.path() + ", expected trie id=" + trieId);
        }
        if (!rootOf(branch).equals(root)) {
            throw new IllegalArgumentException(
                    "root cell: root=" + root + ", expected that of the cell, " + rootOf(branch));
        }
    }

    private static Hash32 rootOf(RootCell.Branch branch) {
        NodeHasher hasher = new NodeHasher();
        return hasher.root(hasher.towards(branch.path(), 0, branch.ref()));
    }

    private static AccountRecord read(ByteSource in, String field) {
        byte[] bytes = in.bytes(in.u8(field), field);
        AccountRecord record;
        try {
            record = AccountRecord.decode(bytes);
        } catch (CorruptStoreException e) {
            throw in.corrupt(field, e);
        }
        if (!record.account().equals(Account.EMPTY)) {
            throw in.corrupt(field, "account=" + record.account() + ", expected nothing but a trie");
        }
        return record;
    }

    /** Returns a cell whose path is in another trie. */
    private static RootCell moved(RootCell cell, long trieId) {
        return cell instanceof RootCell.Branch(BranchPath path, var ref)
                ? new RootCell.Branch(BranchPath.of(trieId, path.paddedKey(), path.depth()), ref)
                : cell;
    }
}
