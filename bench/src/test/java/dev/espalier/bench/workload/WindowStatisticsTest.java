package dev.espalier.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.UInt256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Keys come again from block to block about as often as was measured on mainnet, over windows of eleven blocks. */
class WindowStatisticsTest {
    private static final int WINDOW = 11;
    private static final int WINDOWS = 20;

    /**
     * Shares of what was drawn in a window, its first block left out of those that look back.
     *
     * @param top1 of the hottest key
     * @param top10 of the ten hottest keys
     * @param fromPrevious draws of keys that were in the block before
     * @param distinctFromPrevious the same for the different keys of a block
     * @param fromEarlier draws of keys that were in any earlier block of the window
     */
    private record Shares(
            double top1, double top10, double fromPrevious, double distinctFromPrevious, double fromEarlier) {
        static Shares of(List<List<Object>> blocks) {
            Map<Object, Integer> counts = new HashMap<>();
            Set<Object> earlier = new HashSet<>();
            Set<Object> previous = Set.of();
            double later = 0;
            double distinct = 0;
            double again = 0;
            double distinctAgain = 0;
            double seen = 0;
            for (List<Object> block : blocks) {
                Set<Object> keys = new HashSet<>(block);
                Set<Object> before = previous;
                block.forEach(key -> counts.merge(key, 1, Integer::sum));
                if (!earlier.isEmpty()) {
                    later += block.size();
                    distinct += keys.size();
                    again += block.stream().filter(before::contains).count();
                    distinctAgain += keys.stream().filter(before::contains).count();
                    seen += block.stream().filter(earlier::contains).count();
                }
                earlier.addAll(keys);
                previous = keys;
            }
            int[] sorted =
                    counts.values().stream().mapToInt(count -> -count).sorted().toArray();
            double all = -Arrays.stream(sorted).sum();
            double top10 = -Arrays.stream(sorted).limit(10).sum();
            return new Shares(-sorted[0] / all, top10 / all, again / later, distinctAgain / distinct, seen / later);
        }

        Shares plus(Shares other) {
            return new Shares(
                    top1 + other.top1,
                    top10 + other.top10,
                    fromPrevious + other.fromPrevious,
                    distinctFromPrevious + other.distinctFromPrevious,
                    fromEarlier + other.fromEarlier);
        }

        Shares over(double count) {
            return new Shares(
                    top1 / count,
                    top10 / count,
                    fromPrevious / count,
                    distinctFromPrevious / count,
                    fromEarlier / count);
        }
    }

    /** As many draws a block as were measured. */
    private static Shares drawn(Popularity popularity, int drawsABlock) {
        SplittableRandom random = new SplittableRandom(1);
        Shares sum = new Shares(0, 0, 0, 0, 0);
        for (int window = 0; window < WINDOWS; window++) {
            List<List<Object>> blocks = new ArrayList<>();
            for (int number = 0; number < WINDOW; number++) {
                List<Object> block = new ArrayList<>();
                for (int draw = 0; draw < drawsABlock; draw++) {
                    int rank = popularity.draw(random);
                    block.add(rank == Popularity.FRESH ? new Object() : rank);
                }
                blocks.add(block);
            }
            sum = sum.plus(Shares.of(blocks));
        }
        return sum.over(WINDOWS);
    }

    private static Offset<Double> about(double offset) {
        return Offset.offset(offset);
    }

    @Test
    void callsComeAgainAsOnMainnet() {
        Shares shares = drawn(WindowBlocks.CALLS, 134);

        assertThat(shares.top1()).as("0.20 to 0.31 measured").isBetween(0.20, 0.31);
        assertThat(shares.top10()).as("0.41 to 0.51 measured").isCloseTo(0.51, about(0.03));
        assertThat(shares.fromPrevious()).as("0.45 to 0.50 measured").isCloseTo(0.5, about(0.05));
        assertThat(shares.distinctFromPrevious()).as("0.11 to 0.16 measured").isCloseTo(0.16, about(0.02));
        assertThat(shares.fromEarlier()).as("0.65 measured").isCloseTo(0.65, about(0.08));
    }

    @Test
    void sendersComeAgainAsOnMainnet() {
        Shares shares = drawn(WindowBlocks.SENDERS, 134);

        assertThat(shares.top1()).as("0.030 measured").isCloseTo(0.030, about(0.006));
        assertThat(shares.top10()).as("0.12 measured").isCloseTo(0.12, about(0.015));
        assertThat(shares.fromPrevious()).as("0.15 measured").isCloseTo(0.15, about(0.02));
        assertThat(shares.distinctFromPrevious()).as("0.11 measured").isCloseTo(0.11, about(0.02));
        assertThat(shares.fromEarlier()).as("0.41 measured").isCloseTo(0.41, about(0.08));
    }

    /** The blocks themselves, which draw more: what a key's share of a block is does not depend on that. */
    @Test
    void blocksOfTheWindowTouchAsMuchAsBlocksOfMainnet() {
        WindowBlocks window = new WindowBlocks(new StateShape(1_000_000, 100_000, 100_000, 1));
        List<List<Object>> balances = new ArrayList<>();
        double changes = 0;
        double reads = 0;
        double accounts = 0;
        for (int number = 1; number <= WINDOW; number++) {
            Set<Object> changed = new HashSet<>();
            Set<Object> read = new HashSet<>();
            Set<Object> touched = new HashSet<>();
            List<Object> holders = new ArrayList<>();
            window.play(new WindowBlocks.Place(number, number), access -> {
                switch (access) {
                    case Access.Transaction begun -> touched.addAll(List.of(begun.sender(), begun.recipient()));
                    case Access.AccountRead account -> touched.add(account.address());
                    case Access.Payment payment -> touched.add(payment.address());
                    case Access.SlotRead slot -> read.add(List.of(slot.address(), slot.slot()));
                    case Access.SlotChange slot -> {
                        changed.add(List.of(slot.address(), slot.slot()));
                        if (slot.address().equals(BloatAccount.ADDRESS)) {
                            holders.add(slot.slot());
                        }
                    }
                    case Access.ProtocolCalls _, Access.Computation _ -> {}
                }
            });
            balances.add(holders);
            changes += (double) changed.size() / WINDOW;
            reads += (double) read.size() / WINDOW;
            accounts += (double) touched.size() / WINDOW;
        }
        Shares holders = Shares.of(balances);

        assertThat(accounts).as("407 published").isCloseTo(407, about(60));
        assertThat(changes).as("583 published").isCloseTo(583, about(60));
        assertThat(reads).as("slots that are read and then written count here").isGreaterThan(400);
        assertThat(holders.fromPrevious()).as("0.04 measured").isCloseTo(0.04, about(0.02));
        assertThat(holders.fromEarlier()).as("0.095 measured").isCloseTo(0.095, about(0.03));
    }

    @Test
    void theHottestKeysStayAndOthersGiveTheirPlaceAway() {
        WindowBlocks window = new WindowBlocks(new StateShape(1_000_000, 100_000, 100_000, 1));
        Set<Object> early = fixedSlots(window, 1);
        Set<Object> late = fixedSlots(window, 1_000);
        Set<Object> next = fixedSlots(window, 2);

        long stay = late.stream().filter(early::contains).count();
        long again = next.stream().filter(early::contains).count();

        assertThat(stay).isBetween(3L, again);
    }

    private static Set<Object> fixedSlots(WindowBlocks window, int number) {
        Set<Object> written = new HashSet<>();
        window.play(new WindowBlocks.Place(number, number), access -> {
            if (access instanceof Access.SlotChange change
                    && change.slot().equals(UInt256.ONE)
                    && !change.address().equals(BloatAccount.ADDRESS)) {
                written.add(change.address());
            }
        });
        return written;
    }
}
