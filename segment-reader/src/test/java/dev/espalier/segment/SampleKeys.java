package dev.espalier.segment;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.Hash32;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Random keys and contents of the shapes that make a difference: several tries with ids up to the largest, keys that share
 * from none to 63 nibbles, paths that are prefixes of keys.
 */
public final class SampleKeys {
    private static final long[] TRIES = {0, 1, 2, 255, 256, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -1};

    private final Random random;
    private final List<Hash32> seen = new ArrayList<>();

    /** Draws from a source of random numbers. */
    public SampleKeys(Random random) {
        this.random = random;
    }

    /** Returns a key of 64 nibbles; most share a prefix of any length with one before. */
    public Hash32 key() {
        Hash32 fresh = Hash32.of(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
        Hash32 key = seen.isEmpty() || random.nextInt(4) == 0
                ? fresh
                : joined(seen.get(random.nextInt(seen.size())), random.nextInt(64), fresh);
        seen.add(key);
        return key;
    }

    private static Hash32 joined(Hash32 prefix, int nibbles, Hash32 rest) {
        byte[] bytes = prefix.toBytes();
        for (int i = nibbles; i < Hash32.NIBBLES; i++) {
            int shift = i % 2 == 0 ? 4 : 0;
            bytes[i / 2] = (byte) ((bytes[i / 2] & ~(15 << shift)) | (rest.nibble(i) << shift));
        }
        return Hash32.of(bytes);
    }

    private long trieId() {
        return TRIES[random.nextInt(TRIES.length)];
    }

    /** Returns a leaf's key. */
    public SegmentKey leafKey() {
        return SegmentKey.ofLeaf(trieId(), key());
    }

    /** Returns a row's key. */
    public SegmentKey rowKey() {
        int nibbles = random.nextInt(64);
        return new SegmentKey(trieId(), joined(key(), nibbles, Hash32.ZERO), nibbles);
    }

    /** Returns a value of 1 to {@code most} bytes. */
    public byte[] value(int most) {
        byte[] bytes = new byte[1 + random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns about that many rows and leaves, with a tombstone in every eighth entry. */
    public NavigableMap<SegmentKey, byte @Nullable []> content(int rows, int leaves) {
        NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
        for (int i = 0; i < rows; i++) {
            content.put(rowKey(), random.nextInt(8) == 0 ? null : value(600));
        }
        for (int i = 0; i < leaves; i++) {
            content.put(leafKey(), random.nextInt(8) == 0 ? null : value(90));
        }
        return content;
    }
}
