package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.store.log.RandomRecords;
import dev.espalier.trie.spi.LogRecord;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LmdbLogDurabilityTest {
    private static final int LEAVES = 40;

    @TempDir
    private Path directory;

    private static LogRecord record(long seq) {
        return new RandomRecords(seq).record(seq, LEAVES);
    }

    /** Appends records without end, and prints the seq of each one that was appended. */
    static final class Appender {
        public static void main(String[] arguments) {
            LmdbOptions options = LogFixture.OPTIONS.withGroupedAppends(Integer.parseInt(arguments[1]));
            try (LogFixture fixture = LogFixture.open(Path.of(arguments[0]), options)) {
                for (long seq = 1; ; seq++) {
                    fixture.log().append(record(seq));
                    System.out.println(seq);
                }
            } catch (StoreFullException | UncheckedIOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void eachAppendIsACommitOfItsOwn() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            long before = fixture.log().stats().commits();
            for (long seq = 1; seq <= 10; seq++) {
                fixture.append(LEAVES, seq);
                assertThat(fixture.log().stats().commits()).isEqualTo(before + seq);
                assertThat(fixture.log().durableSeq()).isEqualTo(seq);
                assertThat(fixture.log().stats().pendingRecords()).isZero();
            }
        }
    }

    /** The flags are asserted in LmdbEnvironmentTest; here is what they lead to. */
    @Test
    void nothingOfARecordWaitsInTheSystemsMemoryWhenItsAppendReturns() throws Exception {
        try (LogFixture fixture = LogFixture.open(directory)) {
            fixture.append(LEAVES, 1);
            for (long seq = 2; seq <= 10; seq++) {
                fixture.append(2_000, seq);
                assertThat(DirtyPages.of(directory.resolve(LmdbLog.FILE_NAME))).isZero();
            }
        }
    }

    @Test
    void aGroupIsOneCommitWithItsLastAppend() {
        try (LogFixture fixture = LogFixture.open(directory, LogFixture.OPTIONS.withGroupedAppends(4))) {
            long before = fixture.log().stats().commits();
            for (long seq = 1; seq <= 12; seq++) {
                fixture.append(LEAVES, seq);
                assertThat(fixture.log().newestSeq()).isEqualTo(seq);
                assertThat(fixture.log().durableSeq()).isEqualTo(seq - seq % 4);
                assertThat(fixture.log().stats().pendingRecords()).isEqualTo(seq % 4);
                assertThat(fixture.log().stats().records()).isEqualTo(seq);
                assertThat(fixture.log().stats().oldestSeq()).isEqualTo(1);
                assertThat(fixture.log().stats().commits()).isEqualTo(before + seq / 4);
            }
        }
    }

    @Test
    void forceCloseAndASwitchOfFilesMakeAGroupDurable() {
        LmdbOptions options = LogFixture.OPTIONS.withGroupedAppends(100);
        try (LogFixture fixture = LogFixture.open(directory, options)) {
            fixture.append(LEAVES, 1, 2);
            fixture.log().force();
            assertThat(fixture.log().durableSeq()).isEqualTo(2);
            long commits = fixture.log().stats().commits();
            fixture.log().force();
            assertThat(fixture.log().stats().commits()).isEqualTo(commits);
            fixture.append(LEAVES, 3);
            fixture.flushed(3);
            assertThat(fixture.log().durableSeq())
                    .as("a flush never outruns the log")
                    .isEqualTo(3);
            assertThat(fixture.log().stats().commits()).isEqualTo(commits + 1);
            fixture.append(LEAVES, 4);
        }
        try (LogFixture fixture = LogFixture.open(directory, options)) {
            assertThat(LogFixture.seqs(fixture.log().entries())).containsExactly(1L, 2L, 3L, 4L);
        }
    }

    @Test
    void aGroupOfManyBytesDoesNotWaitForItsLastRecord() {
        try (LogFixture fixture = LogFixture.open(directory, LogFixture.OPTIONS.withGroupedAppends(4096))) {
            long seq = 0;
            while (fixture.log().durableSeq() == 0) {
                fixture.append(50_000, ++seq);
                assertThat(seq).isLessThan(10);
            }
            assertThat(fixture.log().durableSeq()).isEqualTo(seq);
        }
    }

    /** What an append promised is there after the process died at any moment, and nothing but whole records. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void aKilledProcessLosesNoMoreThanAGroup(int groupedAppends) throws Exception {
        for (int kill = 1; kill <= 3; kill++) {
            Path store = directory.resolve("store" + kill);
            long appended = 0;
            try (ChildJvm child = ChildJvm.start(Appender.class, store, groupedAppends)) {
                while (appended < 20L * kill) {
                    appended = Long.parseLong(child.line());
                }
                child.kill();
            }
            assertHoldsAtLeast(store, appended - appended % groupedAppends);
        }
    }

    private static void assertHoldsAtLeast(Path store, long appended) {
        try (LogFixture fixture = LogFixture.open(store)) {
            long newest = fixture.log().newestSeq();
            assertThat(newest).isGreaterThanOrEqualTo(appended);
            assertThat(fixture.log().entries()).hasSize((int) newest);
            for (long seq = 1; seq <= newest; seq++) {
                RandomRecords.assertSame(fixture.log().read(seq), record(seq));
            }
            fixture.log().append(record(newest + 1));
        }
    }

    /** A disk without room: a write that fails loses nothing that was promised, and the log goes on when there is room. */
    @Test
    void aFileThatCannotGrowLosesNothing() throws Exception {
        List<String> limited = List.of("sh", "-c", "ulimit -f 1000; exec \"$@\"", "sh");
        long appended = 0;
        String last;
        try (ChildJvm child = ChildJvm.start(limited, Appender.class, directory, 1)) {
            last = child.line();
            while (Character.isDigit(last.charAt(0))) {
                appended = Long.parseLong(last);
                last = child.line();
            }
            assertThat(child.exitCode()).isZero();
        }
        assertThat(last).contains(LmdbLog.FILE_NAME);
        assertThat(appended).isGreaterThan(10);
        assertHoldsAtLeast(directory, appended);
    }
}
