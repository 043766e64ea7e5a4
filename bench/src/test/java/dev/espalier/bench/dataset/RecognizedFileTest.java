package dev.espalier.bench.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import dev.espalier.bench.json.InputFile;
import dev.espalier.bench.json.UnreadableInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RecognizedFileTest {
    @TempDir
    Path folder;

    static Stream<Arguments> filesOfEachKind() {
        return Stream.of(
                arguments(FileKind.RAW_TRIE_TEST, KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT)),
                arguments(FileKind.KEY_ORDER_TEST, "{\"basic\":{\"in\":[\"cat\"],\"tests\":[[\"\",\"\",\"cat\"]]}}"),
                arguments(FileKind.RLP_TEST, KnownFiles.rlpTest("0x83646f67")),
                arguments(FileKind.GENESIS, KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT)),
                arguments(FileKind.VECTORS, KnownFiles.vectors(KnownFiles.EMPTY_ROOT)),
                arguments(FileKind.TRIPLES, KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT)),
                arguments(FileKind.CHAINS, KnownFiles.chain(KnownFiles.ADDED_ROOT, 3)),
                arguments(FileKind.CONTINUED_CHAIN, KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT)),
                arguments(FileKind.BLOCK_WINDOW, KnownFiles.blockWindow()),
                arguments(FileKind.PROOFS, "{\"name\":\"p\",\"stateRoot\":\"0x\",\"accountProof\":[]}"),
                arguments(FileKind.WITNESSES, "{\"preRoot\":\"0x\",\"postRoot\":\"0x\",\"nodes\":[],\"diff\":{}}"),
                arguments(FileKind.WORKLOAD, "{\"number\":1,\"coinbase\":\"0x\",\"txs\":[]}"),
                arguments(FileKind.WORKLOAD, "{\"block\":1,\"tx\":0,\"touched\":{}}"),
                arguments(FileKind.WORKLOAD, "{\"name\":\"w\",\"touchedPreState\":{},\"diff\":{}}"),
                arguments(FileKind.WORKLOAD, "{\"measured\":{},\"published\":[]}"));
    }

    @ParameterizedTest
    @MethodSource("filesOfEachKind")
    void knowsAKindByItsContentWhateverItsNameAndCompression(FileKind kind, String content) {
        TestFolder files = new TestFolder(folder);

        assertThat(kindOf(files.plain("plain.json.gz", content))).isEqualTo(kind);
        assertThat(kindOf(files.gzip("compressed.txt", content))).isEqualTo(kind);
    }

    @Test
    void knowsHashedKeysOfATrieTestByTheNameOnly() {
        Path file = new TestFolder(folder).plain("x_secureTrie.json", KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT));

        assertThat(kindOf(file)).isEqualTo(FileKind.HASHED_TRIE_TEST);
    }

    @Test
    void tellsTheRootThatAContinuedChainNeeds() {
        Path file = new TestFolder(folder).plain("chain", KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT));

        assertThat(RecognizedFile.recognize(InputFile.of(file)).startRoot()).hasToString(KnownFiles.SEPOLIA_ROOT);
    }

    static Stream<Arguments> filesOfNoKind() {
        return Stream.of(
                arguments("", "is empty"),
                arguments(" \n \n", "is empty"),
                arguments("# A heading\n", "line 1: not valid JSON"),
                arguments("[1, 2]", "line 1: expected a JSON object, found an array"),
                arguments("17", "line 1: expected a JSON object, found 17"),
                arguments("{}", "line 1: not a file of known answers"),
                arguments("\n\n{\"colour\": \"blue\"}", "line 3: not a file of known answers"),
                arguments("{\"stateRoot\": \"0x12\",\n\"accounts\": {\"a\" 1}}", "line 2: not valid JSON"),
                arguments("{\"genesis\":\n{\"hash\"", "line 2: the file ends inside a JSON value"));
    }

    @ParameterizedTest
    @MethodSource("filesOfNoKind")
    void refusesWhatIsNoFileOfKnownAnswersAndSaysWhatWasExpected(String content, String problem) {
        TestFolder files = new TestFolder(folder);

        for (Path file : new Path[] {files.plain("plain", content), files.gzip("compressed", content)}) {
            assertThatThrownBy(() -> kindOf(file))
                    .isInstanceOf(UnreadableInputException.class)
                    .hasMessageStartingWith(file + ": " + problem);
        }
    }

    @Test
    void refusesAMissingFileAndAFolder() {
        Path missing = folder.resolve("missing.json");

        assertThatThrownBy(() -> kindOf(missing)).hasMessage(missing + ": no such file");
        assertThatThrownBy(() -> kindOf(folder)).hasMessage(folder + ": is a directory, expected a file");
    }

    @Test
    @Timeout(60)
    void refusesAPipeWithoutWaitingForItsOtherEnd() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> kindOf(pipe))
                .hasMessage(pipe + ": is a pipe or device, expected a regular file, which can be read twice");
    }

    @Test
    void saysWhyAFileCannotBeReached() throws Exception {
        Path loop = folder.resolve("loop");
        Files.createSymbolicLink(loop, loop);

        assertThatThrownBy(() -> kindOf(Path.of(""))).hasMessage("\"\": the name is empty, expected that of a file");
        assertThatThrownBy(() -> kindOf(loop)).hasMessageStartingWith(loop + ": cannot be read: Too many levels");
    }

    @Test
    void refusesAGzipFileThatEndsInItsHeader() throws Exception {
        Path file = folder.resolve("header.gz");
        Files.write(file, new byte[] {0x1f, (byte) 0x8b, 8});

        assertThatThrownBy(() -> kindOf(file)).hasMessageStartingWith(file + ": damaged gzip header");
    }

    private static FileKind kindOf(Path file) {
        return RecognizedFile.recognize(InputFile.of(file)).kind();
    }
}
