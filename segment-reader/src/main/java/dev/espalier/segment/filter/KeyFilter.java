package dev.espalier.segment.filter;

import dev.espalier.segment.key.HashShards;
import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The filter of one section: binary fuse filters over shards of at most about a million keys each, chosen by the leading
 * bits of the hash, so that building one takes bounded scratch memory. Immutable; any number of threads may ask at once.
 *
 * <p>Its byte form (version 1, little-endian):
 *
 * <pre>
 *  0  u8    version     1
 *  1  u8    shardBits   B, 0..16: shard n holds the hashes whose leading B bits are n
 *  2  u8[6] zero
 *  8        2^B filters, one behind the other
 * </pre>
 */
public final class KeyFilter {
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 8;
    private static final int KEYS_A_SHARD = 1 << 20;

    private final BinaryFuse8[] shards;
    private final int shardBits;

    private KeyFilter(BinaryFuse8[] shards, int shardBits) {
        this.shards = shards;
        this.shardBits = shardBits;
    }

    /**
     * Builds a filter. The result depends on the hashes alone, not on their order.
     *
     * @param hashes well-mixed 64-bit hashes of the keys; sorted by this call
     * @param count how many of them to use, from the first on
     */
    public static KeyFilter build(long[] hashes, int count) {
        return build(hashes, count, HashShards.bits(count, KEYS_A_SHARD));
    }

    static KeyFilter build(long[] hashes, int count, int shardBits) {
        Arrays.sort(hashes, 0, count);
        // Signed order: the shards with a leading one come first.
        BinaryFuse8[] shards = new BinaryFuse8[1 << shardBits];
        int at = 0;
        for (int i = 0; i < shards.length; i++) {
            int shard = (i + (shards.length >> 1)) & (shards.length - 1);
            int end = at;
            while (end < count && HashShards.shard(hashes[end], shardBits) == shard) {
                end++;
            }
            shards[shard] = BinaryFuse8.build(hashes, at, end);
            at = end;
        }
        return new KeyFilter(shards, shardBits);
    }

    /** Tells whether a key may be among those that were put in; false is certain. */
    public boolean mayContain(long hash) {
        return shards[HashShards.shard(hash, shardBits)].mayContain(hash);
    }

    /** Returns the bytes of memory that it takes, about. */
    public long residentBytes() {
        long bytes = 0;
        for (BinaryFuse8 filter : shards) {
            bytes += filter.encodedLength();
        }
        return bytes;
    }

    /** Returns the byte form, which {@link #decode} reads. */
    public byte[] encode() {
        int length = HEADER_BYTES;
        for (BinaryFuse8 filter : shards) {
            length = Math.addExact(length, filter.encodedLength());
        }
        byte[] bytes = new byte[length];
        bytes[0] = VERSION;
        bytes[1] = (byte) shardBits;
        int at = HEADER_BYTES;
        for (BinaryFuse8 filter : shards) {
            filter.encodeTo(bytes, at);
            at += filter.encodedLength();
        }
        return bytes;
    }

    /**
     * Reads a byte form.
     *
     * @param source kept by reference, so it must not change afterwards
     * @param where names the file and section for an error
     * @throws CorruptStoreException if a header is impossible, or the filters do not end where the range does
     */
    public static KeyFilter decode(byte[] source, int offset, int length, String where) {
        if (length < HEADER_BYTES) {
            throw new CorruptStoreException(where + ": bytes=" + length + ", expected at least " + HEADER_BYTES);
        }
        long header = ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN).getLong(offset);
        int shardBits = source[offset + 1] & 0xFF;
        if (header != (VERSION | (long) shardBits << 8) || shardBits > HashShards.MOST_BITS) {
            throw new CorruptStoreException(where + ": header=0x" + Long.toHexString(header) + ", expected version "
                    + VERSION + " and shardBits 0.." + HashShards.MOST_BITS);
        }
        BinaryFuse8[] shards = new BinaryFuse8[1 << shardBits];
        int limit = offset + length;
        int at = offset + HEADER_BYTES;
        for (int shard = 0; shard < shards.length; shard++) {
            shards[shard] = BinaryFuse8.decode(source, at, limit, where + ", shard " + shard);
            at += shards[shard].encodedLength();
        }
        if (at != limit) {
            throw new CorruptStoreException(where + ": bytes behind the filters=" + (limit - at) + ", expected 0");
        }
        return new KeyFilter(shards, shardBits);
    }
}
