package dev.espalier.trie.bulk;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowBuilder;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes a trie's rows, root cell and root hash from its leaves, which come in the order of their keys. Each row is given
 * as soon as the last leaf below it has come, so before the row above it; what is kept is one row a level. Used for one
 * trie after another. Confined to one thread.
 */
public final class TrieBuilder {
    private final BiConsumer<BranchPath, BranchRow> onRow;
    private final NodeHasher hasher = new NodeHasher();
    /** The rows in work, by depth; made when one of that depth is first needed. */
    private final @Nullable RowBuilder[] builders = new RowBuilder[Hash32.NIBBLES];
    /** The depths of the rows above the last leaf, the deepest first. */
    private final ArrayDeque<Integer> open = new ArrayDeque<>();

    private long trieId;
    private LeafValue kind = LeafValue.RAW;
    private @Nullable Hash32 lastKey;
    private byte[] lastStored = new byte[0];

    /**
     * What a trie's leaves give.
     *
     * @param cell the root cell
     * @param root the root hash
     */
    public record Built(RootCell cell, Hash32 root) {}

    /**
     * Creates a builder.
     *
     * @param onRow takes each row, with all key rests
     */
    public TrieBuilder(BiConsumer<BranchPath, BranchRow> onRow) {
        this.onRow = onRow;
    }

    /** Starts a trie, without any leaf of one that was not finished. */
    public void start(long ofTrieId, LeafValue leafKind) {
        trieId = ofTrieId;
        kind = leafKind;
        lastKey = null;
        open.clear();
    }

    /**
     * Adds a leaf.
     *
     * @param stored the leaf's stored bytes, kept until the next call
     * @throws IllegalArgumentException if the key is not greater than the one before
     * @throws CorruptStoreException if the leaf before is none of its kind
     */
    public void leaf(Hash32 key, byte[] stored) {
        Hash32 last = lastKey;
        if (last != null) {
            if (last.compareTo(key) >= 0) {
                throw new IllegalArgumentException("trie " + Long.toUnsignedString(trieId) + ": leaf " + key + " after "
                        + last + ", expected a greater key");
            }
            closeDownTo(last, last.commonNibbles(key));
        }
        lastKey = key;
        lastStored = stored;
    }

    /**
     * Ends the trie.
     *
     * @return what all its leaves give
     * @throws CorruptStoreException if the last leaf is none of its kind
     */
    public Built finish() {
        Hash32 last = lastKey;
        if (last == null) {
            return new Built(RootCell.EMPTY, NodeHasher.EMPTY_ROOT);
        }
        lastKey = null;
        if (open.isEmpty()) {
            return new Built(new RootCell.Leaf(last), hasher.root(lastLeaf(last, 0)));
        }
        putLeaf(open.element(), last);
        while (true) {
            int depth = open.remove();
            BranchPath path = BranchPath.of(trieId, last, depth);
            NodeRef ref = close(path);
            if (open.isEmpty()) {
                return new Built(new RootCell.Branch(path, ref), hasher.root(hasher.towards(path, 0, ref)));
            }
            putBranch(open.element(), path, ref);
        }
    }

    /** Ends what lies below a depth, at which the next leaf leaves the last one's path; a row stands there then. */
    private void closeDownTo(Hash32 last, int depth) {
        openAt(depth);
        putLeaf(open.element(), last);
        while (open.element() > depth) {
            BranchPath path = BranchPath.of(trieId, last, open.remove());
            NodeRef ref = close(path);
            openAt(depth);
            putBranch(open.element(), path, ref);
        }
    }

    /** Starts a row at a depth, unless the deepest one is there or deeper. */
    private void openAt(int depth) {
        if (open.isEmpty() || open.element() < depth) {
            open.push(depth);
            RowBuilder builder = builders[depth];
            if (builder == null) {
                builder = new RowBuilder();
                builders[depth] = builder;
            }
            builder.start(depth, null);
        }
    }

    private void putLeaf(int depth, Hash32 key) {
        builder(depth).setLeaf(key.nibble(depth), lastLeaf(key, depth + 1), key);
    }

    private NodeRef lastLeaf(Hash32 key, int depth) {
        try {
            return hasher.leaf(key, depth, kind, lastStored);
        } catch (CorruptStoreException e) {
            throw new CorruptStoreException(
                    "trie " + Long.toUnsignedString(trieId) + ": leaf " + key + ": " + e.getMessage(), e);
        }
    }

    private void putBranch(int depth, BranchPath below, NodeRef ref) {
        int child = below.nibble(depth);
        NodeRef seen = hasher.towards(below, depth + 1, ref);
        if (below.depth() == depth + 1) {
            builder(depth).setBranch(child, seen);
        } else {
            builder(depth).setExtension(child, seen, below, ref);
        }
    }

    private NodeRef close(BranchPath path) {
        BranchRow row = builder(path.depth()).freeze();
        onRow.accept(path, row);
        return hasher.branch(row);
    }

    private RowBuilder builder(int depth) {
        return Objects.requireNonNull(builders[depth], "a row in work has a builder");
    }
}
