package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cache.Scenario.Change;
import dev.espalier.trie.BranchPath;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every order of the steps of a publisher, readers that fill and an evictor, in both tiers; and gates with a fault put in,
 * each of which must be caught by some order.
 *
 * <p>H05 and H09 (an older reader fills after a write, also when the new row was evicted in between), H01 and H11 (a
 * publication that fails), H06 and H07 (readers of other versions beside it).
 *
 * <p>Faults that are not the gate's, put into the code by hand: the new version visible before the rows are put is caught
 * here by {@link #noReaderFindsARowOfAnotherVersion}, get-then-put by {@link FillInFlightTest}.
 */
class GateProtocolTest {
    private static final List<BranchPath> PATHS = List.of(Rows.path(0, 1, 2), Rows.path(0, 1, 8));

    /** Plays all orders, with an evictor beside a single reader, and returns what was found that must not be. */
    private static List<String> faults(Gate gate, int readers, Change... changes) {
        int[] steps = new int[readers == 1 ? 3 : readers + 1];
        steps[0] = Scenario.PUBLISHER_STEPS * changes.length;
        for (int reader = 1; reader <= readers; reader++) {
            steps[reader] = Scenario.READER_STEPS;
        }
        if (readers == 1) {
            steps[2] = 1;
        }
        CacheOptions options = CacheOptions.builder()
                .lifetime(CacheLifetime.CROSS_BLOCK)
                .shadowOneIn(0)
                .build();
        List<String> faults = new ArrayList<>();
        try (BranchCache cache = new BranchCache(options, gate)) {
            for (BranchPath path : PATHS) {
                Interleavings.forEach(steps, order -> {
                    String fault = new Scenario(cache, path, List.of(changes), readers).play(order);
                    if (fault != null) {
                        faults.add(fault + " in " + order);
                    }
                });
            }
            if (changes[changes.length - 1] == Change.REPLACE) {
                assertThat(cache.stats().pinned().hits()).isPositive();
                assertThat(cache.stats().evicting().hits()).isPositive();
            }
        }
        return faults;
    }

    @ParameterizedTest
    @EnumSource
    void noReaderFindsARowOfAnotherVersion(Change change) {
        assertThat(faults(new Gate(), 1, change)).isEmpty();
    }

    @Test
    void twoReadersOfDifferentVersionsDoNotMislead() {
        assertThat(faults(new Gate(), 2, Change.REPLACE)).isEmpty();
    }

    @Test
    void twoPublicationsInARowDoNotMislead() {
        for (Change first : Change.values()) {
            for (Change second : Change.values()) {
                assertThat(faults(new Gate(), 1, first, second))
                        .as("%s, then %s", first, second)
                        .isEmpty();
            }
        }
    }

    @Test
    void aGateThatAdmitsEveryFillIsCaught() {
        class EveryFill extends Gate {
            @Override
            boolean admits(long reader) {
                return reader >= 0;
            }
        }
        assertThat(faults(new EveryFill(), 1, Change.REMOVE)).isNotEmpty();
    }

    @Test
    void aGateLeftOpenDuringAPublicationIsCaught() {
        class LeftOpen extends Gate {
            @Override
            boolean admits(long reader) {
                return reader >= 0 && reader == generation();
            }
        }
        assertThat(faults(new LeftOpen(), 1, Change.REPLACE)).isNotEmpty();
    }

    @Test
    void aStampThatIsIgnoredIsCaught() {
        class NoStamp extends Gate {
            @Override
            boolean isValid(long stamp, long reader) {
                return !isDead(stamp);
            }
        }
        assertThat(faults(new NoStamp(), 1, Change.REPLACE)).isNotEmpty();
    }

    @Test
    void goingBackToTheOldGenerationAfterAFailureIsCaught() {
        class GoesBack extends Gate {
            private long before;
            private boolean failed;

            @Override
            long close() {
                before = generation();
                failed = false;
                return super.close();
            }

            @Override
            void condemn() {
                failed = true;
            }

            @Override
            void open() {
                if (!failed) {
                    super.open();
                }
            }

            @Override
            boolean admits(long reader) {
                return super.admits(reader) || (failed && reader == before);
            }
        }
        assertThat(faults(new GoesBack(), 1, Change.FAIL_AFTER)).isNotEmpty();
    }
}
