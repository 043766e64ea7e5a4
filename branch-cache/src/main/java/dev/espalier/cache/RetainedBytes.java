package dev.espalier.cache;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import java.lang.management.ManagementFactory;

/**
 * What things take of the heap, in bytes, by the layout of objects on HotSpot with 12-byte headers. Budgets are kept with
 * these numbers.
 */
final class RetainedBytes {
    private static final int HEADER = 12;
    private static final int ARRAY_HEADER = 16;
    private static final int REF = usesCompressedRefs() ? 4 : 8;

    private static final int CACHED_ROW = aligned(HEADER + REF + Long.BYTES);
    private static final int PATH = aligned(HEADER + 3 * Long.BYTES + Byte.BYTES);
    /** What a path of more than 32 nibbles takes besides. */
    private static final int DEEP_PATH = 2 * Long.BYTES;

    /** A node of the evicting tier: key, value, two neighbours, and three numbers. */
    private static final int NODE = aligned(HEADER + 4 * REF + 3 * Integer.BYTES);
    /** The hash map's node: hash, key, value, next. */
    private static final int MAP_NODE = aligned(HEADER + Integer.BYTES + 3 * REF);
    /** An entry's share of the map's table: 1.33 to 2.67 places an entry, as the table doubles. */
    private static final int TABLE_SHARE = 2 * REF;
    /** An entry's share of the frequency sketch: 1 to 2 longs, as it doubles. */
    private static final int SKETCH_SHARE = 12;

    /** What an entry takes of structures that all share. */
    static final int SHARES = TABLE_SHARE + SKETCH_SHARE;

    private static final int EVICTING = PATH + NODE + MAP_NODE + SHARES;
    private static final int INLINE_NIBBLES = 32;

    private RetainedBytes() {}

    /** Other machines than HotSpot do not say; the larger layout is the safe one. */
    private static boolean usesCompressedRefs() {
        try {
            HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return vm != null
                    && Boolean.parseBoolean(vm.getVMOption("UseCompressedOops").getValue());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static int aligned(int bytes) {
        return (bytes + 7) & ~7;
    }

    /** Returns what a row takes in the pinned tier, without its slot. */
    static int pinned(BranchRow row) {
        return CACHED_ROW + aligned(ARRAY_HEADER + row.encodedLength());
    }

    /** Returns what a row takes in the evicting tier, its key included. */
    static int evicting(BranchPath path, BranchRow row) {
        return EVICTING + (path.depth() > INLINE_NIBBLES ? DEEP_PATH : 0) + pinned(row);
    }

    /** Returns what an array of slots takes. */
    static long ofSlots(int slots) {
        return (ARRAY_HEADER + (long) REF * slots + 7) & ~7L;
    }
}
