package dev.espalier.trie.codec;

import dev.espalier.trie.Account;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.Rlp;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Account records of every storage kind, some with their bytes written out by hand. */
final class AccountRecords {
    static final Hash32 CODE = Hash32.fromHex("cc".repeat(32));
    static final Hash32 REF = Hash32.fromHex("ef".repeat(32));
    private static final Account PLAIN = new Account(0, UInt256.ZERO, Account.NO_CODE);

    /** A record and its bytes. */
    record Golden(String name, AccountRecord record, String hex) {
        byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private AccountRecords() {}

    static List<Golden> golden() {
        Hash32 slot = Keys.key("5107");
        Hash32 root = Keys.spread(1);
        BranchPath three = BranchPath.of(1, Keys.key("abc"), 3);
        Hash32 threeRoot = extensionRoot("1abc", Rlp.string(REF.toBytes()));
        BranchPath sixtyThree = BranchPath.of(2, Keys.key("d".repeat(63)), 63);
        byte[] embedded = HexFormat.of().parseHex(GoldenRows.EMBEDDED_BRANCH);
        Hash32 sixtyThreeRoot = extensionRoot("1" + "d".repeat(63), embedded);
        return List.of(
                new Golden("empty account", AccountRecord.withoutStorage(PLAIN), "10" + "00" + "00"),
                new Golden(
                        "code, nonce and balance",
                        AccountRecord.withoutStorage(new Account(300, UInt256.of(256), CODE)),
                        "14" + "ac02" + "020100" + "cc".repeat(32)),
                new Golden(
                        "largest nonce and balance",
                        AccountRecord.withoutStorage(new Account(-1, UInt256.MAX, Account.NO_CODE)),
                        "10" + "ff".repeat(9) + "01" + "20" + "ff".repeat(32)),
                new Golden(
                        "storage that was emptied",
                        new AccountRecord(
                                new Account(1, UInt256.ZERO, Account.NO_CODE),
                                5,
                                RootCell.EMPTY,
                                NodeHasher.EMPTY_ROOT),
                        "18" + "01" + "00" + "05"),
                new Golden(
                        "one slot",
                        new AccountRecord(PLAIN, 127, new RootCell.Leaf(slot), root),
                        "19" + "00" + "00" + "7f" + Keys.digits(slot) + Keys.digits(root)),
                new Golden(
                        "branch",
                        new AccountRecord(
                                new Account(0, UInt256.ONE, CODE),
                                128,
                                new RootCell.Branch(BranchPath.root(128), NodeRef.ofHash(REF)),
                                REF),
                        "1e" + "00" + "0101" + "cc".repeat(32) + "8001" + "ef".repeat(32)),
                new Golden(
                        "extension",
                        new AccountRecord(PLAIN, 1, new RootCell.Branch(three, NodeRef.ofHash(REF)), threeRoot),
                        "1b" + "00" + "00" + "01" + "03abc0" + "ef".repeat(32) + Keys.digits(threeRoot)),
                new Golden(
                        "extension to an embedded branch",
                        new AccountRecord(
                                PLAIN, 2, new RootCell.Branch(sixtyThree, new NodeRef(embedded)), sixtyThreeRoot),
                        "1b" + "00" + "00" + "02" + "bf" + "d".repeat(63) + "0" + GoldenRows.EMBEDDED_BRANCH
                                + "00".repeat(10) + Keys.digits(sixtyThreeRoot)));
    }

    static Golden golden(String name) {
        return golden().stream()
                .filter(one -> one.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The root hash of a trie that begins with an extension node, by the Yellow Paper. */
    private static Hash32 extensionRoot(String hexPrefix, byte[] below) {
        byte[] path = Rlp.string(HexFormat.of().parseHex(hexPrefix));
        return Keys.ofTrie(Bytes32.hashOf(Rlp.list(List.of(path, below))));
    }

    /** A random record of any storage kind. */
    static AccountRecord random(Random random) {
        long nonce = random.nextLong() >>> random.nextInt(64);
        UInt256 balance = UInt256.of(new BigInteger(random.nextInt(257), random));
        Account account = new Account(nonce, balance, random.nextBoolean() ? Account.NO_CODE : Keys.random(random));
        long id = Math.max(1, random.nextLong() >>> (1 + random.nextInt(62)));
        Hash32 key = Keys.random(random);
        return switch (random.nextInt(5)) {
            case 0 -> AccountRecord.withoutStorage(account);
            case 1 -> new AccountRecord(account, id, RootCell.EMPTY, NodeHasher.EMPTY_ROOT);
            case 2 -> new AccountRecord(account, id, new RootCell.Leaf(key), Keys.random(random));
            case 3 ->
                new AccountRecord(account, id, new RootCell.Branch(BranchPath.root(id), NodeRef.ofHash(key)), key);
            default -> {
                BranchPath path = BranchPath.of(id, key, 1 + random.nextInt(63));
                RootCell.Branch cell = new RootCell.Branch(path, RowSpec.ref(random, 17));
                yield new AccountRecord(account, id, cell, AccountRecord.rootOf(cell));
            }
        };
    }
}
