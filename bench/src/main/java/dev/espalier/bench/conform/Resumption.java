package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.BlockChange;
import dev.espalier.bench.dataset.CaseStart;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.json.UnreadableInputException;
import dev.espalier.trie.BlockId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A state that an earlier run made and a chain is to go on from: passes over the blocks of the files until it meets the
 * state's head.
 */
final class Resumption {
    private final EngineTrie state;
    private final BlockId head;
    private final Deque<BlockChange> passed = new ArrayDeque<>();
    private boolean pending = true;
    private @Nullable CaseStart start;
    private @Nullable FileTally tally;

    Resumption(EngineTrie state) {
        this.state = state;
        head = state.trie().head();
    }

    /** Returns whether the head was not met yet. */
    boolean isPending() {
        return pending;
    }

    /** A case begins. Returns a player if the state is the one that it begins at, else null. */
    @Nullable
    CasePlayer beginCase(CaseStart begun, FileTally caseTally) {
        start = begun;
        tally = caseTally;
        passed.clear();
        pending = !isHead(begun.from());
        return pending ? null : new CasePlayer(state, begun, false, caseTally);
    }

    private boolean isHead(CaseStart.@Nullable StartState from) {
        if (from == null) {
            return head.equals(BlockId.NONE);
        }
        // A genesis state whose file gives no hash is known by its root; any other block may have an ancestor's root.
        boolean nameless = head.hash().equals(BlockChange.positionHash(1));
        return nameless
                ? state.trie().headRoot().equals(from.root())
                : head.hash().equals(from.hash());
    }

    /** The case goes on. Returns a player if this block is the head, else null. */
    @Nullable
    CasePlayer passOver(BlockChange block) {
        passed.add(block);
        if (passed.size() > Lineage.KEPT_BLOCKS) {
            passed.remove();
        }
        pending = !head.hash().equals(block.hash());
        if (pending) {
            return null;
        }
        return CasePlayer.resuming(state, Objects.requireNonNull(start), passed, Objects.requireNonNull(tally));
    }

    /**
     * Checks that the head was met.
     *
     * @throws UnreadableInputException if it was not
     */
    void requireMet() {
        if (pending) {
            state.close();
            throw new UnreadableInputException(
                    "the store",
                    0,
                    "its head is block " + head + " with root " + state.trie().headRoot()
                            + ", which is neither a block of the files nor the state that one of them begins at");
        }
    }
}
