package dev.espalier.trie.commit;

import java.util.List;

/**
 * Folds rows in work into their parents, from the deepest level up: a row left without children is gone, one left with
 * a single child gives its place to that child, any other is written and hashed. Rows of one depth never refer to each
 * other, so a level is hashed as one batch. Confined to one thread.
 */
final class Folder {
    private static final int LEVELS = 64;

    private final BranchEncoder encoder = new BranchEncoder();
    private final FoldCounters counters;

    Folder(FoldCounters counters) {
        this.counters = counters;
    }

    /** Folds rows; what lies below them and is touched has been folded before or is among them. */
    void fold(List<WorkRow> rows) {
        long start = System.nanoTime();
        WorkRow[] sorted = new WorkRow[rows.size()];
        int[] ends = sortByDepth(rows, sorted);
        long hashNanos = 0;
        for (int depth = LEVELS - 1; depth >= 0; depth--) {
            int from = depth == 0 ? 0 : ends[depth - 1];
            int kept = shape(sorted, from, ends[depth]);
            long shaped = System.nanoTime();
            for (int i = from; i < kept; i++) {
                sorted[i].report(encoder.encode(sorted[i]));
            }
            hashNanos += System.nanoTime() - shaped;
        }
        counters.addFold(System.nanoTime() - start - hashNanos, hashNanos, encoder.takeHashes());
    }

    /** Counting sort by depth; returns where each depth ends. */
    private static int[] sortByDepth(List<WorkRow> rows, WorkRow[] sorted) {
        int[] ends = new int[LEVELS];
        for (WorkRow row : rows) {
            ends[row.path().depth()]++;
        }
        int[] next = new int[LEVELS];
        for (int depth = 1; depth < LEVELS; depth++) {
            ends[depth] += ends[depth - 1];
            next[depth] = ends[depth - 1];
        }
        for (WorkRow row : rows) {
            sorted[next[row.path().depth()]++] = row;
        }
        return ends;
    }

    /** Reports the rows of a level that are gone, moves the others to the front and returns where they end. */
    private static int shape(WorkRow[] rows, int from, int to) {
        int kept = from;
        for (int i = from; i < to; i++) {
            WorkRow row = rows[i];
            int present = row.presentAfter();
            switch (Integer.bitCount(present)) {
                case 0 -> row.report(null);
                case 1 -> row.report(row.onlyChild(Integer.numberOfTrailingZeros(present)));
                default -> rows[kept++] = row;
            }
        }
        return kept;
    }
}
