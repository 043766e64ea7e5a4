package dev.espalier.segment.index;

import dev.espalier.segment.key.HashShards;
import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Says on which page of a bucket a key is, or that the section does not have it: at a number of the key's own stand eight
 * bits of its hash and four bits of its page. One in 256 absent keys is sent to a page in vain. Resident; immutable, so any
 * number of threads may ask at once.
 *
 * <p>Perfect hash functions stand over shards of at most about a million keys each, chosen by the leading bits of the
 * hash, so that building one takes bounded memory. The byte form (version 1, little-endian):
 *
 * <pre>
 *  0  u8    version     1
 *  1  u8    shardBits   B, 0..16: shard n holds the hashes whose leading B bits are n
 *  2  u8[6] zero
 *  8        2^B shards:
 *             u64   keys        n; 0: nothing else of the shard follows
 *             perfect hash of n keys, see MinimalPerfectHash
 *             u8[n]             signatures, by the key's number: the low 8 bits of the hash
 *             u8[(n + 1) / 2]   pages in their bucket, by the key's number, low half first
 *             u8[]              zeros up to a multiple of 8 bytes
 * </pre>
 */
public final class PageLocator {
    /** The pages of a bucket. */
    public static final int BUCKET_PAGES = 16;

    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 8;
    private static final int KEYS_A_SHARD = 1_000_000;

    private final @Nullable Shard[] shards;
    private final int shardBits;

    private PageLocator(@Nullable Shard[] shards, int shardBits) {
        this.shards = shards;
        this.shardBits = shardBits;
    }

    private record Shard(MinimalPerfectHash numbers, byte[] signatures, byte[] pages) {}

    /**
     * Returns the page of a key.
     *
     * @param hash the key's hash
     * @return its place in the bucket, 0 to 15; -1 if the section does not have the key
     */
    public int pageInBucket(long hash) {
        Shard shard = shards[HashShards.shard(hash, shardBits)];
        if (shard == null) {
            return -1;
        }
        int number = shard.numbers.numberOf(hash);
        if (number >= shard.signatures.length || shard.signatures[number] != (byte) hash) {
            return -1;
        }
        return shard.pages[number >> 1] >> (4 * (number & 1)) & 0xF;
    }

    /** Returns the bytes of memory that it takes. */
    public long residentBytes() {
        long bytes = 0;
        for (Shard shard : shards) {
            bytes += shard == null ? 0 : shard.numbers.residentBytes() + shard.signatures.length + shard.pages.length;
        }
        return bytes;
    }

    /**
     * Builds the byte form.
     *
     * @param hashes well-mixed 64-bit hashes of the keys
     * @param pages the page of each key, counted in the section
     * @param count how many of both to use, from the first on
     * @return null if two hashes are equal, which no perfect hash can tell apart
     */
    public static byte @Nullable [] build(long[] hashes, int[] pages, int count) {
        int bits = HashShards.bits(count, KEYS_A_SHARD);
        byte[][] parts = new byte[1 << bits][];
        int[] places = placesByShard(hashes, count, bits);
        int length = HEADER_BYTES;
        int at = 0;
        for (int shard = 0; shard < parts.length; shard++) {
            int from = at;
            while (at < count && HashShards.shard(hashes[places[at]], bits) == shard) {
                at++;
            }
            byte[] part = encodeShard(hashes, pages, Arrays.copyOfRange(places, from, at));
            if (part == null) {
                return null;
            }
            parts[shard] = part;
            length = Math.addExact(length, part.length);
        }
        ByteBuffer all =
                ByteBuffer.allocate(length).put((byte) VERSION).put((byte) bits).position(HEADER_BYTES);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    /** Sorts the keys' places by shard, by counting. */
    private static int[] placesByShard(long[] hashes, int count, int bits) {
        int[] next = new int[(1 << bits) + 1];
        for (int i = 0; i < count; i++) {
            next[HashShards.shard(hashes[i], bits) + 1]++;
        }
        for (int shard = 1; shard < next.length; shard++) {
            next[shard] += next[shard - 1];
        }
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            places[next[HashShards.shard(hashes[i], bits)]++] = i;
        }
        return places;
    }

    private static byte @Nullable [] encodeShard(long[] hashes, int[] pages, int[] places) {
        int keys = places.length;
        if (keys == 0) {
            return new byte[Long.BYTES];
        }
        long[] own = new long[keys];
        for (int i = 0; i < keys; i++) {
            own[i] = hashes[places[i]];
        }
        long[] sorted = own.clone();
        Arrays.sort(sorted);
        for (int i = 1; i < keys; i++) {
            if (sorted[i] == sorted[i - 1]) {
                return null;
            }
        }
        byte[] function = HashFunctionBuilder.build(own);
        MinimalPerfectHash numbers = MinimalPerfectHash.decode(littleEndian(function), "built just now");
        byte[] signatures = new byte[keys];
        byte[] inBucket = new byte[(keys + 1) / 2];
        for (int i = 0; i < keys; i++) {
            int number = numbers.numberOf(own[i]);
            signatures[number] = (byte) own[i];
            inBucket[number >> 1] |= (byte) (pages[places[i]] % BUCKET_PAGES << (4 * (number & 1)));
        }
        int length = Long.BYTES + function.length + signatures.length + inBucket.length;
        return littleEndian(new byte[Math.ceilDiv(length, Long.BYTES) * Long.BYTES])
                .putLong(keys)
                .put(function)
                .put(signatures)
                .put(inBucket)
                .array();
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads a byte form.
     *
     * @param where names the file and section for an error
     * @throws CorruptStoreException if it is impossible
     */
    public static PageLocator decode(byte[] source, String where) {
        ByteBuffer bytes = littleEndian(source);
        require(bytes.remaining() >= HEADER_BYTES, where, "bytes=" + bytes.remaining());
        long header = bytes.getLong();
        int shardBits = (int) (header >>> 8) & 0xFF;
        require(
                header == (VERSION | (long) shardBits << 8) && shardBits <= HashShards.MOST_BITS,
                where,
                "header=0x" + Long.toHexString(header));
        @Nullable Shard[] shards = new Shard[1 << shardBits];
        for (int shard = 0; shard < shards.length; shard++) {
            shards[shard] = decodeShard(bytes, where + ", shard " + shard);
        }
        require(!bytes.hasRemaining(), where, "bytes behind the shards=" + bytes.remaining());
        return new PageLocator(shards, shardBits);
    }

    private static @Nullable Shard decodeShard(ByteBuffer bytes, String where) {
        require(bytes.remaining() >= Long.BYTES, where, "ends early");
        long keys = bytes.getLong();
        if (keys == 0) {
            return null;
        }
        MinimalPerfectHash numbers = MinimalPerfectHash.decode(bytes, where);
        require(numbers.keys() == keys, where, "keys=" + keys + " of perfect hash=" + numbers.keys());
        long length = Math.ceilDiv(keys + (keys + 1) / 2, Long.BYTES) * Long.BYTES;
        require(bytes.remaining() >= length, where, "ends early");
        byte[] signatures = new byte[numbers.keys()];
        byte[] pages = new byte[(numbers.keys() + 1) / 2];
        int from = bytes.position();
        bytes.get(signatures).get(pages);
        while (bytes.position() < from + length) {
            byte padding = bytes.get();
            require(padding == 0, where, "padding=" + padding);
        }
        return new Shard(numbers, signatures, pages);
    }

    private static void require(boolean condition, String where, String found) {
        if (!condition) {
            throw new CorruptStoreException(where + ": page locator: " + found + ", which is impossible");
        }
    }
}
