package dev.espalier.segment.page;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import java.lang.ref.Cleaner;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How values stand in the pages of a section: as they are, or each one compressed by zstd with the section's dictionary
 * (RFC 8878, without the magic number, sizes, checksum and dictionary id, since pages have their own). A value that does
 * not shrink stands as it is.
 *
 * <p>A compressed section's value begins with a tag: a varint of one or two bytes, 0 if the value follows as it is, else
 * its length before it was compressed.
 *
 * <p>Immutable; any number of threads may use it at once. What it has outside of the heap (to decompress about 40 KiB, to
 * compress ten times as much) goes when the garbage collector finds that nobody has the codec any more; a thread keeps the
 * one that it used last.
 */
public final class ValueCodec {
    /** Values as they are. */
    public static final ValueCodec PLAIN = new ValueCodec(new byte[0], null, null);

    /** What a tag adds to a value at most. */
    static final int LARGEST_TAG = 2;

    private static final int LEVEL = 3;
    private static final int LARGEST_DICTIONARY = 16 << 10;
    /** A smaller one is not worth a section, and zstd makes none of less than this. */
    private static final int SMALLEST_DICTIONARY = 256;
    /** Zstd refuses to train on ten or fewer. */
    private static final int LEAST_SAMPLES = 16;

    private static final double LEAST_GAIN = 0.05;

    private static final Cleaner CLEANER = Cleaner.create();

    /** Contexts are large, and of no use to two threads at once. */
    private static final ThreadLocal<Contexts> CONTEXTS = ThreadLocal.withInitial(Contexts::new);

    private final byte[] dictionary;
    private final @Nullable ZstdDictCompress forCompression;
    private final @Nullable ZstdDictDecompress forDecompression;

    private ValueCodec(
            byte[] dictionary,
            @Nullable ZstdDictCompress forCompression,
            @Nullable ZstdDictDecompress forDecompression) {
        this.dictionary = dictionary;
        this.forCompression = forCompression;
        this.forDecompression = forDecompression;
    }

    /** What one thread compresses and decompresses with. */
    private static final class Contexts {
        private final ZstdCompressCtx compression = new ZstdCompressCtx();
        private final ZstdDecompressCtx decompression = new ZstdDecompressCtx();
        private @Nullable ValueCodec compresses;
        private @Nullable ValueCodec decompresses;

        private Contexts() {
            compression
                    .setMagicless(true)
                    .setContentSize(false)
                    .setChecksum(false)
                    .setDictID(false);
            decompression.setMagicless(true);
            ZstdCompressCtx ownedCompression = compression;
            ZstdDecompressCtx ownedDecompression = decompression;
            CLEANER.register(this, () -> {
                ownedCompression.close();
                ownedDecompression.close();
            });
        }
    }

    /**
     * Returns the codec of a section whose dictionary is stored. It only decompresses.
     *
     * @param dictionary what {@link #dictionary} gave
     */
    public static ValueCodec ofDictionary(byte[] dictionary) {
        return owning(dictionary.clone(), null);
    }

    private static ValueCodec owning(byte[] dictionary, @Nullable ZstdDictCompress forCompression) {
        ZstdDictDecompress forDecompression = new ZstdDictDecompress(dictionary);
        ValueCodec codec = new ValueCodec(dictionary, forCompression, forDecompression);
        CLEANER.register(codec, () -> {
            forDecompression.close();
            if (forCompression != null) {
                forCompression.close();
            }
        });
        return codec;
    }

    /**
     * Returns a codec for values like some: {@link #PLAIN} unless compressing these, with the dictionary counted in, saves
     * a twentieth. Of few values, or few bytes of them, nothing can be learnt.
     *
     * @param samples values of the section
     */
    public static ValueCodec trainedOn(List<byte[]> samples) {
        int bytes = samples.stream().mapToInt(sample -> sample.length).sum();
        byte[] buffer = new byte[Math.min(LARGEST_DICTIONARY, bytes / 16)];
        if (samples.size() < LEAST_SAMPLES || buffer.length < SMALLEST_DICTIONARY) {
            return PLAIN;
        }
        long length = Zstd.trainFromBuffer(samples.toArray(byte[][]::new), buffer);
        if (Zstd.isError(length)) {
            return PLAIN;
        }
        byte[] dictionary = Arrays.copyOf(buffer, (int) length);
        ValueCodec trained = owning(dictionary, new ZstdDictCompress(dictionary, LEVEL));
        long encoded = length;
        for (byte[] sample : samples) {
            encoded += trained.encode(sample).length;
        }
        if (encoded > bytes * (1 - LEAST_GAIN)) {
            return PLAIN;
        }
        return trained;
    }

    /** Returns the dictionary's bytes, owned by the caller; empty if values stand as they are. */
    public byte[] dictionary() {
        return dictionary.clone();
    }

    /** Tells whether values stand as they are. */
    public boolean isPlain() {
        return forDecompression == null;
    }

    /** Returns the bytes of memory that decompression takes of it, about. */
    public long residentBytes() {
        return dictionary.length;
    }

    /**
     * Returns a value as it is to stand in a page.
     *
     * @param value 1 to {@link Page#LARGEST_VALUE} bytes
     * @return at most {@link #LARGEST_TAG} bytes more; it may be {@code value} itself
     * @throws IllegalStateException if the codec is that of a stored dictionary
     */
    public byte[] encode(byte[] value) {
        if (isPlain()) {
            return value;
        }
        if (forCompression == null) {
            throw new IllegalStateException("codec of a stored dictionary, expected one that was trained");
        }
        Contexts contexts = CONTEXTS.get();
        if (contexts.compresses != this) {
            contexts.compression.loadDict(forCompression);
            contexts.compresses = this;
        }
        byte[] target = new byte[LARGEST_TAG + (int) Zstd.compressBound(value.length)];
        int tag = PageLayout.varintBytes(value.length);
        int length = contexts.compression.compressByteArray(target, tag, target.length - tag, value, 0, value.length);
        if (tag + length > value.length) {
            byte[] plain = new byte[1 + value.length];
            System.arraycopy(value, 0, plain, 1, value.length);
            return plain;
        }
        PageLayout.putVarint(target, 0, value.length);
        return Arrays.copyOf(target, tag + length);
    }

    /**
     * Returns the value that stands in a page, in an array of its own.
     *
     * @return null if the bytes are none that {@link #encode} gives
     */
    byte @Nullable [] decode(byte[] source, int offset, int length) {
        if (forDecompression == null) {
            return Arrays.copyOfRange(source, offset, offset + length);
        }
        int first = source[offset];
        int tag = first < 0 ? LARGEST_TAG : 1;
        if (length <= tag) {
            return null;
        }
        int valueBytes = first < 0 ? (first & 0x7F) | source[offset + 1] << 7 : first;
        if (valueBytes == 0) {
            return Arrays.copyOfRange(source, offset + tag, offset + length);
        }
        if (valueBytes < 0 || valueBytes > Page.LARGEST_VALUE) {
            return null;
        }
        byte[] value = new byte[valueBytes];
        return decompress(source, offset + tag, length - tag, value, forDecompression) ? value : null;
    }

    private boolean decompress(byte[] source, int from, int length, byte[] target, ZstdDictDecompress with) {
        Contexts contexts = CONTEXTS.get();
        if (contexts.decompresses != this) {
            contexts.decompression.loadDict(with);
            contexts.decompresses = this;
        }
        try {
            return contexts.decompression.decompressByteArray(target, 0, target.length, source, from, length)
                    == target.length;
        } catch (ZstdException e) {
            return false;
        }
    }
}
