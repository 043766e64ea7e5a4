package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.SegmentFolder;
import dev.espalier.store.StoreOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands over a store that is there, sound and damaged. */
class StoreCommandsTest {
    private static final String BLOAT_ACCOUNT = "0xb10a7b10a7b10a7b10a7b10a7b10a7b10a7b10a7";

    @TempDir
    Path folder;

    private Path store;

    /** Two segments, one of them the base, and a block that is only in the log. */
    @BeforeEach
    void build() {
        store = folder.resolve("store");
        CommandRun run = demo(store, 7);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    }

    private static CommandRun demo(Path directory, long seed) {
        return CommandRun.of(
                "demo",
                "--slots",
                500,
                "--accounts",
                50,
                "--blocks",
                4,
                "--seed",
                seed,
                "--store",
                directory,
                "--flush-every",
                2,
                "--merge-every",
                3);
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(SegmentFolder.of(store))) {
            return files.sorted().toList();
        }
    }

    @Test
    void statsNameTheHeadAndEachSegment() {
        CommandRun run = CommandRun.of("stats", "--store", store, "--json");

        assertThat(run.exitCode()).isZero();
        JsonNode json = run.json();
        assertThat(json.get("seq").asLong()).isEqualTo(5);
        assertThat(json.get("flushedSeq").asLong()).isEqualTo(4);
        assertThat(json.get("replayed").asLong()).isEqualTo(1);
        assertThat(json.get("segments")).hasSize(2);
        assertThat(json.get("segments").get(1).get("kind").asText()).isEqualTo("base");
        assertThat(json.get("segments").get(1).get("leaves").asLong()).isEqualTo(551);
        assertThat(json.get("bytesARow").asDouble()).isGreaterThan(100);
        assertThat(run.out())
                .contains("root " + json.get("root").asText())
                .contains("base")
                .contains("bytes a row");
    }

    /** H45: what is held in memory for each entry is said, so that a section that holds too much is seen. */
    @Test
    void statsSayWhatEachKindOfSegmentHoldsInMemory() {
        CommandRun.of("freeze", "--store", store);

        CommandRun run = CommandRun.of("stats", "--store", store, "--json");

        JsonNode resident = run.json().get("resident");
        assertThat(resident.findValuesAsText("kind")).containsExactly("frozen", "base");
        JsonNode base = resident.get(1);
        long bytes = 0;
        for (JsonNode segment : run.json().get("segments")) {
            boolean isOfBase = segment.get("kind").asText().equals("base");
            bytes += isOfBase ? segment.get("rowResidentBytes").asLong() : 0;
            bytes += isOfBase ? segment.get("leafResidentBytes").asLong() : 0;
        }
        assertThat(base.get("bytes").asLong()).isEqualTo(bytes).isPositive();
        // Of the base rows have an index alone, leaves a filter too, whose fingerprints take 9 bits a key.
        assertThat(base.get("bitsPerRow").asDouble()).isPositive().isLessThan(9);
        assertThat(base.get("bitsPerLeaf").asDouble()).isGreaterThan(9);
        assertThat(run.out()).containsPattern("base +1 +" + bytes + " +[0-9.]+ +[0-9.]+");
    }

    @Test
    void mergeLeavesOneSegmentWithAllThatIsLive() {
        CommandRun run = CommandRun.of("merge", "--store", store, "--json");
        CommandRun verified = CommandRun.of("verify", "--store", store, "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("segments")).hasSize(1);
        assertThat(run.json().get("flushedSeq")).isEqualTo(run.json().get("seq"));
        assertThat(verified.exitCode()).isZero();
        assertThat(verified.json().get("deadRows").asLong()).isZero();
        assertThat(verified.json().get("deadLeaves").asLong()).isZero();
    }

    @Test
    void rebuildMakesAllRowsAgainAndReplaysTheRest() {
        CommandRun run = CommandRun.of("rebuild", "--store", store, "--json");
        CommandRun verified = CommandRun.of("verify", "--store", store, "--json");

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.json().get("leaves").asLong()).isGreaterThanOrEqualTo(551);
        assertThat(run.json().get("rows").asLong()).isPositive();
        assertThat(run.json().get("replayed").asLong()).isEqualTo(1);
        assertThat(run.out()).contains("rebuilt ").contains("1 log records replayed");
        assertThat(verified.exitCode()).isZero();
    }

    @Test
    void verifyCountsWhatItChecked() {
        CommandRun run = CommandRun.of("verify", "--store", store, "--json");

        assertThat(run.exitCode()).isZero();
        JsonNode json = run.json();
        assertThat(json.get("accounts").asLong()).isEqualTo(51);
        assertThat(json.get("slots").asLong()).isEqualTo(500);
        assertThat(json.get("storageTries").asLong()).isEqualTo(1);
        assertThat(json.get("deadLeaves").asLong()).isPositive();
        assertThat(run.out()).contains("0 faults, ");
    }

    @Test
    void inspectShowsAnAccountASlotAndTheRowsThatLeadToThem() {
        CommandRun run = CommandRun.of("inspect", "--store", store, BLOAT_ACCOUNT, "0x7", "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("row 0:~: depth 0, 15 children, ")
                .contains("   > ")
                .containsPattern("leaf at \\d nibbles, in (overlay|\\d{10}\\.seg)")
                .contains("storage id 1, storage root 0x")
                .contains("row 1:~: depth 0, 16 children, ")
                .containsPattern("  value 0x[0-9a-f]+");
        JsonNode json = run.json();
        assertThat(json.get("account").get("ending").asText()).isEqualTo("leaf");
        assertThat(json.get("record").get("storageId").asText()).isEqualTo("1");
        assertThat(json.get("storage").get("rows").get(0).get("place").asText()).isEqualTo("overlay");
    }

    @Test
    void inspectSaysWhereAKeyThatIsNotThereWouldBe() {
        CommandRun account = CommandRun.of("inspect", "--store", store, "0x" + "11".repeat(20));
        CommandRun slot = CommandRun.of("inspect", "--store", store, BLOAT_ACCOUNT, "100000");

        assertThat(account.exitCode()).isZero();
        assertThat(account.out()).contains("  absent: ");
        assertThat(slot.exitCode()).isZero();
        assertThat(slot.out()).contains("  absent: ").doesNotContain("value 0x");
    }

    @Test
    void inspectShowsTheRowAtAPath() {
        CommandRun root = CommandRun.of("inspect", "--store", store, "--path", "~");
        CommandRun storage = CommandRun.of("inspect", "--store", store, "--path", BLOAT_ACCOUNT + ":0xa");
        CommandRun deep = CommandRun.of("inspect", "--store", store, "--path", BLOAT_ACCOUNT + ":abcdef");

        assertThat(root.out()).contains("row 0:~: ").doesNotContain("> ").doesNotContain("no row");
        assertThat(storage.out()).contains("row 1:~: ").contains("row 1:a: ");
        assertThat(deep.out()).contains("no row stands at abcdef, it would lie below row 1:a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0x12", "--path xyz", "--path 0x 0x1111111111111111111111111111111111111111"})
    void inspectRefusesWhatIsNoKey(String arguments) {
        Object[] call = Stream.concat(
                        Stream.of("inspect", "--store", store),
                        arguments.isEmpty() ? Stream.empty() : Stream.of(arguments.split(" ")))
                .toArray();

        CommandRun run = CommandRun.of(call);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("espalier inspect: ").contains("expected");
    }

    @Test
    void aBackupOpensVerifiesAndStaysWhenTheStoreGoesOn() {
        Path backup = folder.resolve("backup");

        CommandRun run = CommandRun.of("backup", "--store", store, backup, "--json");
        CommandRun.of("merge", "--store", store);
        CommandRun verified = CommandRun.of("verify", "--store", backup);
        CommandRun stats = CommandRun.of("stats", "--store", backup, "--json");
        CommandRun again = CommandRun.of("backup", "--store", store, backup);

        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("segments").asInt()).isEqualTo(2);
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
        assertThat(stats.json().get("segments")).hasSize(2);
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains(backup + ": not empty");
    }

    @Test
    void aStoreThatIsOpenIsRefusedAndItsHolderNamed() {
        try (LayeredStore open = LayeredStore.open(store, StoreOptions.defaults())) {
            assertThat(open.stats().segments()).isEqualTo(2);
            for (String command : List.of("freeze", "merge")) {
                CommandRun run = CommandRun.of(command, "--store", store);

                assertThat(run.exitCode()).isEqualTo(2);
                assertThat(run.err())
                        .contains("is open already, held by pid="
                                + ProcessHandle.current().pid());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stats", "verify", "inspect --path 0"})
    void aStoreIsLookedIntoBesideTheProcessThatHasItOpen(String command) throws IOException, InterruptedException {
        List<String> call = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                Espalier.class.getName()));
        call.addAll(List.of(command.split(" ", -1)));
        call.addAll(List.of("--store", store.toString()));
        try (LayeredStore open = LayeredStore.open(store, StoreOptions.defaults())) {
            Process other = new ProcessBuilder(call).start();
            String out = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String err = new String(other.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(other.waitFor()).as(out + err).isZero();
            assertThat(out)
                    .contains("read beside the process that has it open")
                    .contains("pid=" + ProcessHandle.current().pid())
                    .contains(open.log().entries().getLast().after().root().toString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"stats", "merge", "verify", "inspect 0x1111111111111111111111111111111111111111", "backup x"})
    void aDirectoryWithoutAStoreIsRefusedAndStaysAsItIs(String command) throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        for (Path directory : List.of(empty, folder.resolve("absent"))) {
            Object[] call = Stream.concat(Stream.of(command.split(" ")), Stream.of("--store", directory))
                    .toArray();

            CommandRun run = CommandRun.of(call);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains(directory + ": no ").contains("expected the directory of a store");
        }
        try (Stream<Path> files = Files.list(empty)) {
            assertThat(files).isEmpty();
        }
        assertThat(folder.resolve("absent")).doesNotExist();
    }

    @Test
    void aFlippedBitAnywhereInASegmentIsAFaultThatNamesTheFile() throws IOException {
        for (Path segment : segments()) {
            byte[] sound = Files.readAllBytes(segment);
            int step = Math.max(1, sound.length / 24);
            for (int at = step / 2; at < sound.length; at += step) {
                byte[] damaged = sound.clone();
                damaged[at] ^= 0x10;
                Files.write(segment, damaged);
                assertNamedFault(String.valueOf(segment.getFileName()), "at " + at);
            }
            Files.write(segment, sound);
        }
        assertThat(CommandRun.of("verify", "--store", store).exitCode()).isZero();
    }

    @Test
    void aSegmentThatIsCutOrGoneIsAFaultThatNamesTheFile() throws IOException {
        Path segment = segments().getFirst();
        byte[] sound = Files.readAllBytes(segment);
        for (int bytes : new int[] {0, 1, 4096, sound.length / 2, sound.length - 1}) {
            Files.write(segment, Arrays.copyOf(sound, bytes));
            assertNamedFault(String.valueOf(segment.getFileName()), "cut to " + bytes);
        }
        Files.delete(segment);
        assertNamedFault(String.valueOf(segment.getFileName()), "gone");
    }

    @Test
    void aSegmentOfAnotherStoreIsAFaultThatNamesTheFile() throws IOException {
        Path other = folder.resolve("other");
        demo(other, 8);
        for (Path segment : segments()) {
            byte[] sound = Files.readAllBytes(segment);
            Path foreign = SegmentFolder.of(other).resolve(segment.getFileName());
            assertThat(foreign).exists();
            Files.copy(foreign, segment, StandardCopyOption.REPLACE_EXISTING);
            assertNamedFault(String.valueOf(segment.getFileName()), "of another store");
            Files.write(segment, sound);
        }
    }

    @Test
    void theLogOfAnotherStoreIsAFault() throws IOException {
        Path other = folder.resolve("other");
        demo(other, 8);
        Files.copy(other.resolve("log.mdb"), store.resolve("log.mdb"), StandardCopyOption.REPLACE_EXISTING);

        assertNamedFault(".seg", "log of another store");
    }

    @Test
    void aRawStoreIsVerifiedAndInspectedByKey() {
        Path tries = new TestFolder(folder).plain("x_secureTrie", KnownFiles.hashedTrieTest(KnownFiles.WRONG_ROOT));
        Path stores = folder.resolve("stores");
        CommandRun.of("conform", "--store", stores, "--flush-every", 1, tries);
        Path raw = stores.resolve("000001");

        CommandRun verified = CommandRun.of("verify", "--store", raw, "--json");
        // keccak of "dog"
        CommandRun inspected = CommandRun.of(
                "inspect", "--store", raw, "0x41791102999c339c844880b23950704cc43aa840f3739e365323cda4dfa89e7a");

        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
        assertThat(verified.json().get("accounts").asLong()).isEqualTo(4);
        assertThat(verified.json().get("root").asText()).isEqualTo(KnownFiles.PUPPY_ROOT);
        assertThat(inspected.out()).contains("leaf at ").contains("value 0x").doesNotContain("nonce");
    }

    private void assertNamedFault(String name, String damage) {
        CommandRun run = CommandRun.of("verify", "--store", store, "--json");

        assertThat(run.exitCode()).as(damage + ": " + run.out() + run.err()).isEqualTo(1);
        assertThat(run.out()).as(damage).contains("FAULT ").contains(name);
        assertThat(run.json().get("faults")).as(damage).isNotEmpty();
        assertThat(run.out() + run.err()).as(damage).doesNotContain("\tat ").doesNotContain("internal error");
        CommandRun stats = CommandRun.of("stats", "--store", store);
        assertThat(stats.exitCode()).as(damage + ": " + stats.err()).isIn(0, 2);
        assertThat(stats.err()).as(damage).doesNotContain("internal error");
    }
}
