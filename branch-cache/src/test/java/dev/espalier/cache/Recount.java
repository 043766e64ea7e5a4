package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import java.util.HashSet;
import java.util.Set;

/** Counts again what a cache holds, row by row. For a cache that nothing changes. */
final class Recount {
    private Recount() {}

    /** The bytes of all rows, and of slots; fails if a row is in both tiers. */
    static long bytes(BranchCache cache) {
        long[] bytes = {cache.slotBytes()};
        Set<BranchPath> pinned = new HashSet<>();
        cache.forEach(
                (path, row) -> {
                    pinned.add(path);
                    bytes[0] += RetainedBytes.pinned(row);
                },
                (path, row) -> {
                    if (pinned.contains(path)) {
                        throw new AssertionError("row " + path + " is in both tiers");
                    }
                    bytes[0] += RetainedBytes.evicting(path, row);
                });
        return bytes[0];
    }
}
