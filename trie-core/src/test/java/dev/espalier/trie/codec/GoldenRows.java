package dev.espalier.trie.codec;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.fixture.Keys;
import java.util.HexFormat;

/** Two rows written out by hand, byte for byte as the layout has it. */
final class GoldenRows {
    /** A branch below the nibble a of trie 7: two leaves, one with its rest omitted, a branch, two extensions. */
    static final BranchPath SHALLOW_PATH = BranchPath.of(7, Keys.key("a"), 1);

    static final Hash32 SHALLOW_LEAF = Hash32.fromHex("a0" + "123456789abcdef0".repeat(3) + "fedcba98765432");

    static final String SHALLOW = "01" // version
            + "01" // depth
            + "2982" // present: 0, 3, 5, 9, f
            + "2880" // branch: 3, 5, f
            + "2080" // ext: 5, f
            + "0000" // embedded
            + "0100" // rest: 0
            + "02" // extBytes: the longest has 3 nibbles
            + "000000"
            + "11".repeat(32) // refs
            + "33".repeat(32)
            + "55".repeat(32)
            + "99".repeat(32)
            + "ff".repeat(32)
            + "123456789abcdef0".repeat(3) + "fedcba98765432" // rest of 0: 62 nibbles
            + "03" + "bcd0" + "5b".repeat(32) // ext of 5
            + "02" + "ef00" + "fb".repeat(32); // ext of f

    /** A branch at depth 60 of the account trie: an embedded leaf, an embedded extension to an embedded branch. */
    static final BranchPath DEEP_PATH = BranchPath.of(0, Keys.key("c".repeat(60)), 60);

    static final Hash32 DEEP_LEAF = Hash32.fromHex("c".repeat(60) + "1abc");

    /** A branch node with two leaves of the value 1 below nibble 63. */
    static final String EMBEDDED_BRANCH = "d5" + "c22001" + "c22001" + "80".repeat(15);

    static final String EMBEDDED_EXTENSION = "d9" + "8200de" + EMBEDDED_BRANCH;
    static final String EMBEDDED_LEAF = "c4" + "823abc" + "05";

    static final String DEEP = "01" // version
            + "3c" // depth
            + "8600" // present: 1, 2, 7
            + "8400" // branch: 2, 7
            + "0400" // ext: 2
            + "0600" // embedded: 1, 2
            + "0200" // rest: 1
            + "01" // extBytes: 2 nibbles
            + "000000"
            + EMBEDDED_LEAF + "00".repeat(27) // refs
            + EMBEDDED_EXTENSION + "00".repeat(6)
            + "77".repeat(32)
            + "abc0" // rest of 1: 3 nibbles
            + "82" + "de" + EMBEDDED_BRANCH + "00".repeat(10); // ext of 2

    private GoldenRows() {}

    static byte[] shallow() {
        return HexFormat.of().parseHex(SHALLOW);
    }

    static byte[] deep() {
        return HexFormat.of().parseHex(DEEP);
    }

    static BranchRow shallowBuilt() {
        RowBuilder builder = new RowBuilder();
        builder.start(1, null);
        builder.setLeaf(9, hash("99"), Keys.key("a9"));
        builder.omitRests();
        builder.setLeaf(0, hash("11"), SHALLOW_LEAF);
        builder.setBranch(3, hash("33"));
        builder.setExtension(5, hash("55"), BranchPath.of(7, Keys.key("a5bcd"), 5), hash("5b"));
        builder.setExtension(15, hash("ff"), BranchPath.of(7, Keys.key("afef"), 4), hash("fb"));
        return builder.freeze();
    }

    static BranchRow deepBuilt() {
        RowBuilder builder = new RowBuilder();
        builder.start(60, null);
        builder.setLeaf(1, rlp(EMBEDDED_LEAF), DEEP_LEAF);
        BranchPath below = BranchPath.of(0, Keys.key("c".repeat(60) + "2de"), 63);
        builder.setExtension(2, rlp(EMBEDDED_EXTENSION), below, rlp(EMBEDDED_BRANCH));
        builder.setBranch(7, hash("77"));
        return builder.freeze();
    }

    static NodeRef hash(String twoDigits) {
        return NodeRef.ofHash(Hash32.fromHex(twoDigits.repeat(32)));
    }

    static NodeRef rlp(String hex) {
        return new NodeRef(HexFormat.of().parseHex(hex));
    }
}
