package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.store.StoreVerification;
import dev.espalier.trie.BlockId;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A store is opened again, after a reorganisation or a failure: its log leads to the head. H49, H52. */
class RestartTest {
    private static final String ON_DISK = "dev.espalier.reorg.Setting#onDisk";

    @TempDir
    private Path directory;

    private static void assertSound(ReorgChain chain) {
        chain.check();
        assertThat(StoreVerification.of(chain.layered()).faults()).isEmpty();
    }

    /** H52: what is flushed is of blocks that were undone; the log leads from there to the head. */
    @ParameterizedTest
    @MethodSource(ON_DISK)
    void blocksAreUndoneBelowAFlushOthersCommittedAndTheStoreOpenedAgain(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(10, 1);
            chain.flush();
            chain.unwind(5);
            chain.reopen();
            assertSound(chain);
            chain.extend(3, 2);
            chain.reopen();
            assertSound(chain);
            chain.unwind(4);
            chain.merge();
            chain.extend(2, 3);
            chain.flush();
            chain.unwind(3);
            chain.merge();
            chain.reopen();
            assertSound(chain);
            chain.unwindTo(BlockId.NONE);
            chain.reopen();
            assertSound(chain);
            chain.extend(3, 4);
            assertSound(chain);
        }
    }

    /** The record of a block, or of an unwind, is there and its effect is not: opening again makes up for it. */
    @ParameterizedTest
    @MethodSource(ON_DISK)
    void aChangeThatWasRecordedAndNeverSeenIsThereAfterARestart(Setting setting) {
        AtomicReference<FaultyStore> faulty = new AtomicReference<>();
        OpenStore opened = new OpenStore(setting, directory, ReorgChain.WINDOW, UnaryOperator.identity());
        try (ReorgChain chain = new ReorgChain(setting, opened, store -> {
            faulty.set(new FaultyStore(store));
            return faulty.get();
        })) {
            chain.extend(6, 5);
            BlockId block = chain.seal(chain.head(), ReorgChain.writes(chain.state(chain.head()), 60));
            faulty.get().failNext(FaultyStore.Failure.BEHIND_RECORD);
            assertThatThrownBy(() -> chain.trie().commit(block, chain.root(block)))
                    .hasMessageContaining("rows are lost");
            assertThatThrownBy(() -> chain.trie().commit(block, chain.root(block)))
                    .as("a store that stands half-way takes no change")
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("reopen");
            chain.canonical().add(block);
            chain.reopen();
            ReadsByTier reads =
                    chain.readsOf(() -> chain.check(chain.seal(block, ReorgChain.writes(chain.state(block), 61))));
            assertThat(reads.overlay()).as("what was replayed").isPositive();
            assertThat(reads.cached()).as("the cache begins empty").isZero();
            assertSound(chain);

            BlockId ancestor = chain.below(3);
            faulty.get().failNext(FaultyStore.Failure.BEHIND_RECORD);
            assertThatThrownBy(() -> chain.trie().unwindTo(ancestor)).hasMessageContaining("rows are lost");
            chain.canonical()
                    .subList(chain.canonical().size() - 3, chain.canonical().size())
                    .clear();
            chain.reopen();
            assertSound(chain);
            chain.extend(4, 6);
            assertSound(chain);
        }
    }
}
