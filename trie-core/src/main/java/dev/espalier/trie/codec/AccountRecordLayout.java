package dev.espalier.trie.codec;

import dev.espalier.trie.Account;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The bytes of an account record (version 1). Numbers are unsigned LEB128 in their shortest form.
 *
 * <pre>
 * u8     flags     bits 0-1 storage kind: 0 none, 1 one slot, 2 branch, 3 extension and branch
 *                  bit 2 has code, bit 3 has a storage id, bits 4-7 version = 1
 * varint nonce
 * u8     n, then n bytes: balance, big-endian without leading zeros, n = 0..32
 * 32     code hash            if it has code
 * varint storage id, not 0    if it has a storage id
 * kind 1:  32 slot's key, 32 storage root
 * kind 2:  32 ref of the branch, which is the storage root
 * kind 3:  u8 nibbles 1..63 (bit 7: ref below is embedded), nibbles packed, 32 ref of the branch, 32 storage root
 * </pre>
 */
final class AccountRecordLayout {
    private static final int VERSION = 1;
    private static final int KIND_MASK = 3;
    private static final int NONE = 0;
    private static final int ONE_SLOT = 1;
    private static final int BRANCH = 2;
    private static final int EXTENSION = 3;
    private static final int HAS_CODE = 1 << 2;
    private static final int HAS_STORAGE_ID = 1 << 3;
    private static final int VERSION_SHIFT = 4;
    private static final int MAX_BYTES = 256;

    private final byte[] bytes;
    private int at;

    private AccountRecordLayout(byte[] bytes) {
        this.bytes = bytes;
    }

    static byte[] encode(AccountRecord account) {
        AccountRecordLayout out = new AccountRecordLayout(new byte[MAX_BYTES]);
        out.write(account);
        return Arrays.copyOf(out.bytes, out.at);
    }

    private void write(AccountRecord record) {
        Account account = record.account();
        boolean hasCode = !account.codeHash().equals(Account.NO_CODE);
        int flags = kind(record.storageCell()) | (VERSION << VERSION_SHIFT);
        flags |= hasCode ? HAS_CODE : 0;
        flags |= record.storageId() != 0 ? HAS_STORAGE_ID : 0;
        bytes[at++] = (byte) flags;
        writeVarint(account.nonce());
        byte[] balance = account.balance().toMinimalBytes();
        bytes[at++] = (byte) balance.length;
        System.arraycopy(balance, 0, bytes, at, balance.length);
        at += balance.length;
        if (hasCode) {
            writeHash(account.codeHash());
        }
        if (record.storageId() != 0) {
            writeVarint(record.storageId());
        }
        writeCell(record.storageCell(), record.storageRoot());
    }

    private static int kind(RootCell cell) {
        return switch (cell) {
            case RootCell.Empty _ -> NONE;
            case RootCell.Leaf _ -> ONE_SLOT;
            case RootCell.Branch branch -> branch.path().depth() == 0 ? BRANCH : EXTENSION;
        };
    }

    private void writeCell(RootCell cell, Hash32 storageRoot) {
        switch (cell) {
            case RootCell.Empty _ -> {}
            case RootCell.Leaf leaf -> {
                writeHash(leaf.key());
                writeHash(storageRoot);
            }
            case RootCell.Branch branch when branch.path().depth() == 0 -> writeHash(storageRoot);
            case RootCell.Branch branch -> {
                int nibbles = branch.path().depth();
                bytes[at++] = (byte) (branch.ref().isEmbedded() ? nibbles | RowLayout.EXT_EMBEDDED : nibbles);
                Nibbles.pack(branch.path().paddedKey().toBytes(), 0, nibbles, bytes, at);
                at += (nibbles + 1) / 2;
                branch.ref().copyTo(bytes, at);
                at += RowLayout.REF_BYTES;
                writeHash(storageRoot);
            }
        }
    }

    private void writeHash(Hash32 hash) {
        hash.copyTo(bytes, at);
        at += Hash32.BYTES;
    }

    private void writeVarint(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            bytes[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[at++] = (byte) left;
    }

    static AccountRecord decode(byte[] encoded) {
        AccountRecordLayout in = new AccountRecordLayout(encoded);
        try {
            AccountRecord record = in.read();
            if (in.at != encoded.length) {
                throw in.corrupt("length", "bytes=" + encoded.length + ", expected " + in.at);
            }
            return record;
        } catch (IndexOutOfBoundsException e) {
            throw new CorruptStoreException(
                    "account record: cut short: " + HexFormat.of().formatHex(encoded), e);
        }
    }

    private AccountRecord read() {
        int flags = bytes[at++] & 0xFF;
        if (flags >>> VERSION_SHIFT != VERSION) {
            throw corrupt("version", "version=" + (flags >>> VERSION_SHIFT) + ", expected " + VERSION);
        }
        long nonce = readVarint("nonce");
        UInt256 balance = readBalance();
        Hash32 codeHash = Account.NO_CODE;
        if ((flags & HAS_CODE) != 0) {
            codeHash = readHash();
            if (codeHash.equals(Account.NO_CODE)) {
                throw corrupt("code hash", "the hash of no code, expected the flag to say so");
            }
        }
        long storageId = (flags & HAS_STORAGE_ID) != 0 ? readVarint("storage id") : 0;
        if (storageId == 0 && (flags & (HAS_STORAGE_ID | KIND_MASK)) != 0) {
            throw corrupt("storage id", "none, expected one with flags=" + Integer.toHexString(flags));
        }
        return readCell(flags & KIND_MASK, new Account(nonce, balance, codeHash), storageId);
    }

    private UInt256 readBalance() {
        int length = bytes[at++] & 0xFF;
        if (length > Hash32.BYTES || (length > 0 && bytes[at] == 0)) {
            throw corrupt("balance", "length=" + length + ", expected 0..32 bytes without leading zeros");
        }
        UInt256 balance = UInt256.of(Arrays.copyOfRange(bytes, at, checked(length)));
        at += length;
        return balance;
    }

    private AccountRecord readCell(int kind, Account account, long storageId) {
        return switch (kind) {
            case NONE -> new AccountRecord(account, storageId, RootCell.EMPTY, NodeHasher.EMPTY_ROOT);
            case ONE_SLOT -> {
                RootCell leaf = new RootCell.Leaf(readHash());
                yield withRoot(account, storageId, leaf, readHash());
            }
            case BRANCH -> {
                Hash32 ref = readHash();
                RootCell branch = new RootCell.Branch(BranchPath.root(storageId), NodeRef.ofHash(ref));
                yield withRoot(account, storageId, branch, ref);
            }
            default -> {
                RootCell.Branch below = readExtension(storageId);
                Hash32 root = readHash();
                Hash32 computed = AccountRecord.rootOf(below);
                if (!root.equals(computed)) {
                    throw corrupt("storage root", root + ", expected that of the cell, " + computed);
                }
                yield withRoot(account, storageId, below, root);
            }
        };
    }

    private AccountRecord withRoot(Account account, long storageId, RootCell cell, Hash32 root) {
        if (root.equals(NodeHasher.EMPTY_ROOT)) {
            throw corrupt("storage root", "that of no storage, expected storage of kind " + kind(cell));
        }
        return new AccountRecord(account, storageId, cell, root);
    }

    private RootCell.Branch readExtension(long storageId) {
        int header = bytes[at++] & 0xFF;
        int nibbles = header & RowLayout.EXT_COUNT;
        boolean embedded = (header & RowLayout.EXT_EMBEDDED) != 0;
        if (nibbles < 1 || nibbles > BranchPath.MAX_NIBBLES) {
            throw corrupt("extension", "nibbles=" + nibbles + ", expected 1..63");
        }
        byte[] key = new byte[Hash32.BYTES];
        int packed = (nibbles + 1) / 2;
        checked(packed + RowLayout.REF_BYTES);
        if (nibbles % 2 != 0 && (bytes[at + packed - 1] & 15) != 0) {
            throw corrupt("extension", "a nibble behind the last");
        }
        Nibbles.copy(bytes, at, key, 0, nibbles);
        at += packed;
        if (embedded && NodeRef.embeddedLength(bytes[at]) >= RowLayout.REF_BYTES) {
            throw corrupt("ref", "first byte=" + (bytes[at] & 0xFF) + ", expected a node under 32 bytes");
        }
        NodeRef ref = NodeRef.read(bytes, at, embedded);
        for (int i = at + ref.length(); i < at + RowLayout.REF_BYTES; i++) {
            if (bytes[i] != 0) {
                throw corrupt("ref", "padding byte=" + bytes[i] + ", expected 0");
            }
        }
        at += RowLayout.REF_BYTES;
        return new RootCell.Branch(BranchPath.of(storageId, Hash32.of(key, 0), nibbles), ref);
    }

    private Hash32 readHash() {
        Hash32 hash = Hash32.of(bytes, at);
        at += Hash32.BYTES;
        return hash;
    }

    private long readVarint(String field) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                boolean shortest = next != 0 || shift == 0;
                boolean fits = shift < 63 || next <= 1;
                if (!shortest || !fits) {
                    throw corrupt(field, "not in the shortest form of 64 bits");
                }
                return value;
            }
        }
        throw corrupt(field, "more than 64 bits");
    }

    /** Returns the end of a field of {@code length} bytes, which must be there. */
    private int checked(int length) {
        if (length > bytes.length - at) {
            throw new IndexOutOfBoundsException("bytes=" + bytes.length + ", expected " + (at + length));
        }
        return at + length;
    }

    private CorruptStoreException corrupt(String field, String problem) {
        return new CorruptStoreException("account record: " + field + ": " + problem + ": "
                + HexFormat.of().formatHex(bytes));
    }
}
