package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.Account;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A verification finds nothing in a sound store, and each thing that is wrong where no checksum tells. */
class StoreVerificationTest {
    private static final int SEEDS = Boolean.getBoolean("espalier.long") ? 200 : 8;

    @TempDir
    private Path directory;

    private static StoreOptions.Builder options() {
        return StoreOptions.builder().window(20).background(false).logMap(1 << 20, 1L << 30);
    }

    @Test
    void aStoreIsSoundAfterAnyBlocksUnwindsFlushesMergesAndReopenings() {
        long dead = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            StoreRun run = new StoreRun(directory.resolve("s" + seed), options().build());
            for (int step = 0; step < 40; step++) {
                switch (random.nextInt(10)) {
                    case 0 -> run.unwind(random.nextInt(run.depth() + 1));
                    case 1, 2 -> run.store().flush();
                    case 3 -> run.store().merge();
                    case 4 -> run.reopen();
                    default -> run.commit(seed * 1_000 + step);
                }
                VerificationReport report = StoreVerification.of(run.store());
                assertThat(report.faults()).as("seed=%d step=%d", seed, step).isEmpty();
                assertThat(report.walked()).isTrue();
                assertThat(report.accounts())
                        .isEqualTo(run.state(run.head()).accountKeys().size());
                dead += report.deadRows() + report.deadLeaves();
            }
            run.close();
        }
        assertThat(dead).isPositive();
    }

    /** What the window keeps for an unwind goes with the first full merge after it. */
    @Test
    void nothingDeadIsLeftAfterAFullMergeWithAnEmptyWindow() {
        StoreRun run = new StoreRun(directory, options().build());
        for (int i = 0; i < 30; i++) {
            run.commit(i);
            run.store().flush();
        }
        assertThat(StoreVerification.of(run.store()).deadLeaves()).isPositive();
        run.trie().finalized(run.head());
        run.commit(31);
        run.trie().finalized(run.head());
        run.store().flush();
        run.store().merge();
        VerificationReport report = StoreVerification.of(run.store());
        run.close();

        assertThat(report.faults()).isEmpty();
        assertThat(report.deadRows()).isZero();
        assertThat(report.deadLeaves()).isZero();
        assertThat(report.rows()).isPositive();
        assertThat(report.slots()).isPositive();
    }

    @Test
    void aLeafWithAnotherValueIsFoundByTheRefThatItsRowHolds() {
        List<StoreFault> faults = faultsAfter(entries -> {
            SegmentKey slot = ForgedSegment.slotOf(entries);
            entries.put(slot, new byte[] {0x77});
        });

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst().found()).contains("its leaf gives").contains("the row holds");
    }

    @Test
    void aMissingLeafIsFound() {
        List<StoreFault> faults = faultsAfter(entries -> entries.remove(ForgedSegment.slotOf(entries)));

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst().found()).startsWith("leaf ").endsWith(": missing, a row names it");
    }

    @Test
    void aLeafThatNoRowNamesIsFoundInItsFile() {
        List<StoreFault> faults = faultsAfter(entries -> {
            SegmentKey slot = ForgedSegment.slotOf(entries);
            entries.put(SegmentKey.ofLeaf(slot.trieId(), Hash32.of(-1, -1, -1, -1)), new byte[] {1});
        });

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst().place()).endsWith(".seg");
        assertThat(faults.getFirst().found()).contains("is there, but nothing names it");
    }

    @Test
    void aLeafOfAStorageTrieThatIsGoneIsNoFault() {
        List<StoreFault> faults =
                faultsAfter(entries -> entries.put(SegmentKey.ofLeaf(1_000, Hash32.of(1, 2, 3, 4)), new byte[] {1}));

        assertThat(faults).isEmpty();
    }

    @Test
    void aMissingRowIsFoundOnceAndWhatLiesBelowItIsPassedOver() {
        List<StoreFault> faults = faultsAfter(entries -> entries.remove(SegmentKey.ofRow(BranchPath.root(0))));

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst().found()).contains("row 0:~: missing, its parent holds 0x");
    }

    @Test
    void aRowOfAnotherContentIsFoundInItsFile() {
        List<StoreFault> faults = faultsAfter(entries -> {
            byte[] row = Objects.requireNonNull(entries.get(SegmentKey.ofRow(BranchPath.root(0))));
            row[16] ^= 1;
        });

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst().place()).endsWith(".seg");
        assertThat(faults.getFirst().found()).contains("row 0:~: hashes to").contains("its parent holds");
    }

    /** Builds a store of one segment, puts other entries in a file of the same name with right checksums, verifies. */
    private List<StoreFault> faultsAfter(Consumer<SortedMap<SegmentKey, byte[]>> change) {
        StoreRun run = new StoreRun(directory, options().build());
        run.commitUnfollowed(block -> {
            for (int i = 0; i < 40; i++) {
                Hash32 account = Hash32.of((long) i << 58, i, 0, 0);
                block.putAccount(account, new Account(i, UInt256.ONE, Account.NO_CODE));
                if (i % 8 == 0) {
                    for (int slot = 0; slot < 20; slot++) {
                        block.putStorage(account, Hash32.of((long) slot << 59, slot, 0, 0), UInt256.of(slot + 1));
                    }
                }
            }
        });
        run.store().flush();
        run.close();
        ForgedSegment.rewrite(directory, change);
        try (LayeredStore store = LayeredStore.open(directory, options().build())) {
            return StoreVerification.of(store).faults();
        }
    }
}
