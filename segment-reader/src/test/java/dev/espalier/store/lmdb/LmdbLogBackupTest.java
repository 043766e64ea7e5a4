package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.store.log.FileList;
import dev.espalier.store.log.RandomRecords;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LmdbLogBackupTest {
    @TempDir
    private Path directory;

    @TempDir
    private Path backups;

    @Test
    void aBackupOpensAndIsEqual() throws Exception {
        Path target = Files.createDirectory(backups.resolve("one"));
        Files.write(target.resolve(LmdbLog.FILE_NAME + ".partial"), new byte[] {1, 2, 3});
        try (LogFixture fixture = LogFixture.open(directory, LogFixture.OPTIONS.withGroupedAppends(10))) {
            List<LogRecord> records = fixture.append(700, 1, 2, 3);
            fixture.flushed(2);
            records.addAll(fixture.append(700, 4));
            FileList files = fixture.log().backup(target);
            fixture.append(700, 5);

            assertThat(files).isEqualTo(fixture.log().fileList());
            try (var names = Files.list(target)) {
                assertThat(names).containsExactly(target.resolve(LmdbLog.FILE_NAME));
            }
            try (LogFixture copy = LogFixture.open(target)) {
                assertThat(copy.log().created()).isFalse();
                assertThat(copy.log().fileList()).isEqualTo(files);
                assertThat(copy.log().entries())
                        .isEqualTo(records.stream().map(LogRecord::entry).toList());
                records.forEach(record ->
                        RandomRecords.assertSame(copy.log().read(record.entry().seq()), record));
                copy.append(1, 5);
            }
        }
    }

    @Test
    void aBackupTakenBesideTheWriterIsTheLogOfOneMoment() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (LogFixture fixture = LogFixture.open(directory);
                ExecutorService executor = Executors.newSingleThreadExecutor()) {
            fixture.append(300, 1);
            Future<?> writer = executor.submit(() -> {
                for (long seq = 2; !done.get(); seq++) {
                    fixture.append(300, seq);
                    if (seq % 5 == 0) {
                        fixture.flushed(seq);
                        fixture.log().prune(seq - 10);
                    }
                }
            });
            try {
                for (int i = 0; i < 8; i++) {
                    Path target = backups.resolve("b" + i);
                    long before = fixture.log().newestSeq();
                    FileList files = fixture.log().backup(target);
                    try (LogFixture copy = LogFixture.open(target)) {
                        assertThat(copy.log().fileList()).isEqualTo(files);
                        assertThat(copy.log().newestSeq()).isGreaterThanOrEqualTo(before);
                        List<LogEntry> entries = copy.log().entries();
                        assertThat(copy.log().verify()).isEqualTo(entries.size());
                    }
                }
            } finally {
                done.set(true);
            }
            writer.get();
        }
    }

    @Test
    void aDirectoryWithALogIsRefusedAndKept() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            fixture.append(2, 1);
            fixture.log().backup(backups);
            fixture.append(2, 2);
            assertThatThrownBy(() -> fixture.log().backup(backups))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(LmdbLog.FILE_NAME);
            assertThatThrownBy(() -> fixture.log().backup(directory)).isInstanceOf(IllegalArgumentException.class);
            assertThat(fixture.log().verify()).isEqualTo(2);
        }
        try (LogFixture copy = LogFixture.open(backups)) {
            assertThat(LogFixture.seqs(copy.log().entries())).containsExactly(1L);
        }
    }

    @Test
    void aBackupThatCannotBeWrittenLeavesNothing() throws Exception {
        Path file = Files.createFile(backups.resolve("file"));
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThatThrownBy(() -> fixture.log().backup(file.resolve("below")))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(fixture.log().verify()).isZero();
        }
    }
}
