package dev.espalier.store.lmdb;

/**
 * How a log is kept. Immutable.
 *
 * @param mapBytes the map's size at first, at least 64 KiB; it doubles when it is full. It costs address space, neither
 *     memory nor disk
 * @param maxMapBytes the map's size at most, and so the file's; at least {@code mapBytes}
 * @param groupedAppends how many records become durable together: 1, the default, makes each durable when its append
 *     returns; with more, up to {@code groupedAppends - 1} of the newest are lost when the process ends without a close
 */
public record LmdbOptions(long mapBytes, long maxMapBytes, int groupedAppends) {
    /** The most records that become durable together. */
    public static final int MAX_GROUPED_APPENDS = 4096;

    private static final long LEAST_MAP_BYTES = 64L << 10;
    private static final long DEFAULT_MAP_BYTES = 64L << 20;
    private static final long DEFAULT_MAX_MAP_BYTES = 64L << 30;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LmdbOptions {
        if (mapBytes < LEAST_MAP_BYTES) {
            throw new IllegalArgumentException("mapBytes=" + mapBytes + ", expected at least " + LEAST_MAP_BYTES);
        }
        if (maxMapBytes < mapBytes) {
            throw new IllegalArgumentException(
                    "maxMapBytes=" + maxMapBytes + ", expected at least mapBytes=" + mapBytes);
        }
        if (groupedAppends < 1 || groupedAppends > MAX_GROUPED_APPENDS) {
            throw new IllegalArgumentException(
                    "groupedAppends=" + groupedAppends + ", expected 1.." + MAX_GROUPED_APPENDS);
        }
    }

    /** Returns the defaults: a map of 64 MiB that grows to 64 GiB, every record durable when its append returns. */
    public static LmdbOptions defaults() {
        return new LmdbOptions(DEFAULT_MAP_BYTES, DEFAULT_MAX_MAP_BYTES, 1);
    }

    /** Returns these options with another map. */
    public LmdbOptions withMap(long bytes, long maxBytes) {
        return new LmdbOptions(bytes, maxBytes, groupedAppends);
    }

    /** Returns these options with another number of records that become durable together. */
    public LmdbOptions withGroupedAppends(int appends) {
        return new LmdbOptions(mapBytes, maxMapBytes, appends);
    }
}
