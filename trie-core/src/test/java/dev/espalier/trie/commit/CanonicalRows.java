package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;
import dev.espalier.trie.codec.RowCodec;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.OracleBranch;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rows in a form that two stores of the same state share: by account and path, since storage ids are not canonical. The
 * expected form is written here once more, straight from the layout's description, so it also checks the encoder.
 */
public final class CanonicalRows {
    private static final HexFormat HEX = HexFormat.of();
    private static final int REF_BYTES = 32;
    private static final int EMBEDDED_BELOW = 0x80;

    private CanonicalRows() {}

    /** Returns the rows that a state must have, by account key (empty for the account trie), slash and path. */
    public static Map<String, ByteBuffer> of(OracleState state) {
        OracleState.Branches branches = state.branches();
        Map<String, ByteBuffer> rows = new HashMap<>();
        branches.accountTrie().forEach((path, branch) -> rows.put("/" + path, ByteBuffer.wrap(encode(branch))));
        branches.storageTries()
                .forEach((account, trie) -> trie.forEach(
                        (path, branch) -> rows.put(account.hex() + "/" + path, ByteBuffer.wrap(encode(branch)))));
        return rows;
    }

    /** Returns a store's rows in the same form, without those of storage tries that no account has. */
    public static Map<String, ByteBuffer> of(MemoryStore store, OracleState state) {
        Map<Long, String> owners = new HashMap<>();
        owners.put(BranchPath.ACCOUNT_TRIE, "");
        try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
            for (Bytes32 account : state.accountKeys()) {
                byte[] stored = view.leaf(BranchPath.ACCOUNT_TRIE, Hash32.of(account.bytes()));
                if (stored != null) {
                    owners.put(AccountRecord.decode(stored).storageId(), account.hex());
                }
            }
        }
        owners.put(BranchPath.ACCOUNT_TRIE, "");
        Map<String, ByteBuffer> rows = new HashMap<>();
        store.forEachRow((path, row) -> {
            String owner = owners.get(path.trieId());
            if (owner != null) {
                rows.put(owner + "/" + nibbles(path), ByteBuffer.wrap(row.toBytes()));
            }
        });
        return rows;
    }

    /** Checks that rows are equal, and shows in hex where they are not. */
    public static void assertSame(String what, Map<String, ByteBuffer> actual, Map<String, ByteBuffer> expected) {
        if (!actual.equals(expected)) {
            assertThat(inHex(actual)).as("%s: rows", what).containsExactlyEntriesOf(inHex(expected));
        }
    }

    /**
     * Checks that a view has every row that a state must have, with the rests that the store left out found again. It
     * reads the rows as a trie does, each by what its parent holds of it.
     */
    public static void assertStored(StoreView view, OracleState state) {
        Map<String, Long> tries = new HashMap<>(Map.of("", BranchPath.ACCOUNT_TRIE));
        for (Bytes32 account : state.accountKeys()) {
            byte[] stored = Objects.requireNonNull(view.leaf(BranchPath.ACCOUNT_TRIE, Hash32.of(account.bytes())));
            tries.put(account.hex(), AccountRecord.decode(stored).storageId());
        }
        NodeHasher hasher = new NodeHasher();
        of(state).forEach((key, expected) -> {
            String[] parts = key.split("/", -1);
            String nibbles = parts[1];
            Hash32 padded = Hash32.fromHex(nibbles + "0".repeat(Hash32.NIBBLES - nibbles.length()));
            BranchPath path = BranchPath.of(Objects.requireNonNull(tries.get(parts[0])), padded, nibbles.length());
            RowRequests one = new RowRequests();
            one.add(path, hasher.branch(RowCodec.decode(path, bytes(expected))));
            view.loadRows(one);
            BranchRow row = Objects.requireNonNull(one.row(0), () -> "no row " + path);
            assertThat(ByteBuffer.wrap(whole(view, path, row)))
                    .as("row %s", path)
                    .isEqualTo(expected);
        });
    }

    /** Returns a row's bytes with every rest, where the store left some out. */
    private static byte[] whole(StoreView view, BranchPath path, BranchRow row) {
        RowBuilder builder = new RowBuilder();
        builder.start(path.depth(), row);
        for (int child = 0; child < OracleBranch.WIDTH; child++) {
            boolean isLeaf = RowReader.bit(row.present() & ~row.branches(), child);
            if (isLeaf && !RowReader.bit(row.rests(), child)) {
                NodeRef ref = row.ref(child);
                builder.setLeaf(child, ref, view.keyOfLeaf(path, child, ref));
            }
        }
        return builder.freeze().toBytes();
    }

    private static byte[] bytes(ByteBuffer row) {
        byte[] bytes = new byte[row.remaining()];
        row.duplicate().get(bytes);
        return bytes;
    }

    private static SortedMap<String, String> inHex(Map<String, ByteBuffer> rows) {
        SortedMap<String, String> hex = new TreeMap<>();
        rows.forEach((key, row) -> hex.put(key, HEX.formatHex(bytes(row))));
        return hex;
    }

    private static String nibbles(BranchPath path) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < path.depth(); i++) {
            text.append(Character.forDigit(path.nibble(i), 16));
        }
        return text.toString();
    }

    private static byte[] encode(OracleBranch branch) {
        int present = 0;
        int branches = 0;
        int extensions = 0;
        int embedded = 0;
        int rests = 0;
        int extBytes = 0;
        for (int child = 0; child < OracleBranch.WIDTH; child++) {
            int bit = 1 << child;
            switch (branch.children().get(child)) {
                case OracleBranch.Absent() -> {}
                case OracleBranch.Leaf(var _, var ref) -> {
                    present |= bit;
                    rests |= bit;
                    embedded |= ref.isEmbedded() ? bit : 0;
                }
                case OracleBranch.Branch(var extension, var ref, var _) -> {
                    present |= bit;
                    branches |= bit;
                    extensions |= extension.isEmpty() ? 0 : bit;
                    embedded |= ref.isEmbedded() ? bit : 0;
                    extBytes = Math.max(extBytes, (extension.length() + 1) / 2);
                }
            }
        }
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        row.write(1);
        row.write(branch.path().length());
        for (int mask : new int[] {present, branches, extensions, embedded, rests}) {
            row.write(mask);
            row.write(mask >> 8);
        }
        row.write(extBytes);
        row.writeBytes(new byte[3]);
        writeSections(branch, row, extBytes);
        return row.toByteArray();
    }

    private static void writeSections(OracleBranch branch, ByteArrayOutputStream row, int extBytes) {
        ByteArrayOutputStream rests = new ByteArrayOutputStream();
        ByteArrayOutputStream exts = new ByteArrayOutputStream();
        for (OracleBranch.Child child : branch.children()) {
            switch (child) {
                case OracleBranch.Absent() -> {}
                case OracleBranch.Leaf(var rest, var ref) -> {
                    row.writeBytes(padded(ref.bytes(), REF_BYTES));
                    rests.writeBytes(packed(rest));
                }
                case OracleBranch.Branch(var extension, var ref, var below) -> {
                    row.writeBytes(padded(ref.bytes(), REF_BYTES));
                    if (!extension.isEmpty()) {
                        exts.write(extension.length() | (below.isEmbedded() ? EMBEDDED_BELOW : 0));
                        exts.writeBytes(padded(packed(extension), extBytes));
                        exts.writeBytes(padded(below.bytes(), REF_BYTES));
                    }
                }
            }
        }
        row.writeBytes(rests.toByteArray());
        row.writeBytes(exts.toByteArray());
    }

    private static byte[] packed(String nibbles) {
        return HEX.parseHex(nibbles.length() % 2 == 0 ? nibbles : nibbles + "0");
    }

    private static byte[] padded(byte[] bytes, int length) {
        byte[] padded = new byte[length];
        System.arraycopy(bytes, 0, padded, 0, bytes.length);
        return padded;
    }
}
