package dev.espalier.bench.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import dev.espalier.bench.json.InputFile;
import dev.espalier.bench.json.UnreadableInputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DamagedFileTest {
    private static final String TRIPLE = KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT);
    private static final String CHAIN = KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT);
    private static final String VECTORS = KnownFiles.vectors(KnownFiles.EMPTY_ROOT);
    private static final String GENESIS = KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT);

    @TempDir
    Path folder;

    static Stream<Arguments> damagedFiles() {
        return Stream.of(
                arguments(TRIPLE + TRIPLE.replace("postRoot", "other"), "line 2: field 'postRoot' is missing"),
                arguments(TRIPLE + TRIPLE.replace("\"pre\":", "\"other\":"), "line 2: field 'pre' is missing"),
                arguments(
                        TRIPLE.replace(KnownFiles.ADDED_ROOT, "0x12"),
                        "line 1: field 'postRoot': expected 32 bytes in hex, found \"0x12\""),
                arguments(
                        TRIPLE.replace(KnownFiles.ADDED_ROOT, "0x" + "zz".repeat(32)),
                        "line 1: field 'postRoot': expected 32 bytes in hex, found \"0xzz"),
                arguments(
                        TRIPLE.replace("\"0xde0b6b3a7640000\"", "7"),
                        "line 1: field 'balance': expected text, found 7"),
                arguments(
                        TRIPLE.replace("\"0xde0b6b3a7640000\"", "\"0xgg\""),
                        "line 1: field 'balance': expected a number of at most 32 bytes in hex, found \"0xgg\""),
                arguments(
                        TRIPLE.replace("\"nonce\":\"0x0\"", "\"nonce\":\"0x10000000000000000\""),
                        "line 1: field 'nonce': expected an unsigned 64-bit number, found 0x10000000000000000"),
                arguments(
                        TRIPLE.replace("\"nonce\":\"0x0\"", "\"nonsense\":\"0x0\""),
                        "line 1: field 'nonce' is missing"),
                arguments(
                        TRIPLE.replace("0x799d329e5f583419167cd722962485926e338f4a", "0x799d"),
                        "line 1: field '0x799d': expected an address of 20 bytes in hex, found \"0x799d\""),
                arguments(CHAIN.replace("startRoot", "otherRoot"), "line 1: field 'startRoot' is missing"),
                arguments(CHAIN.lines().toList().get(1), "line 1: field 'startRoot' is missing"),
                arguments(CHAIN.replace("\"number\":2,\"stateRoot\"", "\"x\""), "line 3: field 'stateRoot' is missing"),
                arguments(CHAIN.replace("\"diff\":{\"0x2f", "\"diff\":{\"0x2"), "line 2: field '0x2"),
                arguments(CHAIN + "{\"hash\":", "line 4: the file ends inside a JSON value"),
                arguments(CHAIN + "{\"hash\" 1}", "line 4: not valid JSON"),
                arguments(VECTORS.replace("deleteStorage", "erase"), "line 7: field 'op': expected account, delete"),
                arguments(
                        VECTORS.replace("\"10\",\"nonce\"", "\"1x\",\"nonce\""),
                        "line 3: field 'balance': expected a decimal"),
                arguments(VECTORS.replace("\"value\":\"22\"", "\"v\":1"), "line 5: field 'value' is missing"),
                arguments(VECTORS + "{}", "line 12: expected the end of the file"),
                arguments(GENESIS.replace("stateRoot", "root"), "line 1: field 'stateRoot' is missing"),
                arguments(GENESIS + GENESIS, "line 2: expected the end of the file"),
                arguments(
                        KnownFiles.chain(KnownFiles.ADDED_ROOT, 3).replace("\"genesis\"", "\"g\""),
                        "line 1: field 'genesis' is missing"),
                arguments(
                        KnownFiles.chain(KnownFiles.ADDED_ROOT, 3).replace("\"parent\"", "\"p\""),
                        "line 1: field 'parent' is missing"),
                arguments(KnownFiles.rlpTest("0x8"), "line 2: field 'out': expected bytes in hex, found \"0x8\""),
                arguments(
                        KnownFiles.rlpTest("0x80").replace("1000", "-1"),
                        "line 3: field 'in': expected a whole number"),
                arguments(KnownFiles.rlpTest("0x80").replace("1000", "1.5"), "line 3: field 'in': expected text"),
                arguments(
                        KnownFiles.rlpTest("0x80").replace("#837", "#x"),
                        "line 4: field 'in': expected # and a decimal"),
                arguments(
                        KnownFiles.rlpTest("0x80").replace("#837", "#+837"),
                        "line 4: field 'in': expected # and a decimal"),
                arguments(
                        KnownFiles.rlpTest("0x80").replace("#837", "#\u0665"),
                        "line 4: field 'in': expected # and a decimal"),
                arguments(
                        KnownFiles.rlpTest("0x80").replace("#837", "#" + "9".repeat(2_000_000)),
                        "line 4: field 'in': expected # and a decimal number of at most 10000 digits, found \"999"),
                arguments(
                        KnownFiles.rlpTest("0x80").replace("1000", "9".repeat(2000)),
                        "line 3: beyond what is read: Number value length (2000) exceeds the maximum allowed (1000)"),
                arguments(
                        KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT).replace("[\"do\", \"verb\"]", "[\"do\"]"),
                        "line 7: expected a pair of key and value"),
                arguments(
                        KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT).replaceFirst("\"root\"", "\"r\""),
                        "line 2: field 'root' is missing"));
    }

    @ParameterizedTest
    @MethodSource("damagedFiles")
    void namesFileAndLineAndWhatWasExpected(String content, String problem) {
        Path file = new TestFolder(folder).gzip("damaged_secureTrie", content);

        assertThatThrownBy(() -> RecordedCases.of(file))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageStartingWith(file + ": " + problem);
    }

    static Stream<Arguments> repeatedFields() {
        String other = KnownFiles.ADDED.toUpperCase(Locale.ROOT).replace("0X", "0x");
        String twoSlots = "\"storage\":{\"0x1\":\"0x5\",\"0x01\":\"0x6\"}";
        return Stream.of(
                arguments(TRIPLE.replace("\"blocks\":1", "\"name\":\"2\""), "not valid JSON: Duplicate field 'name'"),
                arguments(
                        TRIPLE.replace("\"blocks\":1", "\"x\":{\"y\":1,\"y\":2}"),
                        "not valid JSON: Duplicate field 'y'"),
                arguments(
                        TRIPLE.replace("{}}}}", "{}}," + KnownFiles.ADD.substring(1) + "}"),
                        "not valid JSON: Duplicate field '" + KnownFiles.ADDED + "'"),
                arguments(
                        TRIPLE.replace(
                                "{}}}}", "{}}," + KnownFiles.ADD.substring(1).replace(KnownFiles.ADDED, other) + "}"),
                        "field '" + other + "': expected each account once, found it again"),
                arguments(
                        KnownFiles.block(
                                71,
                                70,
                                1,
                                KnownFiles.ADDED_ROOT,
                                KnownFiles.ADD.replaceFirst("}$", ",\"" + other + "\":null}")),
                        "field '" + other + "': expected each account once, found it again"),
                arguments(TRIPLE.replace("\"storage\":{}", twoSlots), "field '0x01': expected each slot once"));
    }

    @ParameterizedTest
    @MethodSource("repeatedFields")
    void refusesWhatIsGivenTwiceInAnySpelling(String line, String problem) {
        Path file = new TestFolder(folder).plain("repeated", line.contains("preRoot") ? line : CHAIN + line);

        assertThatThrownBy(() -> RecordedCases.of(file))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void keepsTheCasesBeforeTheDamage() {
        Path file = new TestFolder(folder).plain("damaged", TRIPLE + TRIPLE + "{");
        RecordedCases cases = new RecordedCases();

        assertThatThrownBy(() -> CaseReader.read(RecognizedFile.recognize(InputFile.of(file)), cases))
                .isInstanceOfSatisfying(
                        UnreadableInputException.class,
                        e -> assertThat(e.line()).isEqualTo(3));
        assertThat(cases.heads).hasSize(2);
    }

    @Test
    void findsAGzipFileCutShort() {
        Path file = new TestFolder(folder).truncatedGzip("cut.gz", TRIPLE.repeat(50), 40);

        assertThatThrownBy(() -> RecordedCases.of(file)).hasMessageContaining("the gzip stream ends early");
    }

    @Test
    void findsAGzipFileWithoutItsChecksum() {
        Path file = new TestFolder(folder).truncatedGzip("cut.gz", TRIPLE, 4);

        assertThatThrownBy(() -> RecordedCases.of(file)).hasMessageContaining("the gzip stream ends early");
    }

    @Test
    void findsAFlippedBitInAGzipFile() throws Exception {
        Path file = new TestFolder(folder).gzip("flipped.gz", TRIPLE);
        byte[] bytes = java.nio.file.Files.readAllBytes(file);
        bytes[bytes.length - 6] ^= 1;
        java.nio.file.Files.write(file, bytes);

        assertThatThrownBy(() -> RecordedCases.of(file)).hasMessageContaining("damaged gzip data");
    }

    @Test
    void findsBytesAfterTheEndOfAGzipFile() {
        Path file = gzipFollowedBy(TRIPLE, new byte[] {'x'});

        assertThatThrownBy(() -> RecordedCases.of(file))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageEndingWith("damaged gzip data (bytes after its end)");
    }

    @Test
    void readsEveryMemberOfAGzipFile() {
        byte[] second = TestFolder.compressed(TRIPLE.repeat(2));

        assertThat(RecordedCases.of(gzipFollowedBy(TRIPLE, second)).heads).hasSize(3);
    }

    private Path gzipFollowedBy(String content, byte[] after) {
        byte[] member = TestFolder.compressed(content);
        byte[] bytes = Arrays.copyOf(member, member.length + after.length);
        System.arraycopy(after, 0, bytes, member.length, after.length);
        return new TestFolder(folder).write("followed.gz", bytes);
    }
}
