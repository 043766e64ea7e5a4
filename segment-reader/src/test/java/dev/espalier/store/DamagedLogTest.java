package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.store.DamagedLogChild.Reading;
import dev.espalier.store.lmdb.ChildJvm;
import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.store.lmdb.StoreLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * H58, H48: LMDB's own pages have no checksums. Whatever is damaged in them, a process that reads the store shows the right
 * state, says that the log is damaged, or ends; it never shows another state, nor misses what was there.
 */
@Timeout(900)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DamagedLogTest {
    private static final int DAMAGES = Boolean.getBoolean("espalier.long") ? 2_000 : 40;
    private static final Set<Integer> ENDED_BY_SIGNAL = Set.of(128 + 6, 128 + 7, 128 + 11);

    @TempDir
    private static Path directory;

    private Path log;
    private Path store;
    /** What the store showed after each of its last changes; the newest is what is right. */
    private final Set<String> shown = new HashSet<>();

    private String right = "";

    static StoreOptions options() {
        return StoreOptions.builder()
                .window(60)
                .background(false)
                .logMap(1 << 20, 1L << 30)
                .build();
    }

    /** A store with records above the flushed ones, and a log with branches, runs of pages and free pages. */
    @BeforeAll
    void makeStore() throws IOException {
        Path home = directory.resolve("home");
        log = home.resolve(LmdbLog.FILE_NAME);
        store = directory.resolve("store");
        StoreRun run = new StoreRun(home, options());
        for (int i = 0; i < 45; i++) {
            run.commit(i);
            if (i == 20 || i == 30) {
                run.store().flush();
            }
        }
        run.store().merge();
        copySegments(home);
        for (int i = 100; i < 104; i++) {
            run.commit(i);
            Files.copy(log, Files.createDirectories(store).resolve(LmdbLog.FILE_NAME));
            right = DamagedLogChild.answer(store, Reading.READER);
            assertThat(right).startsWith(DamagedLogChild.SHOWS);
            shown.add(right);
            Files.delete(store.resolve(LmdbLog.FILE_NAME));
        }
        run.close();
    }

    private void copySegments(Path home) throws IOException {
        Path target = Files.createDirectories(SegmentFolder.of(store));
        try (Stream<Path> files = Files.list(SegmentFolder.of(home))) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
    }

    /** Lets another process read each damaged log, and again another where one ended. */
    private void readAll(Reading reading, Set<String> allowed, long seed) throws IOException {
        int next = 0;
        int refused = 0;
        int ended = 0;
        while (next < DAMAGES) {
            try (ChildJvm child = ChildJvm.start(DamagedLogChild.class, log, store, reading, seed, next, DAMAGES)) {
                for (String line = child.line(); line != null; line = child.line()) {
                    String what = reading + ", seed=" + seed + ", damage " + next + ": " + line;
                    if (line.startsWith(DamagedLogChild.REFUSES)) {
                        assertThat(line).as(what).contains(LmdbLog.FILE_NAME);
                        refused++;
                    } else {
                        assertThat(allowed).as(what).contains(line);
                    }
                    next++;
                }
                int exit = child.exitCode();
                if (next < DAMAGES) {
                    assertThat(exit)
                            .as("%s, seed=%s, damage %s", reading, seed, next)
                            .isIn(ENDED_BY_SIGNAL);
                    ended++;
                    next++;
                }
            }
        }
        System.out.printf(
                "DamagedLogTest: %s, damages=%d, refused=%d, ended by a signal=%d%n", reading, DAMAGES, refused, ended);
        assertThat(refused).isPositive();
    }

    @Test
    void aWriterIsRightOrRefuses() throws IOException {
        readAll(Reading.WRITER, Set.of(right), 1);
    }

    @Test
    void aReaderIsRightOrRefusesWhileNobodyWrites() throws IOException {
        readAll(Reading.READER, Set.of(right), 20_000);
    }

    /** Beside a writer nothing tells an older commit that LMDB goes back to from the newest; it is a whole one, though. */
    @Test
    void aReaderBesideAWriterMayShowOneOfTheLastCommitsButNoOtherState() throws IOException {
        try (StoreLock writer = StoreLock.acquire(store)) {
            assertThat(writer.isHeld()).isTrue();
            readAll(Reading.READER, shown, 40_000);
        }
    }
}
