package dev.espalier.segment.filter;

import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The byte form of a binary fuse filter (version 1, little-endian).
 *
 * <pre>
 *  0  u8    version         1
 *  1  u8[3] zero
 *  4  u32   segmentLength   L, a power of two, 1..2^18
 *  8  u64   seed
 * 16  u32   segmentCount    C, at least 1: the segments that hold a key's first cell
 * 20  u32   fingerprints    (C + 2) * L
 * 24  u8[]  fingerprints
 * </pre>
 */
final class FuseLayout {
    static final int VERSION = 1;
    static final int VERSION_AT = 0;
    static final int SEGMENT_LENGTH_AT = 4;
    static final int SEED_AT = 8;
    static final int SEGMENT_COUNT_AT = 16;
    static final int FINGERPRINTS_AT = 20;
    static final int HEADER_BYTES = 24;

    private FuseLayout() {}

    static void writeHeader(FuseShape shape, long seed, byte[] target, int offset) {
        ByteBuffer.wrap(target, offset, HEADER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(VERSION)
                .putInt(shape.segmentLength())
                .putLong(seed)
                .putInt(shape.segmentCount())
                .putInt(shape.cells());
    }

    static long readSeed(byte[] source, int offset) {
        return littleEndian(source).getLong(offset + SEED_AT);
    }

    static FuseShape readShape(byte[] source, int offset, int limit, String where) {
        if (limit - offset < HEADER_BYTES) {
            throw corrupt(where, "bytes=" + (limit - offset) + ", expected at least " + HEADER_BYTES);
        }
        ByteBuffer bytes = littleEndian(source);
        int version = bytes.getInt(offset + VERSION_AT);
        if (version != VERSION) {
            throw corrupt(where, "version=" + Integer.toUnsignedString(version) + ", expected " + VERSION);
        }
        int segmentLength = bytes.getInt(offset + SEGMENT_LENGTH_AT);
        if (segmentLength < 1 || segmentLength > FuseShape.LONGEST_SEGMENT || Integer.bitCount(segmentLength) != 1) {
            throw corrupt(where, "segmentLength=" + segmentLength + ", expected a power of two up to 2^18");
        }
        int segmentCount = bytes.getInt(offset + SEGMENT_COUNT_AT);
        int fingerprints = bytes.getInt(offset + FINGERPRINTS_AT);
        long expected = ((long) segmentCount + FuseShape.ARITY - 1) * segmentLength;
        if (segmentCount < 1 || fingerprints != expected) {
            throw corrupt(
                    where,
                    "segmentCount=" + segmentCount + ", fingerprints=" + fingerprints + ", expected " + expected);
        }
        if (fingerprints > limit - offset - HEADER_BYTES) {
            throw corrupt(where, "fingerprints=" + fingerprints + ", bytes left=" + (limit - offset - HEADER_BYTES));
        }
        return new FuseShape(segmentLength, segmentCount);
    }

    private static ByteBuffer littleEndian(byte[] source) {
        return ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static CorruptStoreException corrupt(String where, String problem) {
        return new CorruptStoreException(where + ": filter: " + problem);
    }
}
