package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.Segment;
import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.file.FileAppender;
import dev.espalier.segment.file.ForwardingFiles;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.fixture.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store whose rows are lost has them again after a rebuild; one whose leaves are lost is left as it is. */
class StoreRebuildTest {
    private static final int SEEDS = Boolean.getBoolean("espalier.long") ? 200 : 6;
    private static final long LARGE_BUFFER = 1 << 20;

    @TempDir
    private Path temporary;

    private StoreOptions options = options(4_096L);

    private static StoreOptions options(long partitionBytes) {
        return StoreOptions.builder()
                .window(20)
                .background(false)
                .logMap(1 << 20, 1L << 30)
                .partitionBytes(partitionBytes)
                .build();
    }

    /** Overwrites all row pages of all files, and what leads to them stays. */
    private static void loseRows(Path store) {
        overwrite(store, segment -> segment.rowPageBytes() == 0 ? -1 : Page.BYTES, Segment::rowPageBytes);
    }

    private static void loseOneLeafPage(Path store) {
        overwrite(
                store,
                segment -> segment.leafPageBytes() == 0 ? -1 : Page.BYTES + segment.rowPageBytes(),
                segment -> Page.BYTES);
    }

    private interface Place {
        long of(Segment segment);
    }

    private static void overwrite(Path store, Place from, Place length) {
        Path folder = SegmentFolder.of(store);
        SegmentFiles files = new DiskFiles(folder);
        for (String name : files.list()) {
            long at;
            byte[] zeros;
            try (Segment segment = Segment.open(files, name, 1)) {
                at = from.of(segment);
                zeros = new byte[at < 0 ? 0 : (int) length.of(segment)];
            }
            try (FileChannel channel = FileChannel.open(folder.resolve(name), StandardOpenOption.WRITE)) {
                if (at >= 0) {
                    channel.write(ByteBuffer.wrap(zeros), at);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Map<String, Integer> contents(Path store) throws IOException {
        Map<String, Integer> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(SegmentFolder.of(store))) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    @Test
    void rowsLostAfterAnyHistoryAreAllThereAgainAndPlayGoesOn() {
        long levels = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            Path directory = temporary.resolve("s" + seed);
            options = options(4_096L << random.nextInt(4));
            StoreRun run = new StoreRun(directory, options);
            try {
                play(run, random, 40);
                run.store().flush();
                run.close();
                loseRows(directory);
                long buffer = random.nextBoolean() ? 1 : 2_000;
                StoreRebuild.Result result = StoreRebuild.of(directory, options, UnaryOperator.identity(), buffer);
                levels += result.rows() > 32 && buffer == 1 ? 1 : 0;
                assertThat(result.state().block()).isEqualTo(run.head());
                run.reopen();
                run.check();
                assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
                assertThat(run.store().stats().segments()).isEqualTo(result.files());
                run.unwind(run.depth());
                run.check();
                play(run, random, 15);
                run.check();
                assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed, e);
            } finally {
                run.close();
            }
        }
        assertThat(levels).as("rebuilds with merged runs").isPositive();
    }

    private static void play(StoreRun run, Random random, int steps) {
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(9)) {
                case 0 -> run.unwind(random.nextInt(run.depth() + 1));
                case 1 -> run.store().flush();
                case 2 -> run.store().freeze();
                case 3 -> run.store().merge();
                default -> run.commit(random.nextLong());
            }
        }
    }

    /** The log above the flush cannot be replayed without rows: the flushed state is rebuilt first. */
    @Test
    void whatTheLogHoldsAboveTheFlushIsReplayedOnTheNewRows() {
        StoreRun run = filled();
        BlockId flushed = run.head();
        for (int i = 0; i < 6; i++) {
            run.commit(100 + i);
        }
        run.close();
        loseRows(temporary);
        assertThatThrownBy(() -> LayeredStore.open(temporary, options)).isInstanceOf(CorruptStoreException.class);
        StoreRebuild.Result result = StoreRebuild.of(temporary, options);
        assertThat(result.state().block()).isEqualTo(flushed);
        assertThat(result.rows()).isPositive();
        assertThat(result.leaves()).isPositive();
        run.reopen();
        run.check();
        run.unwind(run.depth());
        run.check();
        run.close();
    }

    private StoreRun filled() {
        StoreRun run = new StoreRun(temporary, options);
        for (int i = 0; i < 12; i++) {
            run.commit(i);
            run.store().flush();
        }
        return run;
    }

    @Test
    void damagedLeavesAreRefusedAndNothingChanges() throws IOException {
        filled().close();
        loseOneLeafPage(temporary);
        Map<String, Integer> before = contents(temporary);
        assertThatThrownBy(() -> StoreRebuild.of(temporary, options, UnaryOperator.identity(), 500))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("segment file ");
        assertThat(contents(temporary)).isEqualTo(before);
    }

    /** Whichever file cannot be made, the store is as it was, and a rebuild with room succeeds. */
    @Test
    void aFailureAtAnyFileLeavesTheStoreAsItWas() throws IOException {
        StoreRun run = filled();
        run.close();
        Map<String, Integer> before = contents(temporary);
        int failures = 0;
        boolean done = false;
        while (!done) {
            FailingFiles failing = new FailingFiles(failures);
            try {
                StoreRebuild.of(temporary, options, failing::over, 500);
                done = true;
            } catch (UncheckedIOException e) {
                failures++;
                assertThat(contents(temporary)).isEqualTo(before);
            }
        }
        assertThat(failures).isGreaterThan(3);
        assertThat(contents(temporary)).isNotEqualTo(before);
        run.reopen();
        run.check();
        run.close();
    }

    /** Refuses to make a file after a number of them. */
    private static final class FailingFiles {
        private int left;

        FailingFiles(int left) {
            this.left = left;
        }

        SegmentFiles over(SegmentFiles files) {
            return new ForwardingFiles(files) {
                @Override
                public FileAppender create(String name) {
                    left--;
                    if (left < 0) {
                        throw new UncheckedIOException(new IOException("no room"));
                    }
                    return super.create(name);
                }
            };
        }
    }

    /** H51: a storage trie that an unwind can bring back keeps its rows. */
    @Test
    void droppedStorageInTheWindowIsRebuiltToo() {
        StoreRun run = new StoreRun(temporary, options);
        BlockId filled = run.commitUnfollowed(block -> {
            block.putAccount(Keys.key("a"), new Account(1, UInt256.ONE, Account.NO_CODE));
            for (int slot = 0; slot < 50; slot++) {
                block.putStorage(Keys.key("a"), Keys.spread(slot), UInt256.of(slot + 1));
            }
        });
        run.commitUnfollowed(block -> block.deleteAccount(Keys.key("a")));
        run.store().flush();
        run.close();
        loseRows(temporary);
        StoreRebuild.of(temporary, options);
        run.reopen();
        run.trie().unwindTo(filled);
        run.commitUnfollowed(block -> block.putStorage(Keys.key("a"), Keys.spread(3), UInt256.of(999)));
        assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
        assertThat(StoreVerification.of(run.store()).slots()).isEqualTo(50);
        run.close();
    }

    @Test
    void aStoreThatWasNeverFlushedHasNothingToRebuildAndADirectoryWithoutOneIsRefused() throws IOException {
        StoreRun run = new StoreRun(temporary.resolve("store"), options);
        run.commit(1);
        run.close();
        assertThat(StoreRebuild.of(temporary.resolve("store"), options).files()).isZero();
        run.reopen();
        run.check();
        run.close();
        Path empty = Files.createDirectory(temporary.resolve("empty"));
        assertThatThrownBy(() -> StoreRebuild.of(empty, options)).isInstanceOf(IllegalStateException.class);
        List<Path> left = new ArrayList<>();
        try (Stream<Path> files = Files.list(empty)) {
            files.filter(file -> !file.endsWith("store.lock")).forEach(left::add);
        }
        assertThat(left).isEmpty();
    }

    @Test
    void aLargeBufferWritesTheSame() {
        StoreRun run = filled();
        run.close();
        long rows = StoreRebuild.of(temporary, options, UnaryOperator.identity(), LARGE_BUFFER)
                .rows();
        assertThat(StoreRebuild.of(temporary, options, UnaryOperator.identity(), 1)
                        .rows())
                .isEqualTo(rows);
        run.reopen();
        run.check();
        run.close();
    }
}
