package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.reorg.ForkTreeTally.Count;
import dev.espalier.trie.spi.RowChanges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random fork trees of many seeds: state changes of few keys, random branches, sealed, committed and left, unwinds,
 * flushes, freezes, merges and reopenings, views that are kept and fills that come late, and a thread that executes blocks
 * meanwhile. H01-H13, H50-H54.
 *
 * <p>Runs for 15 seconds, with {@code -Dlong} for 5 minutes, with {@code -Despalier.forktree.blocks=N} until so many blocks
 * were executed.
 */
class ForkTreeMachineTest {
    private static final long BLOCKS = Long.getLong("espalier.forktree.blocks", 0);
    private static final Duration TIME = Duration.ofSeconds(Boolean.getBoolean("espalier.long") ? 300 : 15);
    private static final int THREADS = 2;
    private static final int ACTIONS = 600;
    private static final int ATTEMPTS = 200;

    private static final List<Setting> SETTINGS = Setting.all()
            .filter(setting -> setting.cache() != Setting.Cache.OFF)
            .filter(setting -> setting.store() == Setting.Store.MEMORY || setting.store() == Setting.Store.ALL_OVERLAY)
            .toList();

    @TempDir
    private Path directory;

    private final ForkTreeTally tally = new ForkTreeTally();
    private final AtomicLong nextSeed = new AtomicLong(1);
    private final AtomicLong nextDirectory = new AtomicLong();

    private static Setting setting(long seed) {
        return SETTINGS.get((int) (seed % SETTINGS.size()));
    }

    /** Plays actions from an empty store; returns why they failed, or null. */
    private @Nullable Throwable failureOf(
            List<ForkTreeAction> actions, long seed, UnaryOperator<InterceptedCache> wrap, ForkTreeTally into) {
        Path place = directory.resolve("t" + nextDirectory.incrementAndGet());
        try (ForkTree tree = new ForkTree(setting(seed), place, wrap, seed % 4 == 0, into)) {
            tree.play(actions);
        } catch (RuntimeException | AssertionError e) {
            return e;
        } finally {
            delete(place);
        }
        return null;
    }

    private static void delete(Path place) {
        if (!Files.exists(place)) {
            return;
        }
        try (Stream<Path> files = Files.walk(place)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Plays a seed's actions; where they fail, looks for fewer that do, and tells both. */
    private void play(long seed, int length, UnaryOperator<InterceptedCache> wrap) {
        List<ForkTreeAction> actions = ForkTreeAction.sequence(seed, length);
        Throwable failure = failureOf(actions, seed, wrap, tally);
        if (failure != null) {
            List<ForkTreeAction> fewest = Minimiser.minimise(
                    actions, part -> failureOf(part, seed, wrap, new ForkTreeTally()) != null, ATTEMPTS);
            throw new AssertionError(
                    "seed=" + seed + ", " + setting(seed) + ", " + fewest.size() + " actions: " + fewest, failure);
        }
    }

    private boolean isEnough(long startNanos) {
        return BLOCKS > 0 ? tally.of(Count.BLOCKS) >= BLOCKS : System.nanoTime() - startNanos >= TIME.toNanos();
    }

    @Test
    void everyRootAndRowOfRandomForkTreesIsTheOracles() throws Exception {
        long startNanos = System.nanoTime();
        Callable<Void> seeds = () -> {
            while (!isEnough(startNanos)) {
                play(nextSeed.getAndIncrement(), ACTIONS, UnaryOperator.identity());
            }
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Void>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                running.add(threads.submit(seeds));
            }
            for (Future<Void> each : running) {
                each.get();
            }
        } finally {
            System.out.println("fork trees, "
                    + Duration.ofNanos(System.nanoTime() - startNanos).toSeconds() + " s: " + tally);
        }
        Set<Count> zero = EnumSet.allOf(Count.class);
        zero.removeIf(count -> tally.of(count) > 0);
        assertThat(zero).as("what was never met").isEmpty();
        assertThat(tally.reads().overlay()).isPositive();
        assertThat(tally.reads().cached()).isPositive();
        assertThat(tally.reads().stored()).isPositive();
    }

    /** A cache that is not told of what a flush changes is found out, by a few actions. */
    @Test
    void aFaultIsFoundAndCutDownToAFewActions() {
        UnaryOperator<InterceptedCache> deaf = cache -> new InterceptedCache(cache) {
            @Override
            public void publish(RowChanges changes, LongConsumer makeVisible) {
                super.publish(_ -> {}, makeVisible);
            }
        };
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed < 40; seed++) {
                        play(seed, 100, deaf);
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed=")
                .message()
                .satisfies(message -> assertThat(actionsIn(message)).isBetween(2, 30));
    }

    private static int actionsIn(String message) {
        return Integer.parseInt(message.replaceFirst("(?s).* (\\d+) actions: .*", "$1"));
    }
}
