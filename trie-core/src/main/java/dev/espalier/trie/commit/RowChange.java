package dev.espalier.trie.commit;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One row's change within a block; where {@code before} equals {@code after}, the row is just known. */
record RowChange(BranchPath path, @Nullable BranchRow before, @Nullable BranchRow after)
        implements Comparable<RowChange> {
    boolean changes() {
        return !Objects.equals(before, after);
    }

    @Override
    public int compareTo(RowChange other) {
        return path.compareTo(other.path);
    }
}
