package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.SegmentInfo;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.RandomRecords;
import dev.espalier.store.log.StoreIdentity;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LmdbLogTest {
    private static final int ONE_PIECE = LogTable.PIECE_BYTES;

    @TempDir
    private Path directory;

    private static FileList list(long generation, long flushedSeq) {
        SegmentInfo segment = new SegmentInfo("s-" + generation, generation, 4096, 1, 2, 3, 4, 5);
        return new FileList(
                generation,
                flushedSeq,
                new RandomRecords(generation).mark(),
                7,
                generation + 1,
                List.of(segment),
                Map.of(3L, 1L));
    }

    @Test
    void aNewLogIsEmpty() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            LmdbLog log = fixture.log();

            assertThat(log.created()).isTrue();
            assertThat(log.entries()).isEmpty();
            assertThat(log.newestSeq()).isZero();
            assertThat(log.read(1)).isNull();
            assertThat(log.fileList()).isEqualTo(FileList.EMPTY);
            assertThat(log.identity()).isEqualTo(LogFixture.IDENTITY);
            log.prune(1);
        }
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThat(fixture.log().created()).isFalse();
            assertThat(fixture.log().entries()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void whatIsAppendedIsReadAndThereAfterReopening(int groupedAppends) {
        LmdbOptions options = LogFixture.OPTIONS.withGroupedAppends(groupedAppends);
        List<LogRecord> records;
        try (LogFixture fixture = LogFixture.open(directory, options)) {
            records = fixture.append(30, 1, 2, 5, 6, 1000, Long.MAX_VALUE - 1);
            assertHolds(fixture.log(), records);
        }
        try (LogFixture fixture = LogFixture.open(directory, options)) {
            assertHolds(fixture.log(), records);
            assertThat(fixture.log().newestSeq()).isEqualTo(Long.MAX_VALUE - 1);
            assertThat(fixture.log().durableSeq()).isEqualTo(Long.MAX_VALUE - 1);
            assertThat(fixture.log().verify()).isEqualTo(6);
        }
    }

    private static void assertHolds(LmdbLog log, List<LogRecord> records) {
        assertThat(log.entries())
                .isEqualTo(records.stream().map(LogRecord::entry).toList());
        for (LogRecord record : records) {
            RandomRecords.assertSame(log.read(record.entry().seq()), record);
        }
        assertThat(log.read(3)).isNull();
        assertThat(log.read(0)).isNull();
        assertThat(log.read(Long.MAX_VALUE)).isNull();
    }

    @Test
    void recordsOfManyPiecesAreReadWhole() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            List<LogRecord> records = fixture.append(50_000, 1, 2);
            records.addAll(fixture.append(1, 3));
            assertThat(fixture.log().stats().fileBytes()).isGreaterThan(10L * ONE_PIECE);
            records.forEach(record ->
                    RandomRecords.assertSame(fixture.log().read(record.entry().seq()), record));
            assertThat(LogFixture.seqs(fixture.log().entries())).containsExactly(1L, 2L, 3L);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aSeqThatDoesNotGrowIsRefused(int groupedAppends) {
        try (LogFixture fixture = LogFixture.open(directory, LogFixture.OPTIONS.withGroupedAppends(groupedAppends))) {
            fixture.append(2, 3, 7);
            for (long seq : new long[] {1, 3, 5, 7}) {
                assertThatThrownBy(() -> fixture.append(2, seq))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("seq=" + seq + ", expected more than 7");
            }
            fixture.append(2, 8);
            assertThat(LogFixture.seqs(fixture.log().entries())).containsExactly(3L, 7L, 8L);
        }
    }

    @Test
    void aSeqIsNotUsedAgainAfterItsRecordIsForgotten() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            fixture.append(2, 3, 7);
            fixture.flushed(7);
            fixture.log().prune(8);
            assertThat(fixture.log().entries()).isEmpty();
        }
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThat(fixture.log().newestSeq()).isEqualTo(7);
            assertThatThrownBy(() -> fixture.append(2, 7)).isInstanceOf(IllegalArgumentException.class);
            fixture.append(2, 8);
            assertThat(LogFixture.seqs(fixture.log().entries())).containsExactly(8L);
        }
    }

    @Test
    void aRecordThatContradictsItselfChangesNothing() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            fixture.append(2, 1);
            LogRecord good = new RandomRecords(2).commit(2, 2);
            LogRecord bad = new LogRecord(good.entry(), good.leaves().reversed(), List.of(), List.of(), 1);
            assertThatThrownBy(() -> fixture.log().append(bad)).isInstanceOf(IllegalArgumentException.class);
            fixture.log().append(good);
            assertThat(LogFixture.seqs(fixture.log().entries())).containsExactly(1L, 2L);
        }
    }

    @Test
    void oldRecordsAreForgotten() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            for (long seq = 1; seq <= 300; seq += 3) {
                fixture.append(3, seq);
            }
            fixture.flushed(250);
            fixture.log().prune(4);
            assertThat(fixture.log().stats().oldestSeq()).isEqualTo(4);
            fixture.log().prune(4);
            fixture.log().prune(1);
            assertThat(fixture.log().entries()).hasSize(99);
            fixture.log().prune(240);
            assertThat(fixture.log().stats().oldestSeq()).isEqualTo(241);
            assertThat(fixture.log().read(238)).isNull();
            assertThat(fixture.log().read(241)).isNotNull();
        }
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThat(fixture.log().entries()).hasSize(20);
            assertThat(fixture.log().stats().oldestSeq()).isEqualTo(241);
        }
    }

    /** H52: recovery needs every record above the flushed seq. */
    @Test
    void recordsThatAreNotFlushedCannotBeForgotten() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            fixture.append(2, 1, 2, 3);
            assertThatThrownBy(() -> fixture.log().prune(2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected at most 1");
            fixture.flushed(2);
            assertThatThrownBy(() -> fixture.log().prune(4)).isInstanceOf(IllegalArgumentException.class);
            fixture.log().prune(3);
            assertThat(LogFixture.seqs(fixture.log().entries())).containsExactly(3L);
        }
    }

    /** H42: the list is replaced whole, and found again. */
    @Test
    void theFileListIsReplacedAndThereAfterReopening() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            fixture.append(2, 1, 2, 3);
            fixture.log().switchFiles(list(1, 2));
            fixture.log().switchFiles(list(2, 3));
            assertThat(fixture.log().fileList()).isEqualTo(list(2, 3));
        }
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThat(fixture.log().fileList()).isEqualTo(list(2, 3));
        }
    }

    @Test
    void aFileListThatDoesNotFollowIsRefused() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            fixture.append(2, 1, 2, 3);
            fixture.log().switchFiles(list(1, 2));
            for (FileList wrong : List.of(list(1, 3), list(3, 3), list(2, 1), list(2, 4))) {
                assertThatThrownBy(() -> fixture.log().switchFiles(wrong)).isInstanceOf(IllegalArgumentException.class);
            }
            assertThat(fixture.log().fileList()).isEqualTo(list(1, 2));
        }
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThat(fixture.log().fileList()).isEqualTo(list(1, 2));
        }
    }

    @Test
    void theStoreOfAnotherChainIsRefused() {
        LogFixture.open(directory).close();
        StoreIdentity other = new StoreIdentity(10, LeafKind.STATE, BlockId.NONE);
        try (StoreLock lock = StoreLock.acquire(directory)) {
            assertThatThrownBy(() -> LmdbLog.open(lock, other, LogFixture.OPTIONS))
                    .isInstanceOf(StoreMismatchException.class)
                    .hasMessageContaining(LmdbLog.FILE_NAME)
                    .hasMessageContaining("is of chain 1 ")
                    .hasMessageContaining("expected chain 10 ");
            try (LmdbLog log = LmdbLog.openExisting(lock, LogFixture.OPTIONS)) {
                assertThat(log.identity()).isEqualTo(LogFixture.IDENTITY);
            }
        }
    }

    @Test
    void theStoreOfAnotherGenesisIsRefused() {
        StoreIdentity one = new StoreIdentity(7, LeafKind.STATE, BlockId.of(Hash32.of(1, 1, 1, 1)));
        StoreIdentity other = new StoreIdentity(7, LeafKind.STATE, BlockId.of(Hash32.of(2, 2, 2, 2)));
        try (StoreLock lock = StoreLock.acquire(directory)) {
            LmdbLog.open(lock, one, LogFixture.OPTIONS).close();
            assertThatThrownBy(() -> LmdbLog.open(lock, other, LogFixture.OPTIONS))
                    .isInstanceOf(StoreMismatchException.class)
                    .hasMessageContaining(one.toString())
                    .hasMessageContaining(other.toString());
        }
    }

    @Test
    void anExistingStoreIsNotMadeWhereThereIsNone() {
        try (StoreLock lock = StoreLock.acquire(directory)) {
            assertThatThrownBy(() -> LmdbLog.openExisting(lock, LogFixture.OPTIONS))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(directory.getFileName().toString());
            assertThat(directory.resolve(LmdbLog.FILE_NAME)).doesNotExist();
        }
    }

    @Test
    void aLogNeedsTheLock() {
        StoreLock lock = StoreLock.acquire(directory);
        lock.close();

        assertThatThrownBy(() -> LmdbLog.open(lock, LogFixture.IDENTITY, LogFixture.OPTIONS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("lock is not held");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aClosedLogDoesNothing(int groupedAppends) {
        LogFixture fixture = LogFixture.open(directory, LogFixture.OPTIONS.withGroupedAppends(groupedAppends));
        fixture.append(2, 1);
        fixture.close();
        LmdbLog log = fixture.log();

        assertThatThrownBy(() -> fixture.append(2, 2)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> log.read(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(log::entries)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        assertThatThrownBy(log::stats).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> log.switchFiles(list(1, 1))).isInstanceOf(IllegalStateException.class);
        log.close();
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        LmdbOptions defaults = LmdbOptions.defaults();

        assertThatThrownBy(() -> defaults.withMap(1000, 1L << 30)).hasMessageContaining("mapBytes=1000");
        assertThatThrownBy(() -> defaults.withMap(1L << 30, 1L << 20)).hasMessageContaining("maxMapBytes=1048576");
        assertThatThrownBy(() -> defaults.withGroupedAppends(0)).hasMessageContaining("groupedAppends=0");
        assertThatThrownBy(() -> defaults.withGroupedAppends(5000)).hasMessageContaining("groupedAppends=5000");
    }

    @Test
    void marksOfEveryShapeSurviveReopening() {
        FileList last = FileList.EMPTY;
        for (int i = 0; i < 20; i++) {
            try (LogFixture fixture = LogFixture.open(directory)) {
                assertThat(fixture.log().fileList()).isEqualTo(last);
                StateMark mark = new RandomRecords(i).mark();
                last = new FileList(last.generation() + 1, 0, mark, i + 1, 1, List.of(), Map.of());
                fixture.log().switchFiles(last);
            }
        }
    }
}
