package dev.espalier.store.lmdb;

import dev.espalier.store.log.LogExtent;
import dev.espalier.store.log.LogHeader;
import dev.espalier.store.log.LogRecordCodec;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.LogRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where log records stand in the table: a header and, so that LMDB need not find long runs of free pages, the changes in
 * pieces.
 */
final class LogTable {
    /** A piece with its checksum and LMDB's page header fills 64 pages of 4 KiB. */
    static final int PIECE_BYTES = 64 * 4096 - 16 - CheckedValue.CHECKSUM_BYTES;

    private LogTable() {}

    /** Adds a record behind all others. */
    static void append(LmdbTransaction in, EncodedRecord record) {
        byte[] header = record.header();
        in.append(LogKey.record(record.seq(), 0), header, 0, header.length);
        byte[] changes = record.changes();
        int part = 1;
        for (int from = 0; from < changes.length; from += PIECE_BYTES) {
            int to = Math.min(changes.length, from + PIECE_BYTES);
            in.append(LogKey.record(record.seq(), part++), changes, from, to);
        }
    }

    /** Returns how many pieces a record's changes are in. */
    static int pieces(LogHeader header) {
        return Math.toIntExact((header.changesBytes() + PIECE_BYTES - 1) / PIECE_BYTES);
    }

    /**
     * Reads the headers of all records, oldest first.
     *
     * @throws CorruptStoreException if they are not those of {@code extent}
     */
    static List<LogHeader> headers(LmdbTransaction in, LogExtent extent) {
        List<LogHeader> headers = new ArrayList<>();
        long previous = extent.beforeOldest();
        LogHeader header = oldest(in);
        while (header != null) {
            long seq = header.entry().seq();
            if (header.previousSeq() != previous) {
                throw new CorruptStoreException(LogKey.text(LogKey.record(seq, 0)) + ": the record before is seq="
                        + previous + ", expected seq=" + header.previousSeq());
            }
            headers.add(header);
            previous = seq;
            header = headerFrom(in, LogKey.record(seq, pieces(header) + 1));
        }
        if (previous != extent.newest() || headers.size() != extent.records()) {
            throw new CorruptStoreException(LogKey.text(LogKey.EXTENT) + ": records=" + extent.records() + " newest="
                    + extent.newest() + ", but found records=" + headers.size() + " newest=" + previous);
        }
        return headers;
    }

    /** Returns the header of the oldest record; null if none is kept. */
    static @Nullable LogHeader oldest(LmdbTransaction in) {
        return headerFrom(in, LogKey.record(0, 0));
    }

    /** Returns the header at the first key from {@code key} on; null if there is none. */
    private static @Nullable LogHeader headerFrom(LmdbTransaction in, byte[] key) {
        byte[] found = in.seek(key);
        if (found == null) {
            return null;
        }
        if (!LogKey.isHeader(found)) {
            throw new CorruptStoreException(LogKey.text(found) + ": expected the header of a record");
        }
        return header(found, in.found());
    }

    private static LogHeader header(byte[] key, byte[] bytes) {
        LogHeader header = LogRecordCodec.decodeHeader(bytes);
        if (header.entry().seq() != LogKey.seq(key)) {
            throw new CorruptStoreException(
                    LogKey.text(key) + ": seq=" + header.entry().seq() + ", expected that of the key");
        }
        return header;
    }

    /**
     * Requires that LMDB counts as many keys as records and state have.
     *
     * @throws CorruptStoreException if it is otherwise
     */
    static void requireKeys(LmdbTransaction in, List<LogHeader> headers) {
        long expected = LogKey.STATE_VALUES;
        for (LogHeader header : headers) {
            expected += 1 + pieces(header);
        }
        long keys = in.keys();
        if (keys != expected) {
            throw new CorruptStoreException("table: keys=" + keys + ", expected " + expected + " of " + headers.size()
                    + " log records and the state");
        }
    }

    /** A record's bytes, read but not decoded. */
    record Stored(LogHeader header, byte[] changes) {
        /**
         * Decodes the record.
         *
         * @throws CorruptStoreException if it contradicts itself
         */
        LogRecord decode() {
            return LogRecordCodec.decodeChanges(header.entry(), changes);
        }
    }

    /**
     * Reads a record; null if it is not kept.
     *
     * @throws CorruptStoreException if it is damaged, or a part of it is missing
     */
    static @Nullable Stored read(LmdbTransaction in, long seq) {
        byte[] key = LogKey.record(seq, 0);
        if (!in.has(key)) {
            return null;
        }
        LogHeader header = header(key, in.found());
        byte[] changes = new byte[Math.toIntExact(header.changesBytes())];
        int at = 0;
        for (int part = 1; part <= pieces(header); part++) {
            byte[] pieceKey = LogKey.record(seq, part);
            byte[] piece = in.get(pieceKey);
            int expected = Math.min(PIECE_BYTES, changes.length - at);
            if (piece.length != expected) {
                throw new CorruptStoreException(
                        LogKey.text(pieceKey) + ": bytes=" + piece.length + ", expected " + expected);
            }
            System.arraycopy(piece, 0, changes, at, expected);
            at += expected;
        }
        return new Stored(header, changes);
    }

    /**
     * Removes the oldest record if its seq is below {@code seq}.
     *
     * @return the header of the record removed; null if there is none below
     */
    static @Nullable LogHeader forgetOldest(LmdbTransaction in, long seq) {
        LogHeader oldest = oldest(in);
        if (oldest == null || oldest.entry().seq() >= seq) {
            return null;
        }
        for (int part = 0; part <= pieces(oldest); part++) {
            in.delete(LogKey.record(oldest.entry().seq(), part));
        }
        return oldest;
    }
}
