package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.store.log.RandomRecords;
import dev.espalier.trie.spi.LogRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LmdbLogGrowthTest {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;

    @TempDir
    private Path directory;

    /** H47. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void theMapGrowsFromNothingAndNothingIsLost(int groupedAppends) {
        LmdbOptions options =
                LmdbOptions.defaults().withMap(64 * KIB, 1024 * MIB).withGroupedAppends(groupedAppends);
        List<LogRecord> records = new ArrayList<>();
        try (LogFixture fixture = LogFixture.open(directory, options)) {
            assertThat(fixture.log().stats().mapBytes()).isEqualTo(64 * KIB);
            for (int seq = 1; seq <= 40; seq++) {
                records.addAll(fixture.append(seq % 10 == 0 ? 20_000 : 500, seq));
                RandomRecords.assertSame(fixture.log().read(seq), records.getLast());
            }
            assertThat(fixture.log().stats().mapBytes()).isGreaterThan(8 * MIB);
        }
        assertThereAfterReopening(options, records);
    }

    /** H47: at the maximum a record is refused with the way out, and nothing is lost. */
    @Test
    void aFullMapRefusesWhatDoesNotFitAndTakesWhatDoes() {
        LmdbOptions options = LmdbOptions.defaults().withMap(64 * KIB, 4 * MIB);
        List<LogRecord> records = new ArrayList<>();
        try (LogFixture fixture = LogFixture.open(directory, options)) {
            records.addAll(fixture.append(5_000, 1, 2, 3, 4));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> fixture.append(20_000, 5))
                        .isInstanceOf(StoreFullException.class)
                        .hasMessageContaining(LmdbLog.FILE_NAME)
                        .hasMessageContaining("the maximum is " + 4 * MIB)
                        .hasMessageContaining("maxMapBytes");
            }
            assertThat(fixture.log().newestSeq()).isEqualTo(4);
            records.addAll(fixture.append(2_000, 6));
            records.forEach(record ->
                    RandomRecords.assertSame(fixture.log().read(record.entry().seq()), record));
        }
        LmdbOptions raised = options.withMap(64 * KIB, 64 * MIB);
        try (LogFixture fixture = LogFixture.open(directory, raised)) {
            records.addAll(fixture.append(20_000, 7));
        }
        assertThereAfterReopening(raised, records);
    }

    @Test
    void aFullMapIsEmptiedByForgettingAndFilledAgain() {
        LmdbOptions options = LmdbOptions.defaults().withMap(64 * KIB, 4 * MIB);
        try (LogFixture fixture = LogFixture.open(directory, options)) {
            long seq = 0;
            for (int round = 0; round < 10; round++) {
                long first = seq + 1;
                seq = appendUntilFull(fixture, seq);
                assertThat(seq).as("round %d", round).isGreaterThan(first + 20);
                fixture.flushed(seq);
                fixture.log().prune(seq);
                assertThat(LogFixture.seqs(fixture.log().entries())).containsExactly(seq);
                assertThat(fixture.log().verify()).isEqualTo(1);
            }
            assertThat(fixture.log().stats().mapBytes()).isLessThanOrEqualTo(6 * MIB);
        }
    }

    private static long appendUntilFull(LogFixture fixture, long newest) {
        long seq = newest;
        while (true) {
            try {
                fixture.append(900, seq + 1);
                seq++;
            } catch (StoreFullException e) {
                return seq;
            }
        }
    }

    /** H47: in a group, the records that already wait stay, and what does not fit is refused. */
    @Test
    void aFullMapRefusesTheLastOfAGroupAndKeepsTheOthers() {
        LmdbOptions options = LmdbOptions.defaults().withMap(64 * KIB, 2 * MIB).withGroupedAppends(3);
        try (LogFixture fixture = LogFixture.open(directory, options)) {
            List<LogRecord> records = fixture.append(2_000, 1, 2);
            assertThatThrownBy(() -> fixture.append(20_000, 3)).isInstanceOf(StoreFullException.class);
            assertThat(fixture.log().newestSeq()).isEqualTo(2);
            assertThat(fixture.log().durableSeq()).isZero();
            records.addAll(fixture.append(2_000, 4));
            assertThat(fixture.log().durableSeq()).isEqualTo(4);
            records.forEach(record ->
                    RandomRecords.assertSame(fixture.log().read(record.entry().seq()), record));
        }
    }

    @Test
    void aMapReopenedWithASmallerMaximumKeepsWhatItHolds() {
        List<LogRecord> records;
        try (LogFixture fixture = LogFixture.open(directory)) {
            records = fixture.append(20_000, 1, 2, 3);
        }
        LmdbOptions small = LmdbOptions.defaults().withMap(64 * KIB, 64 * KIB);
        try (LogFixture fixture = LogFixture.open(directory, small)) {
            assertThat(fixture.log().verify()).isEqualTo(3);
            assertThatThrownBy(() -> fixture.append(20_000, 4)).isInstanceOf(StoreFullException.class);
            fixture.flushed(3);
        }
        assertThereAfterReopening(small, records);
    }

    /** H46: room that forgotten records leave is used again, so the file stays as it is. */
    @Test
    void theFileDoesNotGrowWithoutBound() {
        long[] fileBytes = new long[60];
        try (LogFixture fixture = LogFixture.open(directory)) {
            long seq = 0;
            for (int round = 0; round < fileBytes.length; round++) {
                for (int i = 0; i < 5; i++) {
                    fixture.append(200 + (int) (seq * 37 % 1_500), ++seq);
                    fixture.log().read(seq);
                    fixture.log().entries();
                }
                fixture.flushed(seq - 5);
                fixture.log().prune(seq - 5);
                fileBytes[round] = fixture.log().stats().fileBytes();
            }
            assertThat(fixture.log().stats().openTransactions()).isZero();
        }
        assertThat(fileBytes[59]).isLessThanOrEqualTo(2 * fileBytes[5]);
    }

    private void assertThereAfterReopening(LmdbOptions options, List<LogRecord> records) {
        try (LogFixture fixture = LogFixture.open(directory, options)) {
            assertThat(fixture.log().entries())
                    .isEqualTo(records.stream().map(LogRecord::entry).toList());
            records.forEach(record ->
                    RandomRecords.assertSame(fixture.log().read(record.entry().seq()), record));
        }
    }
}
