package dev.espalier.trie.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryChangeLogTest {
    private final MemoryChangeLog log = new MemoryChangeLog();

    private static LogRecord record(long seq) {
        LogEntry entry = new LogEntry(seq, LogEntry.Kind.COMMIT, StateMark.EMPTY, StateMark.EMPTY);
        return new LogRecord(entry, List.of(), List.of(), List.of(), 1);
    }

    @Test
    void startsEmpty() {
        assertThat(log.entries()).isEmpty();
        assertThat(log.read(1)).isNull();
    }

    @Test
    void keepsRecordsInOrderAndMayLeaveNumbersOut() {
        log.append(record(3));
        log.append(record(7));
        assertThat(log.entries()).extracting(LogEntry::seq).containsExactly(3L, 7L);
        assertThat(log.read(7)).isEqualTo(record(7));
        assertThat(log.read(5)).isNull();
    }

    /** A seq is unique per attempt. H11. */
    @Test
    void refusesASeqThatIsNotGreaterThanAllBefore() {
        log.append(record(5));
        for (long seq : new long[] {5, 4, 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> log.append(record(seq)))
                    .withMessage("log: seq=" + seq + ", expected more than 5");
        }
        assertThat(log.entries()).hasSize(1);
    }

    @Test
    void forgetsTheRecordsBelowASeq() {
        for (long seq = 1; seq <= 5; seq++) {
            log.append(record(seq));
        }
        log.prune(4);
        assertThat(log.entries()).extracting(LogEntry::seq).containsExactly(4L, 5L);
        assertThat(log.read(3)).isNull();
        log.prune(1);
        assertThat(log.entries()).hasSize(2);
    }
}
