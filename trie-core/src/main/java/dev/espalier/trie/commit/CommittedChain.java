package dev.espalier.trie.commit;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.UnknownBlockException;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.StateMark;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The committed blocks that can be unwound, oldest first, and the state below them. Safe for use by several threads.
 */
final class CommittedChain {
    private final List<Link> commits = new ArrayList<>();
    private Bottom below;
    private long seq;

    private record Link(LogEntry entry, BlockInstance instance) {}

    private record Bottom(StateMark mark, BlockInstance instance) {}

    /**
     * A committed block, and the way back to it from the head.
     *
     * @param undone the commits to undo, newest first
     */
    record Reached(StateMark mark, BlockInstance instance, List<LogEntry> undone) {}

    /**
     * Builds the chain from the log's entries, oldest first; unwound blocks are not on it.
     *
     * @param head the store's head
     * @param seq the seq of the newest record
     */
    CommittedChain(List<LogEntry> log, StateMark head, long seq) {
        below = new Bottom(head, new BlockInstance());
        for (LogEntry entry : log) {
            if (entry.kind() == LogEntry.Kind.COMMIT) {
                committed(entry, new BlockInstance());
            } else {
                unwound(entry);
            }
        }
        if (!head().equals(head)) {
            throw new CorruptStoreException(
                    "log ends at block " + head().block() + ", expected the store's head " + head.block());
        }
        this.seq = seq;
    }

    synchronized void committed(LogEntry entry, BlockInstance instance) {
        if (commits.isEmpty() && !below.mark.equals(entry.before())) {
            below = new Bottom(entry.before(), new BlockInstance());
        }
        commits.add(new Link(entry, instance));
        seq = entry.seq();
    }

    synchronized void unwound(LogEntry entry) {
        while (!commits.isEmpty() && !head().block().equals(entry.after().block())) {
            commits.removeLast();
        }
        if (commits.isEmpty() && !below.mark.equals(entry.after())) {
            below = new Bottom(entry.after(), new BlockInstance());
        }
        seq = entry.seq();
    }

    synchronized StateMark head() {
        return commits.isEmpty() ? below.mark : commits.getLast().entry.after();
    }

    /** Whether a block is the head, in this very execution. */
    synchronized boolean isHead(BlockInstance instance) {
        return (commits.isEmpty() ? below.instance : commits.getLast().instance) == instance;
    }

    /** Whether a block is the head, in this very execution, and a view of a seq shows it. */
    synchronized boolean isHead(BlockInstance instance, long viewSeq) {
        return seq == viewSeq && isHead(instance);
    }

    /** The seq of the newest record. */
    synchronized long seq() {
        return seq;
    }

    /** Tells whether the block is the state below the chain or on it. */
    synchronized boolean reaches(BlockId block) {
        return find(block) != null;
    }

    /** Tells whether this very execution of a block is the state below the chain or on it. */
    synchronized boolean reaches(BlockInstance instance) {
        return below.instance == instance || commits.stream().anyMatch(link -> link.instance == instance);
    }

    /** Returns the state after a block; null if it cannot be reached. */
    synchronized @Nullable StateMark find(BlockId block) {
        int depth = depthOf(block);
        if (depth < commits.size()) {
            return commits.get(commits.size() - 1 - depth).entry.after();
        }
        return below.mark.block().equals(block) ? below.mark : null;
    }

    /**
     * Returns a block and the way back to it from the head that a view shows.
     *
     * @return null if the head is another one by now
     * @throws UnknownBlockException if the block cannot be reached
     */
    synchronized @Nullable Reached reach(BlockId block, long viewSeq) {
        if (seq != viewSeq) {
            return null;
        }
        StateMark mark = find(block);
        if (mark == null) {
            throw new UnknownBlockException("block " + block + " is neither sealed nor among the "
                    + (commits.size() + 1) + " committed blocks that can be reached from head " + head().block());
        }
        int depth = depthOf(block);
        List<LogEntry> undone = new ArrayList<>(depth);
        for (Link link : commits.subList(commits.size() - depth, commits.size()).reversed()) {
            undone.add(link.entry);
        }
        BlockInstance instance =
                depth == commits.size() ? below.instance : commits.get(commits.size() - 1 - depth).instance;
        return new Reached(mark, instance, undone);
    }

    /**
     * Drops the oldest commits until at most {@code window} are left.
     *
     * @return the seq below which no record is needed any more
     */
    synchronized long trimTo(int window) {
        while (commits.size() > window) {
            Link oldest = commits.removeFirst();
            below = new Bottom(oldest.entry.after(), oldest.instance);
        }
        return commits.isEmpty() ? Long.MAX_VALUE : commits.getFirst().entry.seq();
    }

    /** Returns how many commits stand above a block; all of them if it is not on the chain. */
    synchronized int depthOf(BlockId block) {
        int depth = 0;
        for (Link link : commits.reversed()) {
            if (link.entry.after().block().equals(block)) {
                return depth;
            }
            depth++;
        }
        return depth;
    }

    synchronized int size() {
        return commits.size();
    }

    /** Whether blocks below the chain were there once and can no longer be reached. */
    synchronized boolean isCut() {
        return !below.mark.block().equals(BlockId.NONE);
    }
}
