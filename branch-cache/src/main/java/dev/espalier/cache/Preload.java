package dev.espalier.cache;

import dev.espalier.cache.HotPathList.HotPath;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.RowRequests;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of listed paths: first those whose hash the list has, then those that the rows just read name, and so
 * on. Confined to one thread.
 */
final class Preload {
    /** Rows asked for at once: a bound of what a source has in hand, and enough to read in file order. */
    private static final int BATCH = 1 << 14;

    private final BranchSource source;
    private List<Node> level = new ArrayList<>();
    private int loaded;

    /** A listed path, and those that hang from it: listed paths with no other listed path between. */
    private record Node(BranchPath path, @Nullable NodeRef ref, List<Node> below) {
        Node(HotPath hot) {
            this(hot.path(), hot.ref(), new ArrayList<>(0));
        }
    }

    /** @param paths in path order */
    Preload(List<HotPath> paths, BranchSource source) {
        this.source = source;
        Deque<Node> above = new ArrayDeque<>();
        for (HotPath path : paths) {
            Node node = new Node(path);
            while (!above.isEmpty() && !WarmStart.isAbove(above.element().path(), path.path())) {
                above.pop();
            }
            if (path.ref() != null) {
                level.add(node);
            } else if (!above.isEmpty()) {
                above.element().below().add(node);
            }
            above.push(node);
        }
    }

    /** Returns how many rows were read. */
    int loaded() {
        return loaded;
    }

    /**
     * Reads all.
     *
     * @throws dev.espalier.trie.CorruptStoreException if the source says that a row is not what the row above names
     */
    void run() {
        while (!level.isEmpty()) {
            List<Node> next = new ArrayList<>();
            for (int from = 0; from < level.size(); from += BATCH) {
                load(level.subList(from, Math.min(level.size(), from + BATCH)), next);
            }
            // Nodes of one level may lie below each other, so what hangs from them is not in order.
            next.sort(Comparator.comparing(Node::path));
            level = next;
        }
    }

    /** Reads some nodes of a level, in path order, and adds what hangs from them to the next. */
    private void load(List<Node> nodes, List<Node> next) {
        RowRequests requests = new RowRequests();
        for (Node node : nodes) {
            if (node.ref() != null) {
                requests.add(node.path(), node.ref());
            }
        }
        source.loadRows(requests);
        for (int i = 0; i < requests.size(); i++) {
            BranchRow row = requests.row(i);
            if (row != null) {
                loaded++;
                addBelow(nodes.get(i), row, next);
            }
        }
    }

    /** A path that the row does not name is left out with all below it. */
    private static void addBelow(Node node, BranchRow row, List<Node> next) {
        for (Node below : node.below()) {
            if (WarmStart.leadsTo(node.path(), row, below.path())) {
                NodeRef ref = row.refBelow(below.path().nibble(node.path().depth()));
                next.add(new Node(below.path(), ref, below.below()));
            }
        }
    }
}
