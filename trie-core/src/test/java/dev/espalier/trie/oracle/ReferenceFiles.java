package dev.espalier.trie.oracle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/**
 * Third-party files with known roots, in {@code ../shared/data} beside the project. They are no part of the project: a
 * test that asks for a file which is not there is aborted with a message that names it.
 */
public final class ReferenceFiles {
    /** System property with the project's root directory. */
    public static final String ROOT_PROPERTY = "espalier.root";

    private static final ObjectMapper JSON = new ObjectMapper();

    private ReferenceFiles() {}

    /**
     * The path of a file.
     *
     * @param name relative to the data folder, for example {@code trie/trietest.json}
     */
    public static Path file(String name) {
        String root = System.getProperty(ROOT_PROPERTY, "");
        assumeTrue(
                !root.isEmpty(), "system property " + ROOT_PROPERTY + " is not set, it locates ../shared/data/" + name);
        Path file = Path.of(root, "..", "shared", "data", name).normalize();
        assumeTrue(Files.isRegularFile(file), "file " + file + " is not there");
        return file;
    }

    /** Reads a JSON file, plain or gzip. */
    public static JsonNode json(String name) {
        try (InputStream in = open(file(name))) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a file of one JSON object a line, plain or gzip, line by line. */
    public static void forEachLine(String name, Consumer<JsonNode> action) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(open(file(name)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                action.accept(JSON.readTree(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes of hex text with or without 0x. */
    public static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.startsWith("0x") ? hex.substring(2) : hex);
    }

    /** A hex quantity such as {@code 0x1f}. */
    public static BigInteger quantity(JsonNode hex) {
        return new BigInteger(hex.asText().substring(2), 16);
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    }
}
