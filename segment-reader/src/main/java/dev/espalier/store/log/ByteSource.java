package dev.espalier.store.log;

import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import java.util.Arrays;

/** Reads the bytes of a value, front to back, and refuses what no {@link ByteSink} writes. Confined to one thread. */
final class ByteSource {
    private final byte[] bytes;
    private final String what;
    private int at;

    /**
     * Creates a source.
     *
     * @param what names the value in messages
     */
    ByteSource(byte[] bytes, String what) {
        this.bytes = bytes;
        this.what = what;
    }

    int u8(String field) {
        require(1, field);
        return bytes[at++] & 0xFF;
    }

    int u32(String field) {
        require(Integer.BYTES, field);
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            value |= (bytes[at++] & 0xFF) << shift;
        }
        return value;
    }

    /** Reads the version byte, of which this build knows one. */
    void version(int expected) {
        int version = u8("version");
        if (version != expected) {
            throw corrupt("version", "version=" + version + ", expected " + expected);
        }
    }

    /** Reads an unsigned number of up to 64 bits. */
    long varint(String field) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = u8(field);
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                boolean shortest = next != 0 || shift == 0;
                boolean fits = shift < 63 || next == 1;
                if (!shortest || !fits) {
                    throw corrupt(field, "not in the shortest form of 64 bits");
                }
                return value;
            }
        }
        throw corrupt(field, "more than 64 bits");
    }

    /** Reads a number that is not above {@link Long#MAX_VALUE}. */
    long positive(String field) {
        long value = varint(field);
        if (value < 0) {
            throw corrupt(field, Long.toUnsignedString(value) + ", expected at most " + Long.MAX_VALUE);
        }
        return value;
    }

    /**
     * Reads how many items follow.
     *
     * @param itemBytes the fewest bytes that one of them has
     */
    int count(String field, int itemBytes) {
        long count = varint(field);
        int most = (bytes.length - at) / itemBytes;
        if (count < 0 || count > most) {
            throw corrupt(field, Long.toUnsignedString(count) + ", expected at most " + most + " in the bytes left");
        }
        return (int) count;
    }

    Hash32 hash(String field) {
        require(Hash32.BYTES, field);
        Hash32 hash = Hash32.of(bytes, at);
        at += Hash32.BYTES;
        return hash;
    }

    byte[] bytes(int length, String field) {
        require(length, field);
        byte[] copy = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return copy;
    }

    /** Requires that everything was read. */
    void end() {
        if (at != bytes.length) {
            throw corrupt("length", "bytes=" + bytes.length + ", expected " + at);
        }
    }

    /** Returns the exception that says what is wrong with a field. */
    CorruptStoreException corrupt(String field, String problem) {
        return new CorruptStoreException(what + ": " + field + ": " + problem + ", before byte " + at);
    }

    /** As {@link #corrupt(String, String)}, for what a constructor or another decoder refuses. */
    CorruptStoreException corrupt(String field, RuntimeException refusal) {
        return new CorruptStoreException(
                what + ": " + field + ": " + refusal.getMessage() + ", before byte " + at, refusal);
    }

    private void require(int length, String field) {
        if (length > bytes.length - at) {
            throw corrupt(field, "bytes left=" + (bytes.length - at) + ", expected " + length);
        }
    }
}
