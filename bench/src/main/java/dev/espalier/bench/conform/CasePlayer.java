package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.BlockChange;
import dev.espalier.bench.dataset.CaseStart;
import dev.espalier.bench.dataset.StateOperation;
import dev.espalier.bench.dataset.StateOperation.SetAccount;
import dev.espalier.bench.dataset.StateOperation.SetSlot;
import dev.espalier.bench.engine.BlockWarming;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.BlockStats;
import dev.espalier.trie.commit.UncommittedBlock;
import java.util.Collection;
import java.util.List;

/**
 * Plays the blocks of one case on one state in the order of the file and checks each root.
 *
 * <p>A block whose parent is not the head unwinds to the last block that both have and comes forward on the other
 * branch. A block with a wrong root is committed with the root that came out, so that the blocks after it are checked
 * too.
 */
final class CasePlayer {
    private final EngineTrie state;
    private final CaseStart start;
    private final boolean perOperation;
    private final FileTally tally;
    private final Lineage lineage;
    private final Hash32 startHash;
    private final BlockId startId;
    private final int failuresBefore;
    private final long startedNanos = System.nanoTime();
    private EngineWork work = EngineWork.NONE;
    private int blocks;
    private int unwinds;
    private int accountWrites;
    private int slotWrites;
    private int intermediateBlocks;

    /**
     * @param state that the case begins at
     * @param perOperation whether each operation becomes a block of its own, of which only a block's last is checked
     */
    CasePlayer(EngineTrie state, CaseStart start, boolean perOperation, FileTally tally) {
        this(state, state.trie().head(), start, perOperation, tally);
    }

    private CasePlayer(EngineTrie state, BlockId startId, CaseStart start, boolean perOperation, FileTally tally) {
        this.state = state;
        this.startId = startId;
        this.start = start;
        this.perOperation = perOperation;
        this.tally = tally;
        startHash = start.from() == null ? Hash32.ZERO : start.from().hash();
        lineage = new Lineage(startHash);
        failuresBefore = tally.failures();
    }

    /**
     * Returns a player that goes on where an earlier run ended.
     *
     * @param state whose head is a block of the case
     * @param passed blocks of the case up to that head, which were played before; the oldest ones may be left out
     */
    static CasePlayer resuming(EngineTrie state, CaseStart start, Collection<BlockChange> passed, FileTally tally) {
        BlockId startId =
                start.from() == null ? BlockId.NONE : BlockId.of(start.from().hash());
        CasePlayer player = new CasePlayer(state, startId, start, false, tally);
        player.lineage.resumedAt(state.trie().head().hash(), passed);
        return player;
    }

    /** Plays a block and checks its root. */
    void play(BlockChange block) {
        blocks++;
        countWrites(block.operations());
        try {
            if (block.hash().equals(startHash)) {
                tally.failed(block, start.name(), "a hash that stands for the state before the first block", null);
            } else if (lineage.isKnown(block.hash())) {
                tally.failed(block, start.name(), "a block with this hash was played before", null);
            } else if (goTo(block.parent())) {
                check(block, applied(block));
            } else {
                tally.failed(block, start.name(), "its parent " + block.parent() + " was not played", null);
            }
        } catch (RuntimeException e) {
            // Whatever the engine throws is this block's failed check; the other blocks and files still have to be run.
            tally.failed(block, start.name(), problemOf(e), e);
        }
    }

    /** Goes to the block that the case says is its head, when it is not there already, and checks its root again. */
    void goToHead(Hash32 head) {
        String label = "going to head " + head;
        try {
            if (!goTo(head)) {
                tally.failed(start.line(), start.name(), label, "no block with this hash was played", "the head", null);
            }
        } catch (RuntimeException e) {
            tally.failed(start.line(), start.name(), label, problemOf(e), "the head's root", e);
        }
    }

    /** Returns how the case came out so far. */
    CaseResult result() {
        return new CaseResult(
                start.name(),
                start.line(),
                new CaseExtent(blocks, lineage.sideBlocks(), unwinds, accountWrites, slotWrites),
                tally.failures() - failuresBefore,
                state.trie().headRoot(),
                work,
                System.nanoTime() - startedNanos);
    }

    EngineTrie state() {
        return state;
    }

    private void countWrites(List<StateOperation> operations) {
        for (StateOperation operation : operations) {
            if (operation instanceof SetAccount) {
                accountWrites++;
            } else if (operation instanceof SetSlot) {
                slotWrites++;
            }
        }
    }

    private void check(BlockChange block, Hash32 root) {
        if (root.equals(block.root())) {
            tally.passed();
        } else {
            tally.failed(block, start.name(), root.toString(), null);
        }
    }

    private boolean goTo(Hash32 target) {
        if (target.equals(lineage.head())) {
            return true;
        }
        Lineage.Route route = lineage.routeTo(target);
        if (route == null) {
            return false;
        }
        if (!route.ancestor().equals(lineage.head())) {
            unwindTo(idOf(route.ancestor()));
            lineage.unwoundTo(route.ancestor());
            unwinds++;
        }
        for (BlockChange block : route.forward()) {
            checkAgain(block, applied(block));
        }
        return true;
    }

    private void unwindTo(BlockId ancestor) {
        BlockStats before = state.trie().stats().work();
        state.trie().unwindTo(ancestor);
        work = work.plus(EngineWork.between(before, state.trie().stats().work()));
        state.changed();
    }

    /** A block that is played a second time was counted the first time, so only a failure is. */
    private void checkAgain(BlockChange block, Hash32 root) {
        if (!root.equals(block.root())) {
            tally.failed(
                    block.line(),
                    start.name(),
                    block.label() + " played again",
                    root.toString(),
                    block.root().toString(),
                    null);
        }
    }

    private Hash32 applied(BlockChange block) {
        List<StateOperation> operations = block.operations();
        int last = Math.max(0, operations.size() - 1);
        if (perOperation) {
            for (int i = 0; i < last; i++) {
                commit(operations.subList(i, i + 1), nextIntermediateId());
            }
            operations = operations.subList(last, operations.size());
        }
        Hash32 root = commit(operations, BlockId.of(block.hash()));
        lineage.advancedTo(block);
        return root;
    }

    private Hash32 commit(List<StateOperation> operations, BlockId id) {
        Hash32 root;
        try (UncommittedBlock block = state.trie().begin(state.trie().head());
                BlockWarming warming = state.warm(block)) {
            BlockOperations.apply(operations, block, warming);
            warming.awaitWarm();
            warming.drain();
            root = block.stateRoot();
            block.seal(id);
            block.commit(root);
            work = work.plus(EngineWork.of(block.stats()));
        }
        state.changed();
        return root;
    }

    private static String problemOf(RuntimeException e) {
        String message = e.getMessage();
        return message == null ? e.toString() : message;
    }

    /** The trie may know the state that a case begins at by another name than the case does. */
    private BlockId idOf(Hash32 block) {
        return block.equals(startHash) ? startId : BlockId.of(block);
    }

    private BlockId nextIntermediateId() {
        intermediateBlocks++;
        return BlockId.of(Hash32.of(-1, -1, -1, intermediateBlocks));
    }
}
