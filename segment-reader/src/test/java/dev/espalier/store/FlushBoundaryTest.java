package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.Segment;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.WindowExceededException;
import dev.espalier.trie.spi.TrieStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a flush, freeze or merge covers is exact in seq: no record is in the files and replayed too, and none in neither. */
class FlushBoundaryTest {
    private static final int BLOCKS = 6;

    @TempDir
    private Path directory;

    private static StoreOptions options(int window) {
        return StoreOptions.builder()
                .window(window)
                .background(false)
                .logMap(1 << 20, 1L << 30)
                .build();
    }

    /** H41: the store is closed, or unwound, one block before a flush's last block, at it, and one behind it. */
    @ParameterizedTest
    @CsvSource({"0,-1", "0,0", "1,-1", "1,0", "1,1", "2,-1", "2,0", "2,1"})
    void aFlushEndsExactlyAtItsLastBlock(int blocksBehind, int unwoundTo) {
        StoreRun run = new StoreRun(directory, options(20));
        commit(run, BLOCKS);
        run.store().flush();
        long flushed = run.store().stats().flushedSeq();
        assertThat(flushed).isEqualTo(BLOCKS).isEqualTo(run.store().stats().seq());
        commit(run, blocksBehind);
        run.reopen();
        assertThat(run.store().stats().flushedSeq()).isEqualTo(flushed);
        assertThat(run.store().stats().replayed()).isEqualTo(blocksBehind);
        run.check();

        run.unwind(blocksBehind - unwoundTo);
        run.check();
        long records = run.store().stats().seq() - flushed;
        run.reopen();
        assertThat(run.store().stats().replayed()).isEqualTo(records);
        run.check();
        commit(run, 1);
        run.store().flush();
        assertThat(run.store().stats().flushedSeq())
                .isEqualTo(run.store().stats().seq());
        run.reopen();
        assertThat(run.store().stats().replayed()).isZero();
        run.check();
        run.close();
    }

    private static void commit(StoreRun run, int blocks) {
        for (int i = 0; i < blocks; i++) {
            run.commit(run.store().stats().seq());
        }
    }

    /** H41, H42: each file holds rows and leaves of the same records, and the next one goes on behind them. */
    @Test
    void filesFollowOneAnotherWithoutGapOrOverlap() {
        StoreRun run = new StoreRun(directory, options(20));
        for (int flush = 1; flush <= 4; flush++) {
            commit(run, flush);
            run.store().flush();
            assertCovered(run);
        }
        run.store().freeze();
        assertCovered(run);
        run.store().merge();
        commit(run, 1);
        run.unwind(1);
        run.store().flush();
        assertCovered(run);
        run.store().merge();
        assertCovered(run);
        run.check();
        run.close();
    }

    private static void assertCovered(StoreRun run) {
        try (LayeredView view = (LayeredView) run.store().openView(TrieStore.ReadMode.NORMAL)) {
            List<Segment> newestFirst = view.layers().segments().newestFirst();
            long next = 1;
            for (Segment segment : newestFirst.reversed()) {
                SegmentIdentity identity = segment.identity();
                assertThat(identity.fromSeq()).as(segment.info().name()).isEqualTo(next);
                assertThat(segment.info().rows()).isPositive();
                assertThat(segment.info().leaves()).isPositive();
                next = identity.toSeq() + 1;
            }
            assertThat(next - 1)
                    .isEqualTo(run.store().stats().flushedSeq())
                    .isEqualTo(run.store().stats().seq());
        }
    }

    /** H50: the window is what the options say, flushed and forgotten records or not; past it nothing changes. */
    @Test
    void anUnwindReachesToTheEndOfTheWindowAndNotOneBlockFurther() {
        StoreRun run = new StoreRun(directory, options(4));
        for (int i = 0; i < 12; i++) {
            commit(run, 1);
            run.store().flush();
        }
        for (int opening = 0; opening < 2; opening++) {
            BlockId tooFar = run.canonical().get(run.canonical().size() - 1 - 5);
            assertThatThrownBy(() -> run.trie().unwindTo(tooFar)).isInstanceOf(WindowExceededException.class);
            run.check();
            run.reopen();
        }
        run.unwind(4);
        run.check();
        run.close();
    }
}
