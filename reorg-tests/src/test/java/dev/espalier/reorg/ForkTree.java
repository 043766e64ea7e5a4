package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.cache.BranchCache;
import dev.espalier.reorg.ForkTreeTally.Count;
import dev.espalier.store.StoreStats;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.RootMismatchException;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A tree of blocks that grows by {@link ForkTreeAction}s, beside the oracle. Every root is compared as it is computed; rows
 * and leaves now and then, and at the end. Confined to one thread, but for the reader that it may start.
 */
final class ForkTree implements AutoCloseable {
    private static final int WINDOW = 12;

    private final ForkTreeTally tally;
    private final InterceptedCache between;
    private final BranchCache cache;
    private final OpenStore opened;
    private final ReorgChain chain;
    private final Map<BlockId, BlockId> parents = new HashMap<>();
    private final Map<BlockId, BlockId> sealed = new LinkedHashMap<>();
    private final Map<TrieView, BlockId> views = new LinkedHashMap<>();
    private final Map<UncommittedBlock, BlockId> begun = new LinkedHashMap<>();
    private final Map<BlockId, Long> flushesAtCommit = new HashMap<>();
    private final ForkTreeReader reader;
    private long flushes;
    /** The oldest block that can be reached. */
    private int lowest;

    /**
     * @param wrap stands between the tree's store and its cache; a test of the machine itself puts a fault there
     * @param withReader whether a thread executes blocks beside the actions
     */
    ForkTree(
            Setting setting,
            Path directory,
            UnaryOperator<InterceptedCache> wrap,
            boolean withReader,
            ForkTreeTally tally) {
        this.tally = tally;
        InterceptedCache[] made = new InterceptedCache[1];
        opened = new OpenStore(setting, directory, WINDOW, below -> made[0] = wrap.apply(new InterceptedCache(below)));
        between = made[0];
        chain = new ReorgChain(setting, opened, UnaryOperator.identity());
        cache = chain.cache();
        reader = new ForkTreeReader(chain, reachable());
        if (withReader) {
            reader.start();
        }
    }

    /** Takes actions one after the other, and then compares everything. */
    void play(List<ForkTreeAction> actions) {
        for (ForkTreeAction action : actions) {
            play(action);
            reader.offer(reachable());
        }
        closeViews();
        chain.check();
        chain.assertNoDivergence();
    }

    private void play(ForkTreeAction action) {
        long choice = action.choice();
        switch (action.kind()) {
            case SEAL -> seal(chosen(reachable(), choice), choice);
            case EXTEND -> commit(seal(chain.head(), choice));
            case COMMIT -> onHead().forEach(this::commit);
            case COMMIT_WRONG_ROOT -> onHead().forEach(this::commitWrongRoot);
            case ABANDON -> abandon(chosen(reachable(), choice), choice);
            case DISCARD -> discard(choice);
            case UNWIND -> unwind(chosen(inWindow(), choice));
            case FLUSH -> flush();
            case FLUSH_UNPUBLISHED -> flushUnpublished(choice);
            case FREEZE -> freeze();
            case MERGE -> chain.merge();
            case REOPEN -> reopen();
            case OPEN_VIEW -> openView(chosen(reachable(), choice));
            case CLOSE_VIEW -> closeView();
            case BEGIN -> begin(chosen(reachable(), choice));
            case EXECUTE -> execute(choice);
            case HOLD_FILLS -> between.hold();
            case RELEASE_FILLS -> tally.add(Count.FILLS_HELD, between.release());
            case CHECK -> chain.check();
        }
    }

    private static <T> T chosen(List<T> from, long choice) {
        return from.get((int) Long.remainderUnsigned(choice, from.size()));
    }

    private List<BlockId> inWindow() {
        return chain.canonical().subList(lowest, chain.canonical().size());
    }

    private List<BlockId> reachable() {
        List<BlockId> blocks = new ArrayList<>(inWindow());
        blocks.addAll(sealed.keySet());
        return List.copyOf(blocks);
    }

    private BlockId seal(BlockId parent, long choice) {
        BlockId id = chain.seal(parent, ReorgChain.writes(chain.state(parent), choice));
        sealed.put(id, parent);
        parents.put(id, parent);
        tally.add(Count.BLOCKS, 1);
        tally.add(Count.SIDE_BLOCKS, parent.equals(chain.head()) ? 0 : 1);
        return id;
    }

    /** Returns a sealed block on the head; empty if there is none. */
    private List<BlockId> onHead() {
        return sealed.keySet().stream()
                .filter(id -> chain.head().equals(sealed.get(id)))
                .limit(1)
                .toList();
    }

    private void commit(BlockId id) {
        OracleState before = chain.state(chain.head());
        OracleState after = chain.state(id);
        tally.add(
                Count.DELETED_WITH_STORAGE,
                storedAccounts(before).stream()
                        .filter(key -> !after.accountKeys().contains(key))
                        .count());
        chain.commit(id);
        sealed.remove(id);
        flushesAtCommit.put(id, flushes);
        lowest = Math.max(lowest, chain.canonical().size() - 1 - WINDOW);
        forgetUnreachable();
        tally.add(Count.COMMITS, 1);
    }

    private void commitWrongRoot(BlockId id) {
        assertThatThrownBy(() -> chain.trie().commit(id, Hash32.ZERO)).isInstanceOf(RootMismatchException.class);
    }

    /** Sealed blocks on a block that is gone are gone. */
    private void forgetUnreachable() {
        Set<BlockId> committed = new HashSet<>(inWindow());
        boolean gone = true;
        while (gone) {
            gone = sealed.values().removeIf(parent -> !sealed.containsKey(parent) && !committed.contains(parent));
        }
    }

    private void abandon(BlockId parent, long choice) {
        List<Op> writes = ReorgChain.writes(chain.state(parent), choice);
        try (UncommittedBlock block = chain.trie().begin(parent)) {
            execute(block, parent, writes);
        }
    }

    private void execute(UncommittedBlock block, BlockId parent, List<Op> writes) {
        Ops.write(block, writes);
        assertThat(block.stateRoot())
                .isEqualTo(Keys.ofTrie(chain.after(parent, writes).stateRoot()));
        tally.add(Count.BLOCKS, 1);
        tally.add(Count.SIDE_BLOCKS, parent.equals(chain.head()) ? 0 : 1);
    }

    private void begin(BlockId parent) {
        begun.put(chain.trie().begin(parent), parent);
    }

    private void execute(long choice) {
        if (!begun.isEmpty()) {
            UncommittedBlock oldest = begun.keySet().iterator().next();
            BlockId parent = begun.remove(oldest);
            try (oldest) {
                execute(oldest, parent, ReorgChain.writes(chain.state(parent), choice));
            }
        }
    }

    private void discard(long choice) {
        if (!sealed.isEmpty()) {
            BlockId id = chosen(List.copyOf(sealed.keySet()), choice);
            chain.trie().discard(id);
            sealed.remove(id);
            forgetUnreachable();
        }
    }

    private void unwind(BlockId target) {
        int at = chain.canonical().indexOf(target);
        List<BlockId> undone =
                List.copyOf(chain.canonical().subList(at + 1, chain.canonical().size()));
        tally.add(Count.RECREATED_AND_UNWOUND_ACROSS_A_FLUSH, recreatedAcrossAFlush(undone));
        chain.unwindTo(target);
        forgetUnreachable();
        tally.add(Count.UNWINDS, undone.isEmpty() ? 0 : 1);
        tally.add(Count.BLOCKS_UNWOUND, undone.size());
    }

    /** Counts the accounts that lost their storage in one block, and had storage again in a later one, with a flush between. */
    private long recreatedAcrossAFlush(List<BlockId> undone) {
        Map<Bytes32, Long> flushesAtDeletion = new HashMap<>();
        Set<Bytes32> recreated = new HashSet<>();
        for (BlockId id : undone) {
            Set<Bytes32> before = storedAccounts(chain.state(parent(id)));
            Set<Bytes32> after = storedAccounts(chain.state(id));
            Set<Bytes32> present = chain.state(id).accountKeys();
            long flushesNow = flushesAtCommit.getOrDefault(id, 0L);
            before.stream()
                    .filter(key -> !present.contains(key))
                    .forEach(key -> flushesAtDeletion.put(key, flushesNow));
            after.stream()
                    .filter(key -> flushesAtDeletion.getOrDefault(key, flushesNow) < flushesNow)
                    .forEach(recreated::add);
        }
        return recreated.size();
    }

    private BlockId parent(BlockId id) {
        BlockId parent = parents.get(id);
        if (parent == null) {
            throw new IllegalStateException("no block " + id);
        }
        return parent;
    }

    private static Set<Bytes32> storedAccounts(OracleState state) {
        Set<Bytes32> stored = new HashSet<>(state.accountKeys());
        stored.removeIf(key -> state.storageRoot(key).equals(OracleState.EMPTY_ROOT));
        return stored;
    }

    private void flush() {
        if (opened.layered() != null) {
            chain.flush();
            flushes++;
        }
    }

    private void flushUnpublished(long choice) {
        between.failNext(
                choice % 2 == 0 ? InterceptedCache.Failure.BEFORE_VISIBLE : InterceptedCache.Failure.AFTER_VISIBLE);
        flush();
        between.failNext(null);
    }

    private void freeze() {
        if (opened.layered() != null) {
            chain.layered().freeze();
        }
    }

    private void openView(BlockId id) {
        views.put(chain.trie().view(id), id);
    }

    private void closeView() {
        if (!views.isEmpty()) {
            TrieView oldest = views.keySet().iterator().next();
            BlockId id = views.remove(oldest);
            try (oldest) {
                chain.check(oldest, id);
            }
        }
    }

    private void closeViews() {
        while (!views.isEmpty()) {
            closeView();
        }
        begun.keySet().forEach(UncommittedBlock::close);
        begun.clear();
    }

    private void reopen() {
        closeViews();
        reader.whileItStands(() -> {
            count(opened);
            chain.reopen();
        });
        sealed.clear();
        tally.add(Count.REOPENINGS, 1);
    }

    private void count(OpenStore store) {
        assertThat(chain.trie().stats().openViews()).as("open views").isZero();
        if (store.layered() != null) {
            StoreStats stats = store.layered().stats();
            tally.add(Count.FLUSHES, stats.flushes());
            tally.add(Count.FREEZES, stats.freezes());
            tally.add(Count.MERGES, stats.merges());
            tally.add(Count.FAILED_PUBLICATIONS, stats.failedPublications());
        }
    }

    @Override
    public void close() {
        try {
            tally.add(Count.BLOCKS_OF_READERS, reader.stop());
            closeViews();
            count(opened);
            tally.add(chain.reads());
            tally.add(cache.stats());
            tally.add(Count.SEEDS, 1);
        } finally {
            chain.close();
        }
    }
}
