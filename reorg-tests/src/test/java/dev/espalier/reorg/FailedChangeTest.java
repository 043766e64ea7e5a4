package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CacheOptions;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.store.lmdb.StoreFullException;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.RootMismatchException;
import dev.espalier.trie.commit.CanonicalRows;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A commit, an unwind or a flush that fails leaves overlay, cache and files as they were. H01, H02, H11. */
class FailedChangeTest {
    private static final String CHOSEN = "dev.espalier.reorg.Setting#chosen";
    private static final String ON_DISK = "dev.espalier.reorg.Setting#onDisk";

    @TempDir
    private Path directory;

    /** H01, H11: the second attempt is a change of its own, with another seq. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void aCommitOrUnwindThatFailsLeavesNothingAndCanBeRepeated(Setting setting) {
        AtomicReference<FaultyStore> faulty = new AtomicReference<>();
        OpenStore opened = new OpenStore(setting, directory, ReorgChain.WINDOW, UnaryOperator.identity());
        try (ReorgChain chain = new ReorgChain(setting, opened, store -> {
            faulty.set(new FaultyStore(store));
            return faulty.get();
        })) {
            chain.extend(6, 1);
            BlockId block = chain.seal(chain.head(), ReorgChain.writes(chain.state(chain.head()), 60));
            for (int attempt = 0; attempt < 2; attempt++) {
                faulty.get().failNext(FaultyStore.Failure.BEFORE_RECORD);
                assertThatThrownBy(() -> chain.trie().commit(block, chain.root(block)))
                        .hasMessageContaining("no record, seq=");
                faulty.get().failNext(FaultyStore.Failure.BEFORE_RECORD);
                assertThatThrownBy(() -> chain.trie().unwindTo(chain.below(4))).hasMessageContaining("no record, seq=");
                chain.check();
            }
            chain.commit(block);
            chain.check();
            ReadsByTier reads = chain.readsOf(() -> {
                chain.unwind(4);
                chain.extend(3, 2);
            });
            if (setting.store().isOnDisk()) {
                chain.assertServedByTheSettingsTiers(reads);
            }
            chain.check();
        }
    }

    @ParameterizedTest
    @MethodSource(CHOSEN)
    void aWrongExpectedRootChangesNothing(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(6, 3);
            BlockId block = chain.seal(chain.head(), ReorgChain.writes(chain.state(chain.head()), 61));
            ReadsByTier reads =
                    chain.readsOf(() -> assertThatThrownBy(() -> chain.trie().commit(block, chain.root(BlockId.NONE)))
                            .isInstanceOf(RootMismatchException.class)
                            .hasMessageContaining(chain.root(block).toString()));
            assertThat(reads.cached())
                    .as("the second opinion goes past the cache")
                    .isZero();
            assertThat(reads.overlay() + reads.stored()).isPositive();
            chain.check();
            chain.commit(block);
            chain.check();
        }
    }

    /** The folder of the segments is away for a while, as a disk may be. */
    @ParameterizedTest
    @MethodSource(ON_DISK)
    void aFlushThatFailsLosesNothingAndIsRepeated(Setting setting) throws IOException {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(5, 4);
            chain.flush();
            Path segments = directory.resolve("segments");
            Path away = directory.resolve("away");
            BlockId block = chain.seal(chain.head(), List.of(Ops.put(Keys.spread(1), 1), Ops.put(Keys.spread(2), 2)));
            chain.trie().commit(block, chain.root(block));
            chain.canonical().add(block);
            Files.move(segments, away);
            assertThatThrownBy(chain::flush).hasMessageContaining("segment");
            chain.check();
            Files.move(away, segments);
            chain.unwind(2);
            chain.check();
            chain.extend(3, 5);
            chain.flush();
            assertThat(chain.layered().stats().flushedSeq())
                    .isEqualTo(chain.layered().stats().seq());
            chain.check();
            chain.reopen();
            chain.check();
        }
    }

    /** H11: a publication that failed has used up its generation; the cache is empty, and what it finds later is right. */
    @ParameterizedTest
    @MethodSource(ON_DISK)
    void aFlushThatTheCacheCannotTakeIsSeenAllTheSame(Setting setting) {
        AtomicReference<InterceptedCache> between = new AtomicReference<>();
        OpenStore opened = new OpenStore(setting, directory, ReorgChain.WINDOW, below -> {
            between.set(new InterceptedCache(below));
            return between.get();
        });
        try (ReorgChain chain = new ReorgChain(setting, opened, UnaryOperator.identity())) {
            chain.extend(6, 6);
            chain.flush();
            for (InterceptedCache.Failure when : InterceptedCache.Failure.values()) {
                long generation = between.get().generation();
                BlockId block = chain.seal(chain.head(), ReorgChain.writes(chain.state(chain.head()), 62));
                chain.trie().commit(block, chain.root(block));
                chain.canonical().add(block);
                between.get().failNext(when);
                chain.flush();
                between.get().failNext(null);
                chain.check();
                chain.unwind(3);
                chain.extend(4, 7);
                chain.check();
                if (setting.cache() != Setting.Cache.OFF) {
                    assertThat(between.get().generation()).isGreaterThan(generation);
                }
            }
            assertThat(chain.layered().stats().failedPublications()).isEqualTo(2);
        }
    }

    /** H01: the log has no room for the record; no reader may see rows or leaves of that block. */
    @Test
    void aBlockWhoseRecordFindsNoRoomIsNotSeen() {
        OracleState state = new OracleState();
        try (BranchCache cache =
                        BranchCache.create(CacheOptions.builder().shadowOneIn(1).build());
                LayeredStore store = LayeredStore.open(
                        directory,
                        StoreOptions.builder()
                                .background(false)
                                .logMap(1 << 20, 1 << 20)
                                .build(),
                        cache)) {
            CommitmentTrie trie = CommitmentTrie.over(store);
            int blocks = 0;
            Hash32 before = trie.headRoot();
            StoreFullException full = null;
            while (full == null && blocks++ < 200) {
                OracleState after = state.copy();
                List<Op> writes = manySlots(blocks);
                after.applyBlock(writes);
                try (UncommittedBlock block = trie.begin(trie.head())) {
                    Ops.write(block, writes);
                    block.seal(BlockId.of(Hash32.of(1, 2, 3, blocks)));
                    block.commit(Keys.ofTrie(after.stateRoot()));
                    state = after;
                    before = trie.headRoot();
                } catch (StoreFullException e) {
                    full = e;
                }
            }
            assertThat(full).isNotNull();
            assertThat(trie.headRoot()).isEqualTo(before).isEqualTo(Keys.ofTrie(state.stateRoot()));
            try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
                assertThat(view.mark().root()).as("what a reader sees").isEqualTo(before);
                CanonicalRows.assertStored(view, state);
            }
        }
    }

    private static List<Op> manySlots(int block) {
        List<Op> writes = new ArrayList<>(List.of(Ops.put(Keys.spread(0), block)));
        for (int i = 0; i < 400; i++) {
            writes.add(Ops.slot(Keys.spread(0), Keys.spread(i), block));
        }
        return writes;
    }
}
