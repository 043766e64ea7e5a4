package dev.espalier.store.lmdb;

import dev.espalier.store.log.LogHeader;
import dev.espalier.store.log.LogRecordCodec;
import dev.espalier.trie.spi.LogRecord;

/** A log record with its bytes, ready to be written. */
final class EncodedRecord {
    private final LogRecord record;
    private final byte[] header;
    private final byte[] changes;

    private EncodedRecord(LogRecord record, byte[] header, byte[] changes) {
        this.record = record;
        this.header = header;
        this.changes = changes;
    }

    /**
     * Encodes a record.
     *
     * @throws IllegalArgumentException if it cannot follow the record {@code previousSeq}, or contradicts itself
     */
    static EncodedRecord of(LogRecord record, long previousSeq) {
        byte[] changes = LogRecordCodec.encodeChanges(record);
        LogHeader header = new LogHeader(previousSeq, changes.length, record.entry());
        return new EncodedRecord(record, LogRecordCodec.encodeHeader(header), changes);
    }

    LogRecord record() {
        return record;
    }

    long seq() {
        return record.entry().seq();
    }

    /** Returns the header's bytes, not to be changed. */
    byte[] header() {
        return header;
    }

    /** Returns the bytes of the changes, not to be changed. */
    byte[] changes() {
        return changes;
    }

    long bytes() {
        return (long) header.length + changes.length;
    }
}
