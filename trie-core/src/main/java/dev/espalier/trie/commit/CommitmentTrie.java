package dev.espalier.trie.commit;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.RootMismatchException;
import dev.espalier.trie.UnknownBlockException;
import dev.espalier.trie.WindowExceededException;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StorageChange;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import dev.espalier.trie.spi.WarmRows;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ethereum's commitment trie over a store: begins blocks, gives views, commits and unwinds.
 *
 * <p>Uncommitted blocks form a tree on the committed ones. A block is committed when its parent is the head; going back
 * is a change of its own, computed and checked like a block. Any thread may begin blocks and open views; commit, unwind,
 * discard and finalise take one lock. One trie at a time works on a store. The trie does not close the store.
 */
public final class CommitmentTrie {
    private final TrieStore store;
    private final TrieOptions options;
    private final FoldSettings foldSettings;
    private final CommittedChain chain;
    private final SealedBlocks sealed;
    private final Object lock = new Object();
    private final AtomicReference<BlockStats> work = new AtomicReference<>(BlockStats.NONE);
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong unwinds = new AtomicLong();
    private final AtomicLong divergences = new AtomicLong();
    private final AtomicLong openViews = new AtomicLong();

    private CommitmentTrie(TrieStore store, TrieOptions options) {
        this.store = store;
        this.options = options;
        this.foldSettings = options.foldSettings();
        this.sealed = new SealedBlocks(options.maxSealedBlocks(), options.maxSealedBytes());
        try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
            this.chain = new CommittedChain(store.log().entries(), view.mark(), view.seq());
            chain.trimTo(store.window());
        }
    }

    /** Returns a trie over a store, with the default options. */
    public static CommitmentTrie over(TrieStore store) {
        return over(store, TrieOptions.defaults());
    }

    /**
     * Returns a trie over a store.
     *
     * @throws CorruptStoreException if the store's log does not lead to its head
     */
    public static CommitmentTrie over(TrieStore store, TrieOptions options) {
        return new CommitmentTrie(store, options);
    }

    /**
     * Begins a block.
     *
     * @param parent a committed block within the window, a sealed one, or {@link BlockId#NONE} for the first block
     * @throws UnknownBlockException if the parent is none of these
     */
    public UncommittedBlock begin(BlockId parent) {
        return new UncommittedBlock(this, base(parent));
    }

    /**
     * Opens a view of a block's state.
     *
     * @param block a committed block within the window, a sealed one, or {@link BlockId#NONE} for the empty state
     * @throws UnknownBlockException if the block is none of these
     */
    public TrieView view(BlockId block) {
        return new CommittedView(base(block), options.leaves(), new FoldCounters(), openViews::decrementAndGet);
    }

    private BlockBase base(BlockId block) {
        openViews.incrementAndGet();
        BlockBase base = null;
        try {
            base = findBase(block);
            return base;
        } finally {
            if (base == null) {
                openViews.decrementAndGet();
            }
        }
    }

    private BlockBase findBase(BlockId block) {
        BlockBase base = tryBase(block);
        if (base == null) {
            synchronized (lock) {
                base = tryBase(block);
                if (base == null) {
                    throw outOfStep();
                }
            }
        }
        return base;
    }

    /** Returns null if the head moved meanwhile, which holding the lock rules out. */
    private @Nullable BlockBase tryBase(BlockId block) {
        List<SealedBlock> path = sealed.path(block);
        SharedView shared = new SharedView(store.openView(TrieStore.ReadMode.NORMAL));
        BlockBase base = null;
        try {
            base = path.isEmpty() ? committedBase(shared, block) : sealedBase(shared, path);
            return base;
        } finally {
            if (base == null || base.shared() != shared) {
                shared.release();
            }
        }
    }

    /**
     * Stands on a view of the head where that is what the sealed blocks stand on, so that blocks committed since do not
     * pile up as layers; else on the view that the sealed block itself stands on.
     */
    private @Nullable BlockBase sealedBase(SharedView shared, List<SealedBlock> path) {
        SealedBlock block = path.getFirst();
        if (chain.isHead(path.getLast().base().instance(), shared.view().seq())) {
            List<BlockChanges> layers = path.stream().map(SealedBlock::changes).toList();
            return new BlockBase(shared, layers, block.mark(), block.instance());
        }
        return block.base().shared().acquire() ? block.base().under(block) : null;
    }

    private @Nullable BlockBase committedBase(SharedView shared, BlockId block) {
        CommittedChain.Reached reached = chain.reach(block, shared.view().seq());
        if (reached == null) {
            return null;
        }
        StateMark head = shared.view().mark();
        if (reached.undone().isEmpty()) {
            return new BlockBase(shared, List.of(), head, reached.instance());
        }
        Undo undo = Undo.to(reached.mark(), reached.undone(), store.log(), head, this::fold, shared.view());
        if (undo == null && Thread.holdsLock(lock)) {
            throw missingRecord(block, head);
        }
        return undo == null ? null : new BlockBase(shared, List.of(undo.changes()), reached.mark(), reached.instance());
    }

    private IllegalStateException outOfStep() {
        return new IllegalStateException(
                "the store's head is not this trie's, " + chain.head().block() + " at seq=" + chain.seq()
                        + ": another trie changed it, or a change failed half-way; reopen both");
    }

    private StateMark fold(StateTargets targets, BlockChanges into, StateMark from, StoreView view) {
        FoldCounters counters = new FoldCounters();
        LayeredSource source = new LayeredSource(into, List.of(), view, counters);
        StateFold fold = new StateFold(source, into, foldSettings, counters);
        StateMark reached = options.leaves() == LeafKind.RAW
                ? fold.foldLeaves(from, targets.leafOps(source), LeafValue.RAW)
                : fold.foldAccounts(from, targets.updates(source));
        addWork(counters.snapshot());
        return reached;
    }

    void seal(SealedBlock block) {
        sealed.add(block, chain);
    }

    /**
     * Commits a sealed block on the head.
     *
     * <p>If the root is not the expected one, it is computed once more from what is stored, past every cache. If that
     * gives the expected root the block is committed with what came out, and counted as a divergence.
     *
     * @param expectedRoot the root that the block's header gives
     * @throws RootMismatchException if the block gives another root; it stays sealed and nothing is written
     * @throws IllegalStateException if the block is not sealed or its parent is not the head
     */
    public void commit(BlockId id, Hash32 expectedRoot) {
        Objects.requireNonNull(expectedRoot, "expectedRoot");
        synchronized (lock) {
            requireInStep();
            StateMark head = chain.head();
            SealedBlock block = onHead(id, head);
            BlockChanges changes = block.changes();
            StateMark after = block.mark();
            if (!after.root().equals(expectedRoot)) {
                changes = new BlockChanges();
                after = recompute(block, changes);
                if (!after.root().equals(expectedRoot)) {
                    throw new RootMismatchException(id, expectedRoot, after.root());
                }
            }
            chain.committed(apply(LogEntry.Kind.COMMIT, head, after, changes, List.of()), block.instance());
            sealed.committed(id);
            commits.incrementAndGet();
            forgetBefore(chain.trimTo(store.window()));
        }
    }

    /** A change that failed after it became visible leaves the store ahead of the trie. */
    private void requireInStep() {
        try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
            if (view.seq() != chain.seq()) {
                throw outOfStep();
            }
        }
    }

    private SealedBlock onHead(BlockId id, StateMark head) {
        SealedBlock block = sealed.find(id);
        if (block == null) {
            throw new IllegalStateException("block " + id
                    + (chain.reaches(id)
                            ? " is committed already"
                            : " is not sealed: it never was, was discarded, lost its parent, or exceeded the bounds"));
        }
        if (!block.parent().equals(head.block())) {
            throw new IllegalStateException("block " + id + ": parent=" + block.parent() + ", expected the head "
                    + head.block() + ": unwind to the parent first");
        }
        if (!chain.isHead(block.base().instance())) {
            throw new IllegalStateException("block " + id + ": its parent " + block.parent()
                    + " was executed again since the block was begun: begin it anew");
        }
        return block;
    }

    private StateMark recompute(SealedBlock block, BlockChanges into) {
        try (StoreView view = store.openView(TrieStore.ReadMode.BYPASS_CACHE)) {
            StateTargets targets = StateTargets.after(block.changes());
            StateMark reached = fold(targets, into, view.mark(), view);
            if (!reached.root().equals(block.mark().root())) {
                divergences.incrementAndGet();
            }
            return new StateMark(block.id(), reached.root(), reached.cell());
        }
    }

    /**
     * Goes back to a committed block: what the blocks above it changed is undone by one change, which is computed,
     * checked against the block's root and logged like a block. The undone blocks are forgotten, and sealed blocks
     * that stand on one of them are discarded.
     *
     * @param ancestor a block below the head within the window; the head itself is no change;
     *     {@link BlockId#NONE} is the empty state below the first block
     * @throws WindowExceededException if the block may lie below what is kept; nothing is changed
     * @throws UnknownBlockException if there was no such block; nothing is changed
     */
    public void unwindTo(BlockId ancestor) {
        synchronized (lock) {
            requireInStep();
            StateMark head = chain.head();
            if (head.block().equals(ancestor)) {
                return;
            }
            StateMark target = chain.find(ancestor);
            if (target == null) {
                String problem = "block " + ancestor + " is none of the " + chain.size()
                        + " that can be unwound to from head " + head.block() + ", window=" + store.window();
                throw chain.isCut() ? new WindowExceededException(problem) : new UnknownBlockException(problem);
            }
            try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
                CommittedChain.Reached reached = chain.reach(ancestor, view.seq());
                Undo undo =
                        reached == null ? null : Undo.to(target, reached.undone(), store.log(), head, this::fold, view);
                if (undo == null) {
                    throw missingRecord(ancestor, head);
                }
                chain.unwound(apply(LogEntry.Kind.UNWIND, head, undo.reached(), undo.changes(), undo.regained()));
            }
            sealed.keepOn(chain);
            unwinds.incrementAndGet();
        }
    }

    private CorruptStoreException missingRecord(BlockId ancestor, StateMark head) {
        return new CorruptStoreException("the log lacks a record between block " + ancestor + " and head "
                + head.block() + ", within window=" + store.window());
    }

    private LogEntry apply(
            LogEntry.Kind kind, StateMark before, StateMark after, BlockChanges changes, List<StorageChange> regained) {
        LogEntry entry = new LogEntry(store.reserveSeq(), kind, before, after);
        List<LeafChange> leaves = changes.leafChanges();
        List<StorageChange> lost = options.leaves() == LeafKind.RAW ? List.of() : BlockChanges.lost(leaves);
        store.apply(new LogRecord(entry, leaves, lost, regained, store.nextStorageId()), changes);
        return entry;
    }

    private void forgetBefore(long seq) {
        sealed.keepOn(chain);
        store.prune(seq);
    }

    /**
     * Discards a sealed block and the sealed blocks on it. Open handles stay readable.
     *
     * @throws UnknownBlockException if there is no such sealed block
     */
    public void discard(BlockId id) {
        synchronized (lock) {
            if (!sealed.remove(id)) {
                throw new UnknownBlockException("block " + id + " is not sealed, so it cannot be discarded");
            }
        }
    }

    /**
     * Says that a committed block will never be unwound: what is kept to undo it and the blocks below goes, and so do
     * sealed blocks that stand on a block below it.
     *
     * @throws UnknownBlockException if the block is not among those that can be reached
     */
    public void finalized(BlockId id) {
        synchronized (lock) {
            if (!chain.reaches(id)) {
                throw new UnknownBlockException("block " + id + " is not among the committed blocks that are kept");
            }
            forgetBefore(chain.trimTo(chain.depthOf(id)));
        }
    }

    /** Returns the newest committed block; {@link BlockId#NONE} if there is none. */
    public BlockId head() {
        return chain.head().block();
    }

    /** Returns the newest committed block's state root; the empty root if there is none. */
    public Hash32 headRoot() {
        return chain.head().root();
    }

    /** Returns what the trie did so far, and what it holds now. */
    public TrieStats stats() {
        return new TrieStats(
                work.get(),
                commits.get(),
                unwinds.get(),
                divergences.get(),
                sealed.size(),
                sealed.bytes(),
                openViews.get());
    }

    /** Takes a hold on the view of an open block. */
    ReadAhead readAhead(BlockBase base, WarmRows rows) {
        if (!base.shared().acquire()) {
            throw new IllegalStateException("the view of block " + base.mark().block() + " is closed");
        }
        openViews.incrementAndGet();
        return new ReadAhead(base, rows, openViews::decrementAndGet);
    }

    void closed(BlockStats stats) {
        addWork(stats);
        openViews.decrementAndGet();
    }

    private void addWork(BlockStats stats) {
        work.accumulateAndGet(stats, BlockStats::plus);
    }

    TrieOptions options() {
        return options;
    }

    FoldSettings foldSettings() {
        return foldSettings;
    }

    long newStorageId() {
        return store.reserveStorageId();
    }
}
