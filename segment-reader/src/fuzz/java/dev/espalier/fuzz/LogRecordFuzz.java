package dev.espalier.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.espalier.store.log.LogHeader;
import dev.espalier.store.log.LogRecordCodec;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;

class LogRecordFuzz {
    private static final LogEntry ENTRY = new LogEntry(
            5,
            LogEntry.Kind.COMMIT,
            StateMark.EMPTY,
            new StateMark(BlockId.of(Hash32.of(1, 2, 3, 4)), StateMark.EMPTY.root(), StateMark.EMPTY.cell()));

    @FuzzTest(maxDuration = FuzzTime.EACH)
    void aRecordIsWholeOrRefused(byte[] bytes) {
        try {
            LogHeader header = LogRecordCodec.decodeHeader(bytes.clone());
            assertThat(LogRecordCodec.encodeHeader(header)).isEqualTo(bytes);
        } catch (CorruptStoreException e) {
            // That is how it is refused.
        }
        try {
            LogRecord record = LogRecordCodec.decodeChanges(ENTRY, bytes.clone());
            assertThat(LogRecordCodec.encodeChanges(record)).isEqualTo(bytes);
        } catch (CorruptStoreException e) {
            // That is how it is refused.
        }
    }
}
