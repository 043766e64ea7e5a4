package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The RLP cases of ethereum/tests, read from beside the project where they are. */
class RlpOfficialCasesTest {
    private static final List<String> FILES = List.of("rlptest.json", "random_example.json");
    private static final int CASES = 29;

    @Test
    void agreesWithTheOfficialCases() throws IOException {
        Path folder = folder();
        int cases = 0;
        for (String file : FILES) {
            JsonNode root = new ObjectMapper().readTree(folder.resolve(file).toFile());
            for (Map.Entry<String, JsonNode> entry : root.properties()) {
                check(file + ": " + entry.getKey(), entry.getValue());
                cases++;
            }
        }
        assertThat(cases).as("cases in %s", FILES).isEqualTo(CASES);
    }

    private static Path folder() {
        String root = System.getProperty("espalier.root");
        assumeTrue(root != null, "official RLP cases not run: the system property espalier.root is not set");
        Path folder = Path.of(root).resolve("../shared/data/rlp").normalize();
        assumeTrue(Files.isDirectory(folder), "official RLP cases not run: there is no folder ../shared/data/rlp");
        return folder;
    }

    private static void check(String name, JsonNode testCase) {
        byte[] out = HexFormat.of().parseHex(testCase.required("out").asText().replaceFirst("^0x", ""));
        JsonNode in = testCase.required("in");
        if (in.asText().equals("INVALID")) {
            assertThatExceptionOfType(RlpException.class).as(name).isThrownBy(() -> RlpItem.decode(out));
            return;
        }
        RlpItem decoded = RlpItem.decode(out);
        assertThat(RlpItem.encode(decoded)).as(name).isEqualTo(out);
        if (!in.asText().equals("VALID")) {
            assertThat(RlpItem.encode(item(in))).as(name).isEqualTo(out);
            assertThat(decoded).as(name).isEqualTo(item(in));
        }
    }

    private static RlpItem item(JsonNode in) {
        if (in.isArray()) {
            List<RlpItem> items = new ArrayList<>();
            in.forEach(child -> items.add(item(child)));
            return new RlpItem.Items(items);
        }
        if (in.isIntegralNumber()) {
            return number(in.bigIntegerValue());
        }
        String text = in.asText();
        return text.startsWith("#")
                ? number(new BigInteger(text.substring(1)))
                : new RlpItem.Text(text.getBytes(StandardCharsets.UTF_8));
    }

    private static RlpItem number(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return new RlpItem.Text(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }
}
