package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cache.CacheStats;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.oracle.Op;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows that a slow reader read from files, and offers to the cache when the files are others. H05, H06, H08, H09, H12.
 */
class HeldFillTest {
    /** So many slots that the cache with the tiny budget gives most of their rows up again. */
    private static final int SLOTS = 160;

    @TempDir
    private Path directory;

    private final AtomicReference<InterceptedCache> between = new AtomicReference<>();

    static Stream<Setting> settings() {
        return Setting.all()
                .filter(setting -> setting.cache() != Setting.Cache.OFF
                        && setting.threads() == Setting.Threads.ONE
                        && setting.store() == Setting.Store.ALL_OVERLAY);
    }

    /** Opens a chain whose rows are all in files and not in the cache. */
    private ReorgChain coldChain(Setting setting) {
        OpenStore opened = new OpenStore(setting, directory, ReorgChain.WINDOW, below -> {
            between.set(new InterceptedCache(below));
            return between.get();
        });
        ReorgChain chain = new ReorgChain(setting, opened, UnaryOperator.identity());
        chain.extend(writes(1));
        chain.extend(writes(2));
        chain.flush();
        chain.reopen();
        return chain;
    }

    private static List<Op> writes(long value) {
        List<Op> writes = new ArrayList<>(List.of(Ops.put(Keys.spread(0), value)));
        for (int i = 0; i < SLOTS; i++) {
            writes.add(Ops.put(Keys.spread(i), value));
            writes.add(Ops.slot(Keys.spread(0), Keys.spread(i), value));
        }
        return writes;
    }

    /** Executes a block that reads every row, and leaves it; returns where it read them. */
    private static ReadsByTier readAll(ReorgChain chain, BlockId at) {
        return chain.readsOf(() -> {
            BlockId id = chain.seal(at, writes(99));
            chain.trie().discard(id);
        });
    }

    private int held(ReorgChain chain) {
        InterceptedCache cache = between.get();
        cache.hold();
        ReadsByTier reads = readAll(chain, chain.head());
        assertThat(reads.stored()).isGreaterThan(60);
        assertThat(reads.cached()).isZero();
        return (int) reads.stored();
    }

    /** Lets the fills go, those of later readers too, and expects that the cache takes none. */
    private void releaseAndExpectAllStale(ReorgChain chain, int atLeast) {
        CacheStats before = chain.cache().stats();
        int released = between.get().release();
        assertThat(released).isGreaterThanOrEqualTo(atLeast);
        CacheStats after = chain.cache().stats();
        assertThat(after.staleFills() - before.staleFills()).isEqualTo(released);
        assertThat(after.fills()).isEqualTo(before.fills());
        readAll(chain, chain.head());
        chain.check();
    }

    /** H05: most of what the flush put is given up before the old rows come. H09: they are of the state before. */
    @ParameterizedTest
    @MethodSource("settings")
    void fillsAcrossAFlushAreDroppedThoughTheNewRowsWereGivenUp(Setting setting) {
        try (ReorgChain chain = coldChain(setting)) {
            int held = held(chain);
            chain.extend(writes(3));
            chain.flush();
            chain.cache().maintain();
            if (setting.budget() == Setting.Budget.TINY) {
                assertThat(chain.cache().stats().entries()).isLessThan(held / 2);
            }
            releaseAndExpectAllStale(chain, held);
            chain.extend(writes(4));
            chain.flush();
            chain.check();
        }
    }

    /** H06: an unwind changes the overlay alone, so a load that races it brings what the files still say. */
    @ParameterizedTest
    @MethodSource("settings")
    void fillsAcrossAnUnwindAreOfFilesAndStayRight(Setting setting) {
        try (ReorgChain chain = coldChain(setting)) {
            int held = held(chain);
            long generation = between.get().generation();
            long publications = between.get().publications();
            chain.unwind(1);
            assertThat(between.get().release()).isGreaterThanOrEqualTo(held);
            assertThat(between.get().generation()).isEqualTo(generation);
            assertThat(between.get().publications()).isEqualTo(publications);
            assertThat(chain.cache().stats().fills()).isPositive();
            chain.check();
            chain.extend(writes(5));
            chain.flush();
            chain.check();
        }
    }

    /** H06: and once the unwound state is flushed, the rows of the dead fork are of files before it. */
    @ParameterizedTest
    @MethodSource("settings")
    void fillsAcrossAnUnwindThatIsFlushedAreDropped(Setting setting) {
        try (ReorgChain chain = coldChain(setting)) {
            int held = held(chain);
            chain.unwind(1);
            chain.flush();
            releaseAndExpectAllStale(chain, held);
            chain.extend(writes(5));
            chain.flush();
            chain.check();
        }
    }

    /** H12: the store was opened again, with an empty cache, between the read and the offer. */
    @ParameterizedTest
    @MethodSource("settings")
    void fillsAcrossAClearAreDropped(Setting setting) {
        try (ReorgChain chain = coldChain(setting)) {
            int held = held(chain);
            chain.reopen();
            releaseAndExpectAllStale(chain, held);
        }
    }

    /** H08: a block on an ancestor is executed on the rows of the way back to it, of which none gets into the cache. */
    @ParameterizedTest
    @MethodSource("settings")
    void whatASideForkReadsOnTheWayBackIsNotOffered(Setting setting) {
        try (ReorgChain chain = coldChain(setting)) {
            chain.extend(writes(3));
            long fills = chain.cache().stats().fills();
            ReadsByTier reads = readAll(chain, chain.below(1));
            assertThat(reads.overlay()).isGreaterThan(60);
            assertThat(reads.stored()).isZero();
            assertThat(chain.cache().stats().fills()).isEqualTo(fills);
            chain.check();
        }
    }
}
