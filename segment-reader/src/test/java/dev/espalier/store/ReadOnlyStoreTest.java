package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.espalier.store.lmdb.LmdbLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store is read beside the process that writes to it, as of its newest durable record. */
class ReadOnlyStoreTest {
    private static final int MILLIS = Boolean.getBoolean("espalier.long") ? 60_000 : 4_000;

    @TempDir
    private Path directory;

    /** H44: a merge takes no file from under a reader, H46: a reader holds no transaction. */
    @Test
    void verifyingBesideAWriterThatFlushesAndMergesFindsNoFault() throws IOException, InterruptedException {
        StoreRun run = new StoreRun(
                directory,
                StoreOptions.builder()
                        .window(30)
                        .overlayBytes(20_000)
                        .freezeAfter(2)
                        .mergeRatio(2)
                        .partitionBytes(8_192)
                        .logMap(1 << 20, 1L << 30)
                        .build());
        run.commit(0);
        Process child = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        ReadOnlyChild.class.getName(),
                        directory.toString(),
                        Integer.toString(MILLIS))
                .redirectErrorStream(true)
                .start();
        Random random = new Random(1);
        long seed = 1;
        while (child.isAlive()) {
            if (random.nextInt(8) == 0) {
                run.unwind(random.nextInt(Math.min(5, run.depth()) + 1));
            } else {
                run.commit(seed++);
            }
        }
        List<String> seen = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(seen::add);
        }
        assertThat(child.waitFor()).as("%s", seen).isZero();
        StoreStats stats = run.store().stats();
        run.close();
        List<Long> seqs = new ArrayList<>();
        for (String line : seen) {
            assertThat(line).startsWith(ReadOnlyChild.SEEN).contains(" 0 true ");
            seqs.add(Long.parseLong(line.split(" ", -1)[1]));
        }
        assertThat(seqs).isSorted().hasSizeGreaterThan(3);
        assertThat(seqs.getLast()).isGreaterThan(seqs.getFirst());
        assertThat(stats.flushes()).isGreaterThan(10);
        assertThat(stats.freezes() + stats.merges()).isPositive();
    }

    /** What is durable and not flushed is replayed; nothing in the directory changes but LMDB's table of readers. */
    @Test
    void showsTheNewestDurableStateAndChangesNothing() throws IOException {
        StoreRun run = new StoreRun(directory, CrashModel.options());
        for (int i = 0; i < 12; i++) {
            run.commit(i);
            if (i == 6) {
                run.store().flush();
                run.store().merge();
            }
        }
        run.unwind(2);
        run.close();
        Files.write(SegmentFolder.of(directory).resolve("0000009999.seg"), new byte[10]);
        Map<Path, byte[]> before = content();
        try (ReadOnlyStore store = ReadOnlyStore.open(directory)) {
            assertThat(store.mark().block()).isEqualTo(run.head());
            assertThat(store.mark().root().toBytes())
                    .isEqualTo(run.state(run.head()).stateRoot().bytes());
            assertThat(StoreVerification.of(store).faults()).isEmpty();
            try (StoreInspection inspection = StoreInspection.of(store)) {
                assertThat(inspection.view().mark()).isEqualTo(store.mark());
                assertThat(inspection.segments()).isNotEmpty();
            }
            assertThat(store.stats().seq())
                    .isEqualTo(store.seq())
                    .isGreaterThan(store.stats().flushedSeq());
        }
        assertThat(content()).usingRecursiveComparison().isEqualTo(before);
        run.reopen();
        run.check();
        run.close();
    }

    @Test
    void aDirectoryWithoutAStoreIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> ReadOnlyStore.open(directory))
                .withMessageContaining("no " + LmdbLog.FILE_NAME + ", expected a store");
    }

    private Map<Path, byte[]> content() throws IOException {
        Map<Path, byte[]> content = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                if (!path.toString().endsWith("-lock")) {
                    content.put(path, Files.readAllBytes(path));
                }
            }
        }
        return content;
    }
}
