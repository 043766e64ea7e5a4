package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.spi.RowChanges;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows and paths for tests; what a row refers to does not exist. */
final class Rows {
    private Rows() {}

    /** A path of so many nibbles that a number decides. */
    static BranchPath path(long trieId, int number, int depth) {
        return BranchPath.of(trieId, Keys.spread(number), depth);
    }

    /** A row of 2 to 16 branch children, of which a number decides the content. */
    static BranchRow row(BranchPath path, long content) {
        Random random = new Random(content * 31 + path.hashCode());
        return row(path, random, 2 + random.nextInt(15));
    }

    /** A row of so many children, from a source of random numbers. */
    static BranchRow row(BranchPath path, Random random, int children) {
        return row(path, random, children, path.depth() < BranchPath.MAX_NIBBLES ? 0 : children);
    }

    /** A row of so many children, the first of which are leaves. */
    static BranchRow row(BranchPath path, Random random, int children, int leaves) {
        RowBuilder builder = new RowBuilder();
        builder.start(path.depth(), null);
        for (int child = 0; child < children; child++) {
            NodeRef ref = NodeRef.ofHash(Keys.random(random));
            if (child < leaves) {
                builder.setLeaf(child, ref, Hash32.ZERO);
            } else {
                builder.setBranch(child, ref);
            }
        }
        return builder.freeze();
    }

    /** What the row's parent holds of it. */
    static NodeRef ref(BranchRow row) {
        return new NodeHasher().branch(row);
    }

    /** A change of one row. */
    static RowChanges change(BranchPath path, @Nullable BranchRow after) {
        return hook -> hook.rowChanged(path, null, after);
    }

    /** A change of rows; a null removes. */
    static RowChanges changes(Map<BranchPath, @Nullable BranchRow> rows) {
        return hook -> new TreeMap<>(rows).forEach((path, row) -> hook.rowChanged(path, null, row));
    }
}
