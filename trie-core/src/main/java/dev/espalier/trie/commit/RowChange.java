package dev.espalier.trie.commit;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One row's change within a block. Equal rows are the same object, so where {@code before} is {@code after}, the row is
 * just known.
 */
record RowChange(
        BranchPath path,
        @Nullable BranchRow before,
        @Nullable BranchRow after) implements Comparable<RowChange> {
    static RowChange of(BranchPath path, @Nullable BranchRow before, @Nullable BranchRow after) {
        return new RowChange(path, before, Objects.equals(before, after) ? before : after);
    }

    @SuppressWarnings("ReferenceEquality")
    boolean changes() {
        return before != after;
    }

    @Override
    public int compareTo(RowChange other) {
        return path.compareTo(other.path);
    }
}
