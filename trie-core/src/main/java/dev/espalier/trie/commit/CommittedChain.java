package dev.espalier.trie.commit;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.StateMark;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The committed blocks that can be unwound, oldest first, and the state below them. Safe for use by several threads.
 */
final class CommittedChain {
    private final List<LogEntry> commits = new ArrayList<>();
    private StateMark below;

    /** Builds the chain from the log's entries, oldest first; unwound blocks are not on it. */
    CommittedChain(List<LogEntry> log, StateMark head) {
        below = head;
        for (LogEntry entry : log) {
            take(entry);
        }
        if (!head().equals(head)) {
            throw new CorruptStoreException(
                    "log ends at block " + head().block() + ", expected the store's head " + head.block());
        }
    }

    synchronized void take(LogEntry entry) {
        if (entry.kind() == LogEntry.Kind.COMMIT) {
            if (commits.isEmpty()) {
                below = entry.before();
            }
            commits.add(entry);
            return;
        }
        while (!commits.isEmpty() && !head().block().equals(entry.after().block())) {
            commits.remove(commits.size() - 1);
        }
        if (commits.isEmpty()) {
            below = entry.after();
        }
    }

    synchronized StateMark head() {
        return commits.isEmpty() ? below : commits.get(commits.size() - 1).after();
    }

    /** Tells whether the block is the state below the chain or on it. */
    synchronized boolean reaches(BlockId block) {
        return find(block) != null;
    }

    /** Returns the state after a block; null if it cannot be reached. */
    synchronized @Nullable StateMark find(BlockId block) {
        if (below.block().equals(block)) {
            return below;
        }
        for (int i = commits.size() - 1; i >= 0; i--) {
            if (commits.get(i).after().block().equals(block)) {
                return commits.get(i).after();
            }
        }
        return null;
    }

    /**
     * Returns the commits to undo to come from a head back to a block, newest first.
     *
     * @return null if the chain's head is another one by now
     */
    synchronized @Nullable List<LogEntry> above(BlockId block, StateMark from) {
        if (!head().equals(from)) {
            return null;
        }
        List<LogEntry> undone = new ArrayList<>();
        for (int i = commits.size() - 1;
                i >= 0 && !commits.get(i).after().block().equals(block);
                i--) {
            undone.add(commits.get(i));
        }
        return undone;
    }

    /**
     * Drops the oldest commits until at most {@code window} are left.
     *
     * @return the seq below which no record is needed any more
     */
    synchronized long trimTo(int window) {
        while (commits.size() > window) {
            below = commits.remove(0).after();
        }
        return commits.isEmpty() ? Long.MAX_VALUE : commits.get(0).seq();
    }

    /** Returns how many commits stand above a block that the chain reaches. */
    synchronized int depthOf(BlockId block) {
        int depth = 0;
        for (int i = commits.size() - 1;
                i >= 0 && !commits.get(i).after().block().equals(block);
                i--) {
            depth++;
        }
        return depth;
    }

    synchronized int size() {
        return commits.size();
    }

    /** Whether blocks below the chain were there once and can no longer be reached. */
    synchronized boolean isCut() {
        return !below.block().equals(BlockId.NONE);
    }
}
