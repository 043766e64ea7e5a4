package dev.espalier.trie.oracle;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RLP at the boundaries of its length classes, and the third-party cases. */
class RlpTest {
    @Test
    void stringsAtTheBoundaries() {
        assertThat(hex(Rlp.string(new byte[0]))).isEqualTo("80");
        assertThat(hex(Rlp.string(new byte[] {0}))).isEqualTo("00");
        assertThat(hex(Rlp.string(new byte[] {0x7f}))).isEqualTo("7f");
        assertThat(hex(Rlp.string(new byte[] {(byte) 0x80}))).isEqualTo("8180");
        assertThat(hex(Rlp.string(new byte[55]))).startsWith("b700");
        assertThat(hex(Rlp.string(new byte[56]))).startsWith("b83800");
        assertThat(hex(Rlp.string(new byte[256]))).startsWith("b9010000");
    }

    @Test
    void numbersHaveNoLeadingZeros() {
        assertThat(hex(Rlp.number(BigInteger.ZERO))).isEqualTo("80");
        assertThat(hex(Rlp.number(BigInteger.valueOf(127)))).isEqualTo("7f");
        assertThat(hex(Rlp.number(BigInteger.valueOf(128)))).isEqualTo("8180");
        assertThat(hex(Rlp.number(BigInteger.valueOf(256)))).isEqualTo("820100");
        assertThat(hex(Rlp.number(ShapedValues.MAX_WORD))).isEqualTo("a0" + "ff".repeat(32));
        assertThatThrownBy(() -> Rlp.number(BigInteger.ONE.negate()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("number=-1");
    }

    @Test
    void listsAtTheBoundaries() {
        assertThat(hex(Rlp.list(List.of()))).isEqualTo("c0");
        assertThat(hex(Rlp.list(List.of(new byte[55])))).startsWith("f700");
        assertThat(hex(Rlp.list(List.of(new byte[56])))).startsWith("f83800");
    }

    @Test
    void thirdPartyCases() {
        JsonNode cases = ReferenceFiles.json("rlp/rlptest.json");
        assertThat(cases.size()).isEqualTo(28);
        cases.properties().forEach(test -> {
            String out = test.getValue().get("out").asText();
            assertThat(hex(encode(test.getValue().get("in"))))
                    .as(test.getKey())
                    .isEqualTo(out.startsWith("0x") ? out.substring(2) : out);
        });
    }

    private static byte[] encode(JsonNode in) {
        if (in.isArray()) {
            List<byte[]> items = new ArrayList<>();
            in.forEach(item -> items.add(encode(item)));
            return Rlp.list(items);
        }
        if (in.isNumber()) {
            return Rlp.number(in.bigIntegerValue());
        }
        String text = in.asText();
        return text.startsWith("#")
                ? Rlp.number(new BigInteger(text.substring(1)))
                : Rlp.string(text.getBytes(US_ASCII));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
