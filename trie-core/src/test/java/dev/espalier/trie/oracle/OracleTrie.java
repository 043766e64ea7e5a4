package dev.espalier.trie.oracle;

import dev.espalier.trie.oracle.OracleBranch.Absent;
import dev.espalier.trie.oracle.OracleBranch.Branch;
import dev.espalier.trie.oracle.OracleBranch.Child;
import dev.espalier.trie.oracle.OracleBranch.Leaf;
import dev.espalier.trie.oracle.OracleBranch.Ref;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A naive Merkle Patricia trie (Yellow Paper, appendix D): sorted leaves, and every node is built from them anew for
 * each question. Keys may have any length, and one may be the prefix of another.
 */
public final class OracleTrie {
    /** Length of a hash, and the length from which on a node stands in its parent by its hash. */
    static final int HASH_BYTES = 32;

    private static final byte[] EMPTY_STRING = {};
    private static final byte[] EMPTY_STRING_RLP = Rlp.string(EMPTY_STRING);

    private final SortedMap<String, byte[]> leaves = new TreeMap<>();

    /**
     * Sets the value of a key.
     *
     * @throws IllegalArgumentException if {@code value} is empty: a trie holds no empty value
     */
    public void put(byte[] key, byte[] value) {
        put(HexFormat.of().formatHex(key), value);
    }

    /** As {@link #put(byte[], byte[])}. */
    public void put(Bytes32 key, byte[] value) {
        put(key.hex(), value);
    }

    private void put(String key, byte[] value) {
        if (value.length == 0) {
            throw new IllegalArgumentException("value.length=0, expected 1 or more; an absent key is removed");
        }
        leaves.put(key, value.clone());
    }

    /** Removes a key; nothing happens if it is absent. */
    public void remove(byte[] key) {
        leaves.remove(HexFormat.of().formatHex(key));
    }

    /** How many keys have a value. */
    public int size() {
        return leaves.size();
    }

    /** The root hash; of an empty trie, the hash of the RLP of the empty string. */
    public Bytes32 root() {
        byte[] rootRlp = leaves.isEmpty()
                ? EMPTY_STRING_RLP
                : new Build(null, null).rootNode().rlp();
        return Bytes32.hashOf(rootRlp);
    }

    /**
     * Every branch node by its path in nibbles, sorted.
     *
     * @throws IllegalStateException if a branch node holds a value, that is if a key is the prefix of another
     */
    public SortedMap<String, OracleBranch> branches() {
        SortedMap<String, OracleBranch> branches = new TreeMap<>();
        if (!leaves.isEmpty()) {
            new Build(branches, null).rootNode();
        }
        return branches;
    }

    /**
     * The RLP of the nodes on the way to a key, the root first. A node embedded in its parent is not listed on its own.
     * For an absent key the list ends with the node that shows the absence; an empty trie has an empty list.
     */
    public List<byte[]> proof(byte[] key) {
        Build build = new Build(null, HexFormat.of().formatHex(key));
        if (!leaves.isEmpty()) {
            build.rootNode();
        }
        return List.copyOf(build.proof);
    }

    /**
     * A node on its way into its parent.
     *
     * @param nibbles a leaf's rest of the key, or the extension's nibbles; empty for a branch node without extension
     *     node
     * @param branchRlp the branch node below the extension, or the node itself if it is a branch; null for a leaf
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Node(String nibbles, byte[] rlp, byte @Nullable [] branchRlp) {}

    /** One pass over the leaves, from the lowest nodes up. */
    private final class Build {
        private final String[] keys = leaves.keySet().toArray(String[]::new);
        private final byte[][] values = leaves.values().toArray(byte[][]::new);
        private final @Nullable Map<String, OracleBranch> branches;
        private final @Nullable String provenKey;
        private final Deque<byte[]> proof = new ArrayDeque<>();

        Build(@Nullable Map<String, OracleBranch> branches, @Nullable String provenKey) {
            this.branches = branches;
            this.provenKey = provenKey;
        }

        Node rootNode() {
            return node(0, keys.length, 0);
        }

        /** The node above the keys {@code from..to-1}, at least one, which share their first {@code depth} nibbles. */
        private Node node(int from, int to, int depth) {
            String first = keys[from];
            if (to - from == 1) {
                String rest = first.substring(depth);
                byte[] path = Rlp.string(Nibbles.hexPrefix(rest, true));
                byte[] rlp = Rlp.list(List.of(path, Rlp.string(values[from])));
                return prove(first, depth, new Node(rest, rlp, null));
            }
            int fork = Nibbles.shared(first, keys[to - 1]);
            byte[] branchRlp = branch(from, to, fork);
            Node branch = prove(first, fork, new Node("", branchRlp, branchRlp));
            if (fork == depth) {
                return branch;
            }
            String extension = first.substring(depth, fork);
            byte[] path = Rlp.string(Nibbles.hexPrefix(extension, false));
            byte[] rlp = Rlp.list(List.of(path, inParent(branchRlp)));
            return prove(first, depth, new Node(extension, rlp, branchRlp));
        }

        private byte[] branch(int from, int to, int depth) {
            boolean hasValue = keys[from].length() == depth;
            int start = hasValue ? from + 1 : from;
            List<byte[]> items = new ArrayList<>();
            List<Child> children = new ArrayList<>();
            for (int nibble = 0; nibble < OracleBranch.WIDTH; nibble++) {
                char digit = Character.forDigit(nibble, OracleBranch.WIDTH);
                int end = start;
                while (end < to && keys[end].charAt(depth) == digit) {
                    end++;
                }
                Node child = start == end ? null : node(start, end, depth + 1);
                items.add(child == null ? EMPTY_STRING_RLP : inParent(child.rlp()));
                if (branches != null) {
                    children.add(child(child));
                }
                start = end;
            }
            items.add(Rlp.string(hasValue ? values[from] : EMPTY_STRING));
            if (branches != null) {
                String path = keys[from].substring(0, depth);
                if (hasValue) {
                    throw new IllegalStateException("branch node holds a value, path=" + path + ", expected none");
                }
                branches.put(path, new OracleBranch(path, children));
            }
            return Rlp.list(items);
        }

        /** Notes the node for the proof if the proven key's path leads to it. */
        private Node prove(String key, int depth, Node node) {
            boolean embedded = depth > 0 && node.rlp().length < HASH_BYTES;
            if (provenKey != null && !embedded && provenKey.startsWith(key.substring(0, depth))) {
                proof.addFirst(node.rlp());
            }
            return node;
        }
    }

    private static Child child(@Nullable Node node) {
        if (node == null) {
            return new Absent();
        }
        byte[] branchRlp = node.branchRlp();
        return branchRlp == null
                ? new Leaf(node.nibbles(), ref(node.rlp()))
                : new Branch(node.nibbles(), ref(node.rlp()), ref(branchRlp));
    }

    private static Ref ref(byte[] rlp) {
        return new Ref(HexFormat.of().formatHex(rlp.length < HASH_BYTES ? rlp : Keccak.keccak256(rlp)));
    }

    private static byte[] inParent(byte[] rlp) {
        return rlp.length < HASH_BYTES ? rlp : Rlp.string(Keccak.keccak256(rlp));
    }
}
