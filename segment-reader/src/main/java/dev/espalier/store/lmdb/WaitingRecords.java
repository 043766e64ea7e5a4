package dev.espalier.store.lmdb;

import dev.espalier.trie.spi.LogRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records that were appended and are not yet durable, oldest first. Immutable.
 *
 * @param bytes how many bytes they have together
 */
record WaitingRecords(List<EncodedRecord> records, long bytes) {
    static final WaitingRecords NONE = new WaitingRecords(List.of(), 0);

    WaitingRecords {
        records = List.copyOf(records);
    }

    int count() {
        return records.size();
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    /** Returns these and one more, the newest. */
    WaitingRecords plus(EncodedRecord record) {
        List<EncodedRecord> more = new ArrayList<>(records);
        more.add(record);
        return new WaitingRecords(more, bytes + record.bytes());
    }

    /** Returns the newest one's seq; {@code otherwise} if there is none. */
    long newestSeq(long otherwise) {
        return records.isEmpty() ? otherwise : records.getLast().seq();
    }

    /** Returns the oldest one's seq; {@code otherwise} if there is none. */
    long oldestSeq(long otherwise) {
        return records.isEmpty() ? otherwise : records.getFirst().seq();
    }

    /** Returns the record with a seq; null if it does not wait. */
    @Nullable
    LogRecord find(long seq) {
        for (EncodedRecord waiting : records) {
            if (waiting.seq() == seq) {
                return waiting.record();
            }
        }
        return null;
    }
}
