package dev.espalier.trie.spi;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A batch of rows asked for at once, sorted by path, and the answers. Confined to one thread at a time. */
public final class RowRequests {
    private final List<BranchPath> paths = new ArrayList<>();
    private final List<NodeRef> refs = new ArrayList<>();
    private final List<@Nullable BranchRow> rows = new ArrayList<>();

    /** Creates an empty batch. */
    public RowRequests() {}

    /**
     * Asks for a row.
     *
     * @param ref what the row's parent holds of it: the row hashes to it, or the source is damaged
     */
    public void add(BranchPath path, NodeRef ref) {
        paths.add(path);
        refs.add(ref);
        rows.add(null);
    }

    /** Returns the number of requests. */
    public int size() {
        return paths.size();
    }

    /** Returns the path of one request. */
    public BranchPath path(int index) {
        return paths.get(index);
    }

    /** Returns what the parent of one requested row holds of it. */
    public NodeRef ref(int index) {
        return refs.get(index);
    }

    /** Returns the answer to one request; null if it has none. */
    public @Nullable BranchRow row(int index) {
        return rows.get(index);
    }

    /** Answers one request. */
    public void answer(int index, BranchRow row) {
        rows.set(index, row);
    }
}
