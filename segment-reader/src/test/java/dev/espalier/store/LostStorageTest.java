package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.fixture.Keys;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** H51: what a merge may leave out of storage that nothing reaches, and what it must remember. */
class LostStorageTest {
    private static final Hash32 ACCOUNT = Keys.key("a");

    @TempDir
    private Path directory;

    /** The base is written without the newest segments: they still hold slots of the lost trie. */
    @Test
    void aMergeThatLeavesNewerSegmentsOutDoesNotForgetWhatTheyHold() {
        StoreRun run = new StoreRun(
                directory,
                StoreOptions.builder()
                        .window(4)
                        .background(false)
                        .freezeAfter(3)
                        .mergeRatio(2)
                        .logMap(1 << 20, 1L << 30)
                        .build());
        fill(run, ACCOUNT, 100);
        run.store().flush();
        run.store().freeze();
        fill(run, Keys.key("b"), 100);
        run.store().flush();
        run.store().freeze();
        fill(run, ACCOUNT, 200);
        run.commitUnfollowed(block -> block.deleteAccount(ACCOUNT));
        for (int i = 0; i < 2; i++) {
            Hash32 other = Keys.spread(i);
            run.commitUnfollowed(block -> block.putAccount(other, Account.EMPTY));
        }
        run.trie().finalized(run.trie().head());
        run.store().flush();
        assertThat(run.store().stats().merges()).isEqualTo(1);
        assertThat(StoreVerification.of(run.store()).deadLeaves()).isGreaterThan(200);
        run.store().merge();
        assertThat(StoreVerification.of(run.store()).deadLeaves()).isZero();
        run.close();
    }

    private static void fill(StoreRun run, Hash32 account, int slots) {
        run.commitUnfollowed(block -> {
            block.putAccount(account, new Account(1, UInt256.ONE, Account.NO_CODE));
            for (int slot = 0; slot < slots; slot++) {
                block.putStorage(account, Keys.spread(slot), UInt256.of(slots));
            }
        });
    }
}
