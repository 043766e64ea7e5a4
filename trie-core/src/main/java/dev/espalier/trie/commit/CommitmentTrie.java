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
import java.util.List;
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
            this.chain = new CommittedChain(store.log().entries(), view.mark());
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
        BlockBase onSealed = sealed.baseOn(block);
        if (onSealed != null) {
            return onSealed;
        }
        while (true) {
            SharedView shared = new SharedView(store.openView(TrieStore.ReadMode.NORMAL));
            boolean kept = false;
            try {
                BlockBase base = committedBase(shared, block);
                kept = base != null;
                if (base != null) {
                    return base;
                }
            } finally {
                if (!kept) {
                    shared.release();
                }
            }
            Thread.onSpinWait();
        }
    }

    /** Returns null if the head moved meanwhile. */
    private @Nullable BlockBase committedBase(SharedView shared, BlockId block) {
        StateMark head = shared.view().mark();
        if (head.block().equals(block)) {
            return new BlockBase(shared, List.of(), head);
        }
        List<LogEntry> undone = chain.above(block, head);
        if (undone == null) {
            return null;
        }
        StateMark target = chain.find(block);
        if (target == null) {
            throw new UnknownBlockException("block " + block + " is neither sealed nor among the " + (chain.size() + 1)
                    + " committed blocks that can be reached from head " + head.block());
        }
        Undo undo = Undo.to(target, undone, store.log(), head, this::fold, shared.view());
        if (undo == null && chain.head().equals(head) && chain.reaches(block)) {
            throw missingRecord(block, head);
        }
        return undo == null ? null : new BlockBase(shared, List.of(undo.changes()), target);
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
        if (block.id().equals(BlockId.NONE) || chain.reaches(block.id())) {
            throw new IllegalStateException("block " + block.id() + " is committed already");
        }
        if (!block.base().shared().acquire()) {
            throw new IllegalStateException("block " + block.id() + " is closed");
        }
        boolean added = false;
        try {
            sealed.add(block);
            added = true;
        } finally {
            if (!added) {
                block.base().shared().release();
            }
        }
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
        synchronized (lock) {
            SealedBlock block = sealed.find(id);
            if (block == null) {
                throw new IllegalStateException(
                        "block " + id + (chain.reaches(id) ? " is committed already" : " is not sealed"));
            }
            StateMark head = chain.head();
            if (!block.parent().equals(head.block())) {
                throw new IllegalStateException("block " + id + ": parent=" + block.parent() + ", expected the head "
                        + head.block() + ": unwind to the parent first");
            }
            BlockChanges changes = block.changes();
            StateMark after = block.mark();
            if (!after.root().equals(expectedRoot)) {
                changes = new BlockChanges();
                after = recompute(block, changes);
                if (!after.root().equals(expectedRoot)) {
                    throw new RootMismatchException(id, expectedRoot, after.root());
                }
            }
            apply(LogEntry.Kind.COMMIT, head, after, changes, List.of());
            sealed.committed(id);
            commits.incrementAndGet();
            forgetBefore(chain.trimTo(store.window()));
        }
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
                List<LogEntry> undone = chain.above(ancestor, head);
                Undo undo = undone == null ? null : Undo.to(target, undone, store.log(), head, this::fold, view);
                if (undo == null) {
                    throw missingRecord(ancestor, head);
                }
                apply(LogEntry.Kind.UNWIND, head, undo.reached(), undo.changes(), undo.regained());
            }
            sealed.keepOn(chain::reaches);
            unwinds.incrementAndGet();
        }
    }

    private CorruptStoreException missingRecord(BlockId ancestor, StateMark head) {
        return new CorruptStoreException("the log lacks a record between block " + ancestor + " and head "
                + head.block() + ", within window=" + store.window());
    }

    private void apply(
            LogEntry.Kind kind, StateMark before, StateMark after, BlockChanges changes, List<StorageChange> regained) {
        LogEntry entry = new LogEntry(store.reserveSeq(), kind, before, after);
        List<LeafChange> leaves = changes.leafChanges();
        List<StorageChange> lost = options.leaves() == LeafKind.RAW ? List.of() : BlockChanges.lost(leaves);
        store.apply(new LogRecord(entry, leaves, lost, regained, store.nextStorageId()), changes);
        chain.take(entry);
    }

    private void forgetBefore(long seq) {
        sealed.keepOn(chain::reaches);
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
