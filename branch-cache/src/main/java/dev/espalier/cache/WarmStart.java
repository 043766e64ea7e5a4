package dev.espalier.cache;

import dev.espalier.cache.HotPathFile.DamagedListException;
import dev.espalier.cache.HotPathList.HotPath;
import dev.espalier.cache.PreloadReport.Outcome;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.spi.StoreView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Carries a cache over a restart: writes down which paths were hot, and reads their rows again.
 *
 * <p>The list holds paths and no rows, and the hash of a row only where the row above is not in the list. Every row that
 * comes back is therefore checked against a row above it, or against the list, which holds for one state only.
 */
public final class WarmStart {
    /** The most paths that a list holds: 12 to 44 bytes each. */
    public static final int MAX_PATHS = 1 << 20;

    private WarmStart() {}

    /**
     * Writes the list of the paths that are hot now, in place of the one before.
     *
     * @param file where the list is kept
     * @param view the state that the cache's store will have when the list is read; to be opened when nothing changes the
     *     store any more
     * @return how many paths the list has
     * @throws UncheckedIOException if the file cannot be written; the one before is still there
     */
    public static int save(BranchCache cache, Path file, StoreView view) {
        SequencedMap<BranchPath, BranchRow> hottest = cache.hottest(MAX_PATHS);
        SortedMap<BranchPath, Integer> rankByPath = new TreeMap<>();
        long rowBytes = 0;
        for (var hot : hottest.entrySet()) {
            rankByPath.put(hot.getKey(), (int) ((long) HotPathList.RANKS * rankByPath.size() / hottest.size()));
            rowBytes += RetainedBytes.evicting(hot.getKey(), hot.getValue());
        }
        List<HotPath> paths = new ArrayList<>(hottest.size());
        NodeHasher hasher = new NodeHasher();
        Deque<BranchPath> above = new ArrayDeque<>();
        rankByPath.forEach((path, rank) -> {
            BranchRow row = hottest.get(path);
            NodeRef ref = row == null || isBelow(above, hottest, path) ? null : hasher.branch(row);
            if (ref == null || !ref.isEmbedded()) {
                paths.add(new HotPath(path, rank, ref));
                above.push(path);
            }
        });
        try {
            HotPathFile.write(file, new HotPathList(view.seq(), view.mark().block(), rowBytes, paths));
        } catch (IOException e) {
            throw new UncheckedIOException("list of hot paths " + file + ": cannot be written", e);
        }
        return paths.size();
    }

    /** Tells whether the next path in order is the child of one that is in the list; leaves the rows above it. */
    private static boolean isBelow(Deque<BranchPath> above, SequencedMap<BranchPath, BranchRow> rows, BranchPath path) {
        while (!above.isEmpty() && !isAbove(above.element(), path)) {
            above.pop();
        }
        BranchPath parent = above.peek();
        BranchRow row = parent == null ? null : rows.get(parent);
        return parent != null && row != null && leadsTo(parent, row, path);
    }

    static boolean isAbove(BranchPath path, BranchPath other) {
        return path.trieId() == other.trieId() && path.depth() < other.depth() && path.isPrefixOf(other.paddedKey());
    }

    /** Tells whether a row names the branch at a path below it. */
    static boolean leadsTo(BranchPath parent, BranchRow row, BranchPath path) {
        int child = path.nibble(parent.depth());
        return RowReader.bit(row.branches(), child)
                && row.branchBelow(parent, child).equals(path);
    }

    /**
     * Reads the rows of a list through a view, level by level, sorted. Never fails: a list that is of no use is ignored,
     * and the report says why.
     *
     * @param cache whose budget says how much to read
     * @param file where {@link #save} wrote
     * @param view the present state; it offers every row that it reads to the cache
     */
    public static PreloadReport preload(BranchCache cache, Path file, StoreView view) {
        HotPathList list;
        try {
            if (!Files.exists(file)) {
                return ignored(Outcome.NO_LIST, "no file " + file);
            }
            list = HotPathFile.read(file);
        } catch (IOException e) {
            return ignored(Outcome.DAMAGED, "list of hot paths " + file + ": " + e);
        } catch (DamagedListException e) {
            return ignored(Outcome.DAMAGED, "list of hot paths " + file + ": " + e.getMessage());
        }
        if (list.seq() != view.seq() || !list.block().equals(view.mark().block())) {
            return ignored(
                    Outcome.OTHER_STATE,
                    "list of hot paths " + file + ": of block " + list.block() + " seq=" + list.seq()
                            + ", expected block " + view.mark().block() + " seq=" + view.seq());
        }
        return read(list, view, cache.options().budgetBytes());
    }

    private static PreloadReport ignored(Outcome outcome, String detail) {
        return new PreloadReport(outcome, 0, 0, 0, detail);
    }

    private static PreloadReport read(HotPathList list, StoreView view, long budgetBytes) {
        int listed = list.paths().size();
        Preload preload = new Preload(list.within(budgetBytes), view);
        Outcome outcome = Outcome.LOADED;
        String detail = "";
        try {
            preload.run();
        } catch (CorruptStoreException e) {
            outcome = Outcome.STOPPED;
            detail = e.toString();
        }
        return new PreloadReport(outcome, listed, preload.loaded(), listed - preload.loaded(), detail);
    }
}
