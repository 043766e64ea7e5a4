package dev.espalier.trie.codec;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.oracle.OracleBranch;
import dev.espalier.trie.oracle.OracleTrie;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes the oracle's branch nodes as rows, with the oracle's refs. */
public final class RowsOfOracle {
    private RowsOfOracle() {}

    /** Returns a row for every branch of a trie. */
    public static SortedMap<BranchPath, BranchRow> rows(long trieId, OracleTrie trie) {
        SortedMap<BranchPath, BranchRow> rows = new TreeMap<>();
        trie.branches().values().forEach(branch -> rows.put(path(trieId, branch.path()), row(trieId, branch)));
        return rows;
    }

    /** Returns the path of a branch. */
    public static BranchPath path(long trieId, String nibbles) {
        return BranchPath.of(trieId, padded(nibbles), nibbles.length());
    }

    /** Returns the row of a branch. */
    public static BranchRow row(long trieId, OracleBranch branch) {
        RowBuilder builder = new RowBuilder();
        builder.start(branch.path().length(), null);
        for (int child = 0; child < OracleBranch.WIDTH; child++) {
            String prefix = branch.path() + Character.forDigit(child, OracleBranch.WIDTH);
            switch (branch.children().get(child)) {
                case OracleBranch.Absent _ -> {}
                case OracleBranch.Leaf leaf -> builder.setLeaf(child, ref(leaf.ref()), padded(prefix + leaf.rest()));
                case OracleBranch.Branch below
                when below.extension().isEmpty() -> builder.setBranch(child, ref(below.ref()));
                case OracleBranch.Branch below ->
                    builder.setExtension(
                            child, ref(below.ref()), path(trieId, prefix + below.extension()), ref(below.branchRef()));
            }
        }
        return builder.freeze();
    }

    /** Returns the oracle's ref as rows hold it. */
    public static NodeRef ref(OracleBranch.Ref ref) {
        return new NodeRef(ref.bytes());
    }

    /** Returns a copy of a row in which no key rest is stored. */
    public static BranchRow withoutRests(BranchRow row) {
        RowBuilder builder = new RowBuilder();
        builder.start(row.depth(), row);
        builder.omitRests();
        return builder.freeze();
    }

    private static Hash32 padded(String nibbles) {
        return Hash32.fromHex(nibbles + "0".repeat(Hash32.NIBBLES - nibbles.length()));
    }
}
