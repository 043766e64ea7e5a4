package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.ForwardingLog;
import dev.espalier.store.log.StoreLog;
import dev.espalier.trie.Account;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * H54: what is looked up stands in an overlay, then in a sealed one, then in one segment after another. A reader takes all
 * of them by one reference, and finds it at every moment.
 */
class OneMomentTest {
    private static final Hash32 KEY = Keys.key("a");

    @TempDir
    private Path directory;

    private final List<Runnable> observers = new ArrayList<>();

    private static StoreOptions options() {
        return StoreOptions.builder()
                .window(20)
                .background(false)
                .partitionBytes(4_096)
                .logMap(1 << 20, 1L << 30)
                .build();
    }

    private void step() {
        observers.forEach(Runnable::run);
    }

    /** A store that tells of each step on its files and on its log. */
    private final class Observed implements StoreParts {
        @Override
        public SegmentFiles files(SegmentFiles files) {
            return new RecordedFiles(files, RecordedFiles.Swallowed.NONE, _ -> step());
        }

        @Override
        public StoreLog log(StoreLog log) {
            return new ForwardingLog(log) {
                @Override
                public void switchFiles(FileList next) {
                    step();
                    super.switchFiles(next);
                    step();
                }

                @Override
                public void prune(long seq) {
                    step();
                    super.prune(seq);
                    step();
                }
            };
        }
    }

    @Test
    void atEveryStepOfFlushesFreezesAndMergesNewAndOldReadersFindEverything() {
        StoreRun run = new StoreRun(directory, options(), new Observed());
        int[] steps = new int[1];
        observers.add(() -> {
            steps[0]++;
            try (TrieView now = run.trie().view(run.head())) {
                StateCheck.checkShows(now, run.state(run.head()));
            }
        });
        for (int round = 0; round < 4; round++) {
            for (int block = 0; block < 3; block++) {
                run.commit(10 * round + block);
            }
            try (TrieView old = run.trie().view(run.head())) {
                Runnable lookAtOld = () -> StateCheck.checkShows(old, run.state(run.head()));
                observers.add(lookAtOld);
                run.store().flush();
                if (round % 2 == 1) {
                    run.store().freeze();
                    run.store().merge();
                }
                observers.remove(lookAtOld);
            }
        }
        assertThat(steps[0]).isGreaterThan(60);
        observers.clear();
        run.close();
    }

    /** The hazard itself: of two moments, each of which has the key, the overlays of one and the segments of the other. */
    @Test
    void theOverlaysOfOneMomentOverTheSegmentsOfAnotherMissAKey() {
        StoreRun run = new StoreRun(directory, options());
        run.commitUnfollowed(block -> block.putAccount(KEY, new Account(1, UInt256.ONE, Account.NO_CODE)));
        try (LayeredView before = (LayeredView) run.store().openView(TrieStore.ReadMode.NORMAL)) {
            run.store().flush();
            try (LayeredView after = (LayeredView) run.store().openView(TrieStore.ReadMode.NORMAL)) {
                assertThat(before.leaf(BranchPath.ACCOUNT_TRIE, KEY)).isNotNull();
                assertThat(after.leaf(BranchPath.ACCOUNT_TRIE, KEY)).isNotNull();
                Layers mixed = new Layers(
                        after.layers().active(),
                        after.layers().sealed(),
                        before.layers().segments());
                assertThat(mixed.segments().acquire()).isTrue();
                Head none = new Head(after.seq(), after.mark(), mixed, 0);
                try (LayeredView reader =
                        new LayeredView(none, options(), RowCache.none(), new StoreCounters(), _ -> {})) {
                    assertThat(reader.leaf(BranchPath.ACCOUNT_TRIE, KEY)).isNull();
                }
            }
        }
        run.close();
    }

    @Test
    void readersBesideFlushesAndMergesNeverMissAKey() throws Exception {
        StoreRun run = new StoreRun(directory, options());
        run.commitUnfollowed(block -> block.putAccount(KEY, new Account(1, UInt256.ONE, Account.NO_CODE)));
        AtomicBoolean done = new AtomicBoolean();
        List<Future<Long>> readers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int i = 0; i < 2; i++) {
                readers.add(threads.submit(() -> lookUpUntil(done, run.store())));
            }
            try {
                for (int round = 0; round < 20; round++) {
                    Hash32 other = Keys.spread(round);
                    run.commitUnfollowed(block -> block.putAccount(other, Account.EMPTY));
                    run.store().flush();
                    if (round % 3 == 2) {
                        run.store().merge();
                    }
                }
            } finally {
                done.set(true);
            }
            for (Future<Long> reader : readers) {
                assertThat(reader.get()).as("lookups").isPositive();
            }
        }
        run.close();
    }

    private static long lookUpUntil(AtomicBoolean done, LayeredStore store) {
        long lookups = 0;
        while (!done.get()) {
            try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
                assertThat(view.leaf(BranchPath.ACCOUNT_TRIE, KEY)).isNotNull();
            }
            lookups++;
        }
        return lookups;
    }
}
