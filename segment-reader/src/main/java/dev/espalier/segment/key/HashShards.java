package dev.espalier.segment.key;

/**
 * How the hashes of a section's keys are split into shards, so that what is built over one takes bounded memory: by their
 * leading bits, as many as are needed, so that each shard has about as many.
 */
public final class HashShards {
    /** The most leading bits, which is part of the file format. */
    public static final int MOST_BITS = 16;

    private HashShards() {}

    /**
     * Returns how many leading bits tell the shards apart.
     *
     * @param keys in all
     * @param keysAShard how many a shard is to have at most, about
     * @return 0 to {@link #MOST_BITS}
     */
    public static int bits(int keys, int keysAShard) {
        int bits = 0;
        while (keys >> bits > keysAShard && bits < MOST_BITS) {
            bits++;
        }
        return bits;
    }

    /** Returns the shard of a hash: its leading bits. */
    public static int shard(long hash, int bits) {
        return bits == 0 ? 0 : (int) (hash >>> (Long.SIZE - bits));
    }
}
