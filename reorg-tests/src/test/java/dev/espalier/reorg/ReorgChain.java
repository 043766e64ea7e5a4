package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cache.BranchCache;
import dev.espalier.store.LayeredStore;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.CanonicalRows;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.FewKeys;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.fixture.TrieBesideOracle;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;

/**
 * A trie put together by a {@link Setting}, beside the oracle's state after each block; the oracle has no store and no
 * cache. After every change of the state the store is brought into the setting's form. Closing checks that no row of the
 * cache was another one than its parent names, that no root had to be computed twice, and that the budget held.
 */
final class ReorgChain implements AutoCloseable {
    static final int WINDOW = 128;

    private final Setting setting;
    private final UnaryOperator<TrieStore> above;
    private final OpenStore opened;
    private final Map<BlockId, OracleState> states = new ConcurrentHashMap<>();
    private final Map<BlockId, Hash32> roots = new ConcurrentHashMap<>();
    private final List<BlockId> canonical = new ArrayList<>(List.of(BlockId.NONE));
    private CommitmentTrie trie;
    private long nextId = 1;

    ReorgChain(Setting setting, Path directory) {
        this(setting, directory, WINDOW);
    }

    ReorgChain(Setting setting, Path directory, int window) {
        this(setting, new OpenStore(setting, directory, window, UnaryOperator.identity()), UnaryOperator.identity());
    }

    /** @param above stands between the trie and the store */
    ReorgChain(Setting setting, OpenStore opened, UnaryOperator<TrieStore> above) {
        this.setting = setting;
        this.opened = opened;
        this.above = above;
        keep(BlockId.NONE, new OracleState());
        trie = newTrie();
    }

    private CommitmentTrie newTrie() {
        return CommitmentTrie.over(above.apply(opened.store()), setting.trieOptions(ForkJoinPool.commonPool()));
    }

    CommitmentTrie trie() {
        return trie;
    }

    LayeredStore layered() {
        return Objects.requireNonNull(opened.layered(), "the setting has no store on disk");
    }

    BranchCache cache() {
        return Objects.requireNonNull(opened.cache(), "the setting has no cache");
    }

    BlockId head() {
        return canonical.getLast();
    }

    /** Returns the committed blocks, the empty state first. */
    List<BlockId> canonical() {
        return canonical;
    }

    /** Returns the block so many below the head. */
    BlockId below(int blocks) {
        return canonical.get(canonical.size() - 1 - blocks);
    }

    OracleState state(BlockId id) {
        return Objects.requireNonNull(states.get(id), () -> "no block " + id);
    }

    Hash32 root(BlockId id) {
        return Objects.requireNonNull(roots.get(id), () -> "no block " + id);
    }

    private void keep(BlockId id, OracleState state) {
        states.put(id, state);
        roots.put(id, Keys.ofTrie(state.stateRoot()));
    }

    /** Returns a block's random writes on a state, of few keys, so that blocks meet what others left. */
    static List<Op> writes(OracleState on, long seed) {
        return FewKeys.block(on, new Random(seed));
    }

    /** Returns the state behind a block of these writes. */
    OracleState after(BlockId parent, List<Op> writes) {
        OracleState after = state(parent).copy();
        writes.forEach(after::apply);
        after.endBlock();
        return after;
    }

    /** Seals a block and checks its root. */
    BlockId seal(BlockId parent, List<Op> writes) {
        BlockId id = BlockId.of(Hash32.of(0x4E0, 0, 0, nextId++));
        keep(id, after(parent, writes));
        try (UncommittedBlock block = trie.begin(parent)) {
            Ops.write(block, writes);
            assertThat(block.stateRoot()).as("root of %s", id).isEqualTo(root(id));
            block.seal(id);
            assertThat(block.stats().absentProbes()).as("absent probes").isZero();
        }
        return id;
    }

    /** Commits sealed blocks, one after the other. */
    void commit(BlockId... ids) {
        for (BlockId id : ids) {
            trie.commit(id, root(id));
            canonical.add(id);
            opened.changed();
        }
    }

    /** Commits a block of these writes on the head. */
    BlockId extend(List<Op> writes) {
        BlockId id = seal(head(), writes);
        commit(id);
        return id;
    }

    BlockId extend(Op... writes) {
        return extend(List.of(writes));
    }

    /** Commits blocks of random writes on the head, and returns what they wrote. */
    List<List<Op>> extend(int blocks, long seed) {
        List<List<Op>> played = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            played.add(writes(state(head()), seed * 1_000 + i));
            extend(played.getLast());
        }
        return played;
    }

    void unwindTo(BlockId ancestor) {
        trie.unwindTo(ancestor);
        canonical.subList(canonical.indexOf(ancestor) + 1, canonical.size()).clear();
        opened.changed();
        assertThat(trie.head()).isEqualTo(ancestor);
        assertThat(trie.headRoot()).as("root after unwinding").isEqualTo(root(ancestor));
    }

    /** Unwinds so many blocks. */
    void unwind(int blocks) {
        unwindTo(below(blocks));
    }

    /** Closes the store and opens it again, with an empty cache; what was not committed is gone. */
    void reopen() {
        opened.reopen();
        trie = newTrie();
    }

    void flush() {
        opened.flush();
    }

    void merge() {
        opened.merge();
    }

    /** Checks the head's root, every account and slot, and every row, with the oracle's. */
    void check() {
        OracleState expected = state(head());
        assertThat(trie.head()).isEqualTo(head());
        assertThat(trie.headRoot()).isEqualTo(root(head()));
        check(head());
        try (StoreView view = opened.store().openView(TrieStore.ReadMode.NORMAL)) {
            CanonicalRows.assertStored(view, expected);
        }
        try (StoreView view = opened.store().openView(TrieStore.ReadMode.BYPASS_CACHE)) {
            CanonicalRows.assertStored(view, expected);
        }
    }

    /** Checks what a view of a block shows. */
    void check(BlockId id) {
        try (TrieView view = trie.view(id)) {
            check(view, id);
        }
    }

    void check(TrieView view, BlockId id) {
        TrieBesideOracle.verify(view, state(id));
    }

    ReadsByTier reads() {
        return opened.reads();
    }

    /** Does something and returns where it read rows. */
    ReadsByTier readsOf(Runnable action) {
        ReadsByTier before = reads();
        action.run();
        return reads().minus(before);
    }

    /**
     * Checks that reads since the last opening were served by the tiers of the setting: by the overlay alone where all is
     * there; else by the store where there is no cache, and by the cache alone where it keeps everything.
     */
    void assertServedByTheSettingsTiers(ReadsByTier reads) {
        assertThat(reads.all()).as("reads in %s", setting).isPositive();
        boolean overlaid = setting.store() == Setting.Store.ALL_OVERLAY;
        assertThat(reads.overlay() > 0)
                .as("overlay read in %s: %s", setting, reads)
                .isEqualTo(overlaid);
        if (overlaid || setting.cache() == Setting.Cache.OFF) {
            assertThat(reads.cached()).as("cached rows in %s", setting).isZero();
        }
        if (overlaid || setting.keepsEverything()) {
            assertThat(reads.stored()).as("stored rows read in %s", setting).isZero();
        } else if (setting.cache() == Setting.Cache.OFF) {
            assertThat(reads.stored()).as("stored rows read in %s", setting).isPositive();
        }
        BranchCache cache = opened.cache();
        if (cache != null && !overlaid) {
            assertThat(cache.stats().shadowChecks()).isEqualTo(cache.stats().hits());
            if (setting.pinned() == Setting.Pinned.OFF) {
                assertThat(cache.stats().pinned().hits())
                        .as("pinned rows found")
                        .isZero();
            } else if (setting.keepsEverything()) {
                assertThat(cache.stats().pinned().hits())
                        .as("pinned rows found")
                        .isPositive();
            }
        }
    }

    @Override
    public void close() {
        try {
            assertNoDivergence();
            assertBudgetHolds();
        } finally {
            opened.close();
        }
        if (opened.cache() != null) {
            assertThat(opened.cache().stats().bytes())
                    .as("bytes of an empty cache")
                    .isZero();
        }
    }

    /** H18: what the cache holds is never more than it may, whatever was flushed, unwound and cleared. */
    private void assertBudgetHolds() {
        BranchCache cache = opened.cache();
        if (cache != null) {
            cache.maintain();
            assertThat(cache.stats().bytes())
                    .isLessThanOrEqualTo(cache.options().budgetBytes());
        }
    }

    void assertNoDivergence() {
        assertThat(trie.stats().divergences())
                .as("roots that differ past the cache")
                .isZero();
        if (opened.cache() != null) {
            assertThat(opened.cache().stats().divergences()).as("divergences").isZero();
        }
    }
}
