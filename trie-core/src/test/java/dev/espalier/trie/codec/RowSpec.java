package dev.espalier.trie.codec;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.oracle.Rlp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a row is to say, child by child, and random ones. The refs are random: a codec does not know what they are the
 * hashes of.
 */
record RowSpec(BranchPath path, SortedMap<Integer, Child> children) {
    private static final byte[] EMPTY_ITEM = {(byte) 0x80};

    /** A child; {@code key} is a leaf's, {@code below} and {@code refBelow} a branch's. */
    record Child(
            NodeRef ref,
            @Nullable Hash32 key,
            boolean omitted,
            @Nullable BranchPath below,
            @Nullable NodeRef refBelow) {
        boolean isExtension(int depth) {
            return below != null && below.depth() > depth + 1;
        }
    }

    /** A random row at a random path of a depth. */
    static RowSpec random(Random random, int depth) {
        BranchPath path = BranchPath.of(random.nextLong(), Keys.random(random), depth);
        SortedMap<Integer, Child> children = new TreeMap<>();
        List<Integer> nibbles = new ArrayList<>();
        for (int nibble = 0; nibble < RowLayout.CHILDREN; nibble++) {
            nibbles.add(nibble);
        }
        Collections.shuffle(nibbles, random);
        int count = 2 + random.nextInt(RowLayout.CHILDREN - 1);
        nibbles.subList(0, count).forEach(nibble -> children.put(nibble, randomChild(random, path, nibble)));
        return new RowSpec(path, children);
    }

    static Child randomChild(Random random, BranchPath path, int nibble) {
        int depth = path.depth();
        Hash32 prefix = RowReader.childPrefix(path, nibble);
        Hash32 key = Keys.sharing(random, prefix, Math.min(63, depth + 1));
        if (depth == 63) {
            key = prefix;
        }
        boolean leaf = depth == BranchPath.MAX_NIBBLES || random.nextBoolean();
        if (leaf) {
            return new Child(ref(random, 2), key, random.nextInt(4) == 0, null, null);
        }
        int longest = BranchPath.MAX_NIBBLES - depth - 1;
        int extension =
                random.nextBoolean() ? 0 : random.nextInt(1 + (random.nextBoolean() ? longest : Math.min(4, longest)));
        BranchPath below = BranchPath.of(path.trieId(), key, depth + 1 + extension);
        NodeRef refBelow = ref(random, 17);
        return new Child(extension == 0 ? refBelow : ref(random, 2), null, false, below, refBelow);
    }

    /** A hash, or a node of so many items that is shorter than 32 bytes. */
    static NodeRef ref(Random random, int items) {
        if (random.nextInt(3) > 0) {
            return NodeRef.ofHash(Keys.random(random));
        }
        List<byte[]> encoded = new ArrayList<>();
        int room = 30;
        for (int i = 0; i < items; i++) {
            int after = items - i - 1;
            int length = random.nextInt(Math.max(1, Math.min(9, room - after - 1)));
            byte[] item = length == 0 ? EMPTY_ITEM : item(random, length);
            encoded.add(item);
            room -= item.length;
        }
        return new NodeRef(Rlp.list(encoded));
    }

    private static byte[] item(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return random.nextBoolean() ? Rlp.string(bytes) : Rlp.list(List.of(Rlp.string(new byte[length])));
    }

    /** Writes the row through the builder. */
    BranchRow build() {
        RowBuilder builder = new RowBuilder();
        builder.start(path.depth(), null);
        children.forEach((nibble, child) -> {
            if (child.omitted()) {
                set(builder, nibble, child);
            }
        });
        builder.omitRests();
        children.forEach((nibble, child) -> {
            if (!child.omitted()) {
                set(builder, nibble, child);
            }
        });
        return builder.freeze();
    }

    void set(RowBuilder builder, int nibble, Child child) {
        if (child.key() != null) {
            builder.setLeaf(nibble, child.ref(), child.key());
        } else if (child.isExtension(path.depth())) {
            builder.setExtension(nibble, child.ref(), child.below(), child.refBelow());
        } else {
            builder.setBranch(nibble, child.ref());
        }
    }

    /** Reads a row back, child by child. */
    static RowSpec read(BranchPath path, RowReader row) {
        SortedMap<Integer, Child> children = new TreeMap<>();
        for (int child = 0; child < RowLayout.CHILDREN; child++) {
            if (!RowReader.bit(row.present(), child)) {
                continue;
            }
            if (RowReader.bit(row.branches(), child)) {
                children.put(
                        child,
                        new Child(row.ref(child), null, false, row.branchBelow(path, child), row.refBelow(child)));
            } else {
                boolean omitted = !RowReader.bit(row.rests(), child);
                Hash32 key = omitted ? RowReader.childPrefix(path, child) : row.leafKey(path, child);
                children.put(child, new Child(row.ref(child), key, omitted, null, null));
            }
        }
        return new RowSpec(path, children);
    }

    /** The same with the keys of omitted rests forgotten, as they cannot be read back. */
    RowSpec asRead() {
        SortedMap<Integer, Child> read = new TreeMap<>();
        children.forEach((nibble, child) -> read.put(
                nibble,
                child.omitted()
                        ? new Child(child.ref(), RowReader.childPrefix(path, nibble), true, null, null)
                        : child));
        return new RowSpec(path, read);
    }
}
