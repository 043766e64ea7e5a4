package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptRowException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.fixture.Keys;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule of the layout, broken one at a time in a row that is right but for that. */
class RowCodecCorruptionTest {
    private static final int DEEP_REFS = 16;
    private static final int DEEP_RESTS = DEEP_REFS + 3 * 32;
    private static final int DEEP_EXTS = DEEP_RESTS + 2;
    private static final int DEEP_EXT_REF = DEEP_EXTS + 2;

    private static byte[] with(byte[] row, int at, String hex) {
        byte[] replacement = HexFormat.of().parseHex(hex);
        System.arraycopy(replacement, 0, row, at, replacement.length);
        return row;
    }

    private static void assertRefused(BranchPath path, byte[] row, String field, String... words) {
        CorruptRowException e = catchThrowableOfType(CorruptRowException.class, () -> RowCodec.decode(path, row));
        assertThat(e).as("nothing refused, expected %s", field).isNotNull();
        assertThat(e.field()).as(e.getMessage()).isEqualTo(field);
        assertThat(e.path()).isEqualTo(path);
        assertThat(e).hasMessageContaining(path.toString()).hasMessageContaining(field);
        for (String word : words) {
            assertThat(e).hasMessageContaining(word);
        }
    }

    @Test
    void bothRowsAreRightBeforeTheyAreBroken() {
        assertThat(RowCodec.decode(GoldenRows.SHALLOW_PATH, GoldenRows.shallow()))
                .isNotNull();
        assertThat(RowCodec.decode(GoldenRows.DEEP_PATH, GoldenRows.deep())).isNotNull();
    }

    @Test
    void aRowCutShortAnywhereOrWithBytesBehindIt() {
        for (byte[] row : new byte[][] {GoldenRows.shallow(), GoldenRows.deep()}) {
            BranchPath path = row[1] == 1 ? GoldenRows.SHALLOW_PATH : GoldenRows.DEEP_PATH;
            for (int length = 0; length <= row.length + 33; length++) {
                if (length != row.length) {
                    assertRefused(path, Arrays.copyOf(row, length), "length", "bytes=" + length + ",");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"00, 0", "02, 2", "81, 129", "ff, 255"})
    void anotherVersion(String hex, int version) {
        assertRefused(
                GoldenRows.SHALLOW_PATH,
                with(GoldenRows.shallow(), 0, hex),
                "version",
                "version=" + version,
                "expected 1");
    }

    @ParameterizedTest
    @CsvSource({"00, 0", "02, 2", "40, 64", "81, 129"})
    void anotherDepthThanThePaths(String hex, int depth) {
        assertRefused(
                GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), 1, hex), "depth", "depth=" + depth, "expected 1");
    }

    @Test
    void theRightRowAtAnotherDepth() {
        BranchPath below = BranchPath.of(7, Keys.key("a0"), 2);
        assertRefused(below, GoldenRows.shallow(), "depth", "depth=1", "expected 2");
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 14, 15})
    void aHeaderByteThatIsNotZero(int at) {
        assertRefused(GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), at, "01"), "zero", "byte " + at + "=1");
    }

    @ParameterizedTest
    @CsvSource({"0000, 0", "0100, 1", "0080, 1"})
    void fewerThanTwoChildren(String present, int children) {
        byte[] row = Arrays.copyOf(GoldenRows.shallow(), 16 + 32 * children);
        with(row, 2, present + "0000000000000000000000");
        assertRefused(GoldenRows.SHALLOW_PATH, row, "present", "children=" + children);
    }

    @ParameterizedTest
    @CsvSource({
        "4, 2a80, branch",
        "6, 2180, ext",
        "8, 0200, embedded",
        "10, 0300, rest",
        "10, 0900, rest",
        "10, 0080, rest"
    })
    void aMaskThatIsNoSubset(int at, String mask, String field) {
        assertRefused(GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), at, mask), field, "expected a subset of");
    }

    @Test
    void anExtensionOfALeaf() {
        assertRefused(GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), 6, "2880"), "length");
        assertRefused(GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), 6, "2082"), "ext");
    }

    @Test
    void aBranchBelowTheLastNibble() {
        BranchPath path = BranchPath.of(7, Keys.key("a"), 63);
        RowBuilder builder = new RowBuilder();
        builder.start(63, null);
        builder.setLeaf(1, GoldenRows.hash("11"), Keys.key("a", "1"));
        builder.setLeaf(2, GoldenRows.hash("22"), Keys.key("a", "2"));
        byte[] row = builder.freeze().toBytes();
        assertThat(RowCodec.decode(path, row.clone()).leafKey(path, 2)).isEqualTo(Keys.key("a", "2"));
        assertThat(row).hasSize(80);
        with(row, 4, "0400");
        with(row, 10, "0200");
        assertRefused(path, row, "branch", "below nibble 63");
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "20", "80", "82", "ff"})
    void aWidthOfExtensionsThatCannotBe(String extBytes) {
        assertRefused(GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), 12, extBytes), "extBytes", "expected 1..31");
    }

    @Test
    void aWidthOfExtensionsWithoutAny() {
        byte[] row = with(Arrays.copyOf(GoldenRows.shallow(), 16 + 5 * 32 + 31), 6, "0000");
        with(row, 12, "01");
        assertRefused(GoldenRows.SHALLOW_PATH, row, "extBytes", "expected 0");
        with(row, 12, "00");
        assertThat(RowCodec.decode(GoldenRows.SHALLOW_PATH, row).extensions()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"00, 0", "7f, 127", "80, 128", "bf, 191", "df, 223", "f8, 248", "ff, 255"})
    void anEmbeddedNodeThatIsNoShortList(String first, int value) {
        assertRefused(
                GoldenRows.DEEP_PATH, with(GoldenRows.deep(), DEEP_REFS, first), "refs[1]", "first byte=" + value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"c0", "c101", "c3010203", "c401020304", "c4823abc82", "c3c40105", "c4b8010203", "c4c1010203"})
    void anEmbeddedLeafThatIsNoListOfTwoItems(String rlp) {
        byte[] row = with(GoldenRows.deep(), DEEP_REFS, "00".repeat(32));
        assertRefused(GoldenRows.DEEP_PATH, with(row, DEEP_REFS, rlp), "refs[1]", "expected 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c3808080", "d4", "d6"})
    void anEmbeddedExtensionThatIsNoListOfTwoItems(String rlp) {
        assertRefused(GoldenRows.DEEP_PATH, with(GoldenRows.deep(), DEEP_REFS + 32, rlp), "refs[2]", "expected 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"d4", "d6", "c20105"})
    void anEmbeddedBranchThatIsNoListOf17Items(String rlp) {
        byte[] below = with(GoldenRows.deep(), DEEP_EXT_REF, rlp);
        assertRefused(GoldenRows.DEEP_PATH, below, "exts[2] ref", "expected 17");
        byte[] child = with(GoldenRows.deep(), 8, "8600");
        with(child, DEEP_REFS + 64, GoldenRows.EMBEDDED_BRANCH + "00".repeat(10));
        assertThat(RowCodec.decode(GoldenRows.DEEP_PATH, child.clone()).embedded())
                .isEqualTo(0x86);
        assertRefused(GoldenRows.DEEP_PATH, with(child, DEEP_REFS + 64, rlp), "refs[7]", "expected 17");
    }

    @Test
    void aByteBehindAnEmbeddedNode() {
        for (int at = DEEP_REFS + 5; at < DEEP_REFS + 32; at++) {
            assertRefused(GoldenRows.DEEP_PATH, with(GoldenRows.deep(), at, "01"), "refs[1] padding", "byte " + at);
        }
        for (int at = DEEP_EXT_REF + 22; at < DEEP_EXT_REF + 32; at++) {
            assertRefused(GoldenRows.DEEP_PATH, with(GoldenRows.deep(), at, "80"), "exts[2] ref padding", "=128");
        }
    }

    @Test
    void aNibbleBehindAnOddRest() {
        assertRefused(
                GoldenRows.DEEP_PATH, with(GoldenRows.deep(), DEEP_RESTS + 1, "c1"), "rests[1] padding", "nibble=1");
    }

    @ParameterizedTest
    @CsvSource({"80, 0", "83, 3", "84, 4", "bf, 63", "ff, 127", "00, 0", "7f, 127"})
    void anExtensionThatIsEmptyOrTooLong(String count, int nibbles) {
        assertRefused(
                GoldenRows.DEEP_PATH,
                with(GoldenRows.deep(), DEEP_EXTS, count),
                "exts[2] count",
                "nibbles=" + nibbles,
                "expected 1..2");
    }

    @Test
    void anExtensionLongerThanTheRowsWidth() {
        int at = 16 + 5 * 32 + 31;
        assertRefused(GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), at, "05"), "exts[5] count", "expected 1..4");
    }

    @Test
    void anExtensionBelowWhichNoBranchCanStand() {
        Hash32 key = Keys.key("b".repeat(62));
        RowBuilder builder = new RowBuilder();
        builder.start(61, null);
        builder.setLeaf(1, GoldenRows.hash("11"), Keys.key("b".repeat(61) + "1"));
        builder.setExtension(11, GoldenRows.hash("bb"), BranchPath.of(0, key, 63), GoldenRows.hash("22"));
        BranchPath path = BranchPath.of(0, key, 61);
        byte[] row = builder.freeze().toBytes();
        assertThat(RowCodec.decode(path, row.clone()).branchBelow(path, 11).depth())
                .isEqualTo(63);
        int count = 16 + 64 + 1;
        assertThat(row[count]).isEqualTo((byte) 1);
        row[count] = 2;
        assertRefused(path, row, "exts[11] count", "nibbles=2", "expected 1..1");
    }

    @Test
    void aNibbleOrByteBehindAnExtension() {
        int five = 16 + 5 * 32 + 31;
        assertRefused(GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), five + 1, "bcd1"), "exts[5] padding", "odd");
        int fifteen = five + 35;
        assertRefused(GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), fifteen + 1, "ef10"), "exts[15] padding");
        assertRefused(GoldenRows.SHALLOW_PATH, with(GoldenRows.shallow(), fifteen + 1, "ef01"), "exts[15] padding");
    }

    @Test
    void aWidthOfExtensionsAboveThatOfTheLongest() {
        byte[] row = with(GoldenRows.shallow(), 16 + 5 * 32 + 31, "02bc00");
        assertRefused(GoldenRows.SHALLOW_PATH, row, "extBytes", "extBytes=2", "expected 1");
    }
}
