package dev.espalier.trie.oracle;

import java.util.BitSet;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the branch nodes of a trie changed from one set of keys to another.
 *
 * @param splits branch nodes that are new, in a trie that had keys
 * @param collapsesToLeaf branch nodes that are gone, with one key left below
 * @param collapsesToBranch branch nodes that are gone, with several keys left below
 * @param subtreesGone branch nodes that are gone, with no key left below but some elsewhere
 * @param forkDepthsAfter the lengths in nibbles of the branch nodes' paths in the new trie
 */
record TrieChange(int splits, int collapsesToLeaf, int collapsesToBranch, int subtreesGone, BitSet forkDepthsAfter) {
    static TrieChange between(SortedSet<Bytes32> keysBefore, SortedSet<Bytes32> keysAfter) {
        SortedSet<String> pathsBefore = branchPaths(keysBefore);
        SortedSet<String> pathsAfter = branchPaths(keysAfter);
        BitSet depths = new BitSet();
        pathsAfter.forEach(path -> depths.set(path.length()));
        int splits = 0;
        for (String path : pathsAfter) {
            splits += !keysBefore.isEmpty() && !pathsBefore.contains(path) ? 1 : 0;
        }
        int[] goneByKeysLeft = new int[3];
        for (String path : pathsBefore) {
            if (!pathsAfter.contains(path)) {
                goneByKeysLeft[keysLeft(path, keysAfter)]++;
            }
        }
        int subtreesGone = keysAfter.isEmpty() ? 0 : goneByKeysLeft[0];
        return new TrieChange(splits, goneByKeysLeft[1], goneByKeysLeft[2], subtreesGone, depths);
    }

    /** How many keys are below a path; two stands for more. */
    private static int keysLeft(String path, SortedSet<Bytes32> keys) {
        Bytes32 lowest = new Bytes32(path + "0".repeat(ShapedValues.KEY_NIBBLES - path.length()));
        return (int) keys.tailSet(lowest).stream()
                .limit(2)
                .filter(key -> key.hex().startsWith(path))
                .count();
    }

    /** A trie has a branch node wherever two neighbouring keys fork. */
    private static SortedSet<String> branchPaths(SortedSet<Bytes32> keys) {
        SortedSet<String> paths = new TreeSet<>();
        String previous = "";
        for (Bytes32 key : keys) {
            if (!previous.isEmpty()) {
                paths.add(key.hex().substring(0, Nibbles.shared(previous, key.hex())));
            }
            previous = key.hex();
        }
        return paths;
    }
}
