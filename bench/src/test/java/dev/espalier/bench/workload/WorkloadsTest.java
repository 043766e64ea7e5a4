package dev.espalier.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadsTest {
    private static final int UPDATES = 5_000;

    static List<Access> accesses(Workload workload, int number) {
        List<Access> accesses = new ArrayList<>();
        workload.play(number, accesses::add);
        return accesses;
    }

    private static <T extends Access> List<T> only(Class<T> kind, List<Access> accesses) {
        return accesses.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static Workload create(WorkloadKind kind, StateShape shape) {
        return kind.create(new WorkloadSize(shape, 3, UPDATES));
    }

    private static StateShape shape(long seed) {
        return new StateShape(100_000, 10_000, 2_000, seed);
    }

    @ParameterizedTest
    @EnumSource
    void theSameSeedGivesTheSameBlocksInAnyOrderAndAnotherSeedOthers(WorkloadKind kind) {
        Workload one = create(kind, shape(5));
        Workload same = create(kind, shape(5));
        Workload other = create(kind, shape(6));

        List<Access> third = accesses(one, 3);
        List<Access> first = accesses(one, 1);

        assertThat(accesses(same, 1)).isEqualTo(first);
        assertThat(accesses(same, 3)).isEqualTo(third).isNotEqualTo(first);
        assertThat(accesses(other, 1)).isNotEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource
    void aStateOfAnySizeHasBlocks(WorkloadKind kind) {
        for (StateShape shape : List.of(new StateShape(1, 1, 1, 1), new StateShape(7, 3, 2, 1))) {
            List<Access> accesses = accesses(create(kind, shape), 1);
            assertThat(only(Access.SlotChange.class, accesses)).isNotEmpty();
            assertThat(only(Access.Transaction.class, accesses)).isNotEmpty();
        }
    }

    @Test
    void aWorkloadNeedsAccountsAndContracts() {
        assertThatThrownBy(() -> new WorkloadSize(new StateShape(1, 0, 1, 1), 0, 1))
                .hasMessage("accounts=0, expected at least 1");
        assertThatThrownBy(() -> new WorkloadSize(new StateShape(1, 1, 0, 1), 0, 1))
                .hasMessage("contracts=0, expected at least 1");
        assertThatThrownBy(() -> WorkloadKind.of("bloat"))
                .hasMessageContaining("workload=bloat, expected one of sstore-bloat, cross-account");
    }

    @Test
    void aBloatBlockOverwritesAsManyFreshSlotsAndReadsAsManyAccountsAsTheBenchmark() {
        Workload bloat = create(WorkloadKind.SSTORE_BLOAT, shape(1));
        Set<Access.SlotChange> first = new HashSet<>();
        for (int number = 1; number <= 2; number++) {
            List<Access> accesses = accesses(bloat, number);
            List<Access.SlotChange> changes = only(Access.SlotChange.class, accesses);
            assertThat(changes.stream().map(Access.SlotChange::slot).distinct()).hasSize(4_200);
            assertThat(changes).noneMatch(change -> change.value().isZero());
            assertThat(only(Access.AccountRead.class, accesses).stream().distinct())
                    .hasSize(3_000);
            assertThat(only(Access.Transaction.class, accesses)).hasSize(2);
            first.addAll(changes);
        }
        assertThat(first).hasSize(2 * 4_200);
    }

    @Test
    void everySoManyBlocksOfTheWindowAreBloatBlocks() {
        Workload window = create(WorkloadKind.HOT_WINDOW, shape(1));
        Workload bloat = create(WorkloadKind.SSTORE_BLOAT, shape(1));

        for (int number = 1; number <= 6; number++) {
            assertThat(accesses(window, number).equals(accesses(bloat, number))).isEqualTo(number % 3 == 0);
        }
    }

    @Test
    void aBatchHasItsUpdatesAndNoneTwiceWhereThereAreEnoughKeys() {
        List<Access> accesses = accesses(create(WorkloadKind.BATCH, shape(1)), 1);
        List<Access.SlotChange> changes = only(Access.SlotChange.class, accesses);
        List<Access.Payment> payments = only(Access.Payment.class, accesses);

        assertThat(changes.size() + payments.size()).isEqualTo(UPDATES);
        assertThat(changes.stream()
                        .map(change -> List.of(change.address(), change.slot()))
                        .distinct())
                .hasSize(changes.size());
        assertThat(payments.stream().map(Access.Payment::address).distinct()).hasSize(payments.size());
    }

    @Test
    void writesAcrossAccountsMeetAThousandContractsABlock() {
        List<Access.SlotChange> changes =
                only(Access.SlotChange.class, accesses(create(WorkloadKind.CROSS_ACCOUNT, shape(1)), 1));

        assertThat(changes.stream().map(Access.SlotChange::address).distinct()).hasSize(1_050);
        assertThat(changes.stream().filter(change -> change.value().isZero())).hasSizeBetween(200, 350);
    }

    @Test
    void everyTenBlocksOneToFiveAreUndone() {
        ReorgBlocks reorgs = new ReorgBlocks(shape(1));
        Set<Integer> depths = new HashSet<>();
        int height = 0;
        for (int number = 1; number <= 500; number++) {
            int undone = reorgs.unwindBefore(number);
            if (number % 10 == 1 && number > 1) {
                assertThat(undone).isBetween(1, 5);
                depths.add(undone);
            } else {
                assertThat(undone).isZero();
            }
            height += 1 - undone;
            assertThat(reorgs.height(number)).isEqualTo(height);
        }
        assertThat(depths).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
    }

    @Test
    void aBlockOnAnotherBranchHasMostTransactionsOfTheOneThatItReplaces() {
        ReorgBlocks reorgs = new ReorgBlocks(shape(1));
        int replacement = 11;
        int replaced = reorgs.height(replacement);
        List<Access.Transaction> before = only(Access.Transaction.class, accesses(reorgs, replaced));
        List<Access.Transaction> after = only(Access.Transaction.class, accesses(reorgs, replacement));

        long common = IntStream.range(0, before.size())
                .filter(i -> before.get(i).sender().equals(after.get(i).sender()))
                .count();

        assertThat(common).isBetween(before.size() * 55L / 100, before.size() * 90L / 100);
        assertThat(after).isNotEqualTo(before);
    }
}
