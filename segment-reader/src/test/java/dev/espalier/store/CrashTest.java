package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.store.log.FileList;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.spi.LogEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed at each point of commit, unwind, flush, freeze, merge, change of the list of files and forgetting of
 * records, from inside and from outside, again and again on the same store: every reopening is at the last durable block
 * with every row in place, and play goes on from there (H49). Some of the kills meet a store whose flushed block was undone
 * and followed by others (H52). About 30 kills; over 500 with {@code -Dlong}.
 */
class CrashTest {
    private static final int ROUNDS = Boolean.getBoolean("espalier.long") ? 44 : 2;
    private static final int ACTIONS = 40;
    private static final int KILLED_FROM_OUTSIDE = 137;
    /** What is passed many times in so many actions. */
    private static final Set<CrashPoint> OFTEN =
            EnumSet.complementOf(EnumSet.of(CrashPoint.BEFORE_PRUNE, CrashPoint.AFTER_PRUNE));

    private static final Duration OPENING = Duration.ofSeconds(10);

    @TempDir
    private Path directory;

    private final Map<CrashPoint, Integer> hits = new EnumMap<>(CrashPoint.class);
    private int kills;
    private int killsAboveUndoneFlush;
    private Duration longestOpening = Duration.ZERO;

    @Test
    void everyReopeningAfterAKillIsAtTheLastDurableBlock() throws IOException, InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = 1L + round;
            Random random = new Random(seed);
            CrashModel model = new CrashModel(seed);
            Path store = directory.resolve("r" + round);
            int record = CrashModel.FIRST_RECORD_ABOVE_UNDONE_FLUSH + random.nextInt(2);
            killAt(store, model, CrashPoint.AFTER_RECORD.name(), record, 0, seed);
            checkReopened(store, model);
            assertThat(killsAboveUndoneFlush).as("seed=%s", seed).isGreaterThan(round);
            for (CrashPoint point : CrashPoint.values()) {
                killAt(store, model, point.name(), 1 + random.nextInt(OFTEN.contains(point) ? 6 : 2), 0, seed);
                checkReopened(store, model);
            }
            killAt(store, model, "NONE", 1, 300 + random.nextInt(700), seed);
            checkReopened(store, model);
        }
        assertThat(hits.keySet()).as("points reached").containsExactlyInAnyOrder(CrashPoint.values());
        System.out.printf(
                "CrashTest: kills=%d %s, above an undone flush=%d, longest reopening=%d ms%n",
                kills, hits, killsAboveUndoneFlush, longestOpening.toMillis());
        assertThat(kills).as("kills").isGreaterThan(ROUNDS * 12);
        assertThat(longestOpening).isLessThan(OPENING);
    }

    /** Runs the child until it dies and brings the model to the action in work. */
    private void killAt(Path store, CrashModel model, String point, int count, int millis, long seed)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                CrashChild.class.getName(),
                store.toString(),
                Long.toString(seed),
                Integer.toString(model.actions()),
                Integer.toString(ACTIONS),
                point,
                Integer.toString(count)));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        StringBuilder output = new StringBuilder();
        Thread killer = millis == 0 ? null : killLater(child, millis);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.append(line).append('\n');
                if (line.startsWith(CrashChild.DONE)) {
                    model.advance();
                }
            }
        }
        int exit = child.waitFor();
        if (killer != null) {
            killer.join();
        }
        assertThat(exit)
                .as("seed=%s, point=%s: %s", seed, point, output)
                .isIn(0, CrashChild.HALTED, KILLED_FROM_OUTSIDE);
        if (exit != 0) {
            kills++;
        }
        if (exit == CrashChild.HALTED) {
            hits.merge(CrashPoint.valueOf(point), 1, Integer::sum);
        }
    }

    private static Thread killLater(Process child, int millis) {
        return Thread.startVirtualThread(() -> {
            try {
                if (!child.waitFor(Duration.ofMillis(millis))) {
                    child.destroyForcibly();
                }
            } catch (InterruptedException e) {
                child.destroyForcibly();
            }
        });
    }

    /** The head is the last block that was acknowledged, or the one whose record was just durable. */
    private void checkReopened(Path directory, CrashModel model) {
        long start = System.nanoTime();
        try (LayeredStore store = LayeredStore.open(directory, CrashModel.options())) {
            Duration opening = Duration.ofNanos(System.nanoTime() - start);
            longestOpening = opening.compareTo(longestOpening) > 0 ? opening : longestOpening;
            CommitmentTrie trie = CommitmentTrie.over(store);
            if (!trie.head().equals(model.head())) {
                model.advance();
            }
            StateCheck.check(store, trie, model.head(), model.state());
            assertThat(StoreVerification.of(store).faults()).isEmpty();
            killsAboveUndoneFlush += isAboveUndoneFlush(store, model) ? 1 : 0;
        }
    }

    /** Whether the way from the files to the head leads back below the flushed block and up by others. */
    private static boolean isAboveUndoneFlush(LayeredStore store, CrashModel model) {
        FileList files = store.records().fileList();
        List<LogEntry> unflushed = store.log().entries().stream()
                .filter(entry -> entry.seq() > files.flushedSeq())
                .toList();
        return !model.isCanonical(files.mark().block())
                && !unflushed.isEmpty()
                && unflushed.getLast().kind() == LogEntry.Kind.COMMIT;
    }
}
