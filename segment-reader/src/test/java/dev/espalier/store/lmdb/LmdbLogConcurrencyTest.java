package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.store.log.FileList;
import dev.espalier.store.log.RandomRecords;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LmdbLogConcurrencyTest {
    private static final int RECORDS = 200;
    private static final int KEPT = 50;
    private static final int READERS = 3;

    @TempDir
    private Path directory;

    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicLong forgotten = new AtomicLong();

    private static LogRecord record(long seq) {
        return new RandomRecords(seq).record(seq, (int) (seq * 31 % 700));
    }

    /** H46, H47: readers see whole records, in order and without a gap, while the map grows and old records go. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void readersSeeAPrefixWithoutGapsBesideTheWriter(int groupedAppends) throws Exception {
        LmdbOptions options = LogFixture.OPTIONS.withGroupedAppends(groupedAppends);
        List<Future<Long>> readers = new ArrayList<>();
        try (LogFixture fixture = LogFixture.open(directory, options);
                ExecutorService executor = Executors.newFixedThreadPool(READERS)) {
            for (int i = 0; i < READERS; i++) {
                long seed = i;
                readers.add(executor.submit(() -> readUntilDone(fixture.log(), seed)));
            }
            try {
                write(fixture.log());
            } finally {
                done.set(true);
            }
            for (Future<Long> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
            assertThat(fixture.log().stats().openTransactions()).isZero();
        }
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThat(fixture.log().newestSeq()).isEqualTo(RECORDS);
            fixture.log().verify();
        }
    }

    private void write(LmdbLog log) {
        for (long seq = 1; seq <= RECORDS; seq++) {
            log.append(record(seq));
            if (seq % 20 == 0 && seq > KEPT) {
                FileList present = log.fileList();
                log.switchFiles(LogFixture.listAfter(present, seq));
                forgotten.set(seq - KEPT);
                log.prune(seq - KEPT);
            }
        }
    }

    private long readUntilDone(LmdbLog log, long seed) {
        Random random = new Random(seed);
        long reads = 0;
        while (!done.get() || reads == 0) {
            long appended = log.newestSeq();
            List<LogEntry> entries = log.entries();
            for (int i = 1; i < entries.size(); i++) {
                assertThat(entries.get(i).seq()).isEqualTo(entries.get(i - 1).seq() + 1);
            }
            if (entries.isEmpty()) {
                assertThat(appended).isZero();
                continue;
            }
            assertThat(entries.getLast().seq()).isGreaterThanOrEqualTo(appended);
            LogEntry any = entries.get(random.nextInt(entries.size()));
            LogRecord read = log.read(any.seq());
            if (read == null) {
                assertThat(any.seq()).isLessThan(forgotten.get());
            } else {
                RandomRecords.assertSame(read, record(any.seq()));
            }
            reads++;
        }
        return reads;
    }
}
