package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.fixture.Keys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRefTest {
    private static final NodeRef EMBEDDED = GoldenRows.rlp(GoldenRows.EMBEDDED_LEAF);

    @Test
    void aHashStandsByItself() {
        Hash32 hash = Keys.spread(5);
        NodeRef ref = NodeRef.ofHash(hash);
        assertThat(ref.isEmbedded()).isFalse();
        assertThat(ref.length()).isEqualTo(32);
        assertThat(ref.hash()).isEqualTo(hash);
        assertThat(ref.toBytes()).isEqualTo(hash.toBytes());
        assertThat(ref).hasToString(hash.toString());
    }

    @Test
    void aShortNodeHasNoHash() {
        assertThat(EMBEDDED.isEmbedded()).isTrue();
        assertThat(EMBEDDED.length()).isEqualTo(5);
        assertThat(EMBEDDED).hasToString("rlp:" + GoldenRows.EMBEDDED_LEAF);
        assertThatIllegalStateException()
                .isThrownBy(EMBEDDED::hash)
                .withMessage("ref is embedded RLP, expected a hash: rlp:" + GoldenRows.EMBEDDED_LEAF);
    }

    @Test
    void isReadFromA32ByteFieldInWhichRlpGivesItsOwnLength() {
        byte[] field = new byte[40];
        assertThat(EMBEDDED.copyTo(field, 3)).isEqualTo(8);
        assertThat(NodeRef.read(field, 3, true)).isEqualTo(EMBEDDED).hasSameHashCodeAs(EMBEDDED);
        assertThat(NodeRef.read(field, 3, false).isEmbedded()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"c0, 1", "c4, 5", "de, 31", "df, 32", "f7, 56"})
    void theFirstByteOfAListGivesItsLength(String first, int length) {
        assertThat(NodeRef.embeddedLength((byte) Integer.parseInt(first, 16))).isEqualTo(length);
    }

    @ParameterizedTest
    @CsvSource({"00", "7f", "80", "bf"})
    void aByteThatBeginsNoListIsTooLong(String first) {
        assertThat(NodeRef.embeddedLength((byte) Integer.parseInt(first, 16))).isGreaterThan(31);
    }

    @Test
    void cannotBeChangedThroughItsBytes() {
        NodeRef ref = NodeRef.ofHash(Hash32.ZERO);
        ref.toBytes()[0] = 1;
        assertThat(ref)
                .isEqualTo(NodeRef.ofHash(Hash32.ZERO))
                .isNotEqualTo(EMBEDDED)
                .isNotEqualTo(null);
    }
}
