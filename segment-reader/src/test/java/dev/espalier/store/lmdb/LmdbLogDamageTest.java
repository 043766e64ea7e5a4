package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.format.UnsupportedFormatException;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.LogExtent;
import dev.espalier.trie.CorruptStoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** H58: LMDB says nothing of a lost key or a changed value; the log does, with key and file. */
class LmdbLogDamageTest {
    private static final int LEAVES = 5_000;

    @TempDir
    private Path directory;

    @BeforeEach
    void makeALogOfFourRecords() {
        try (LogFixture fixture = LogFixture.open(directory)) {
            fixture.append(3, 1, 2);
            fixture.append(LEAVES, 5);
            fixture.append(3, 6);
            fixture.flushed(2);
        }
    }

    private void damage(Consumer<RawLog> damage) {
        try (RawLog raw = RawLog.open(directory)) {
            damage.accept(raw);
        }
    }

    private void assertOpenRefuses(String... texts) {
        assertThatThrownBy(() -> LogFixture.open(directory).close())
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining(LmdbLog.FILE_NAME)
                .hasMessageContainingAll(texts);
    }

    @Test
    void theFixtureIsSoundAndHasTheKeysThatThisTestNames() {
        try (RawLog raw = RawLog.open(directory)) {
            assertThat(raw.keys().stream().map(LogKey::text))
                    .containsExactly(
                            "key 0001 (identity)",
                            "key 0002 (extent)",
                            "key 0003 (file list)",
                            "key of log record seq=1 part=0",
                            "key of log record seq=1 part=1",
                            "key of log record seq=2 part=0",
                            "key of log record seq=2 part=1",
                            "key of log record seq=5 part=0",
                            "key of log record seq=5 part=1",
                            "key of log record seq=5 part=2",
                            "key of log record seq=5 part=3",
                            "key of log record seq=6 part=0",
                            "key of log record seq=6 part=1");
        }
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThat(fixture.log().verify()).isEqualTo(4);
        }
    }

    @Test
    void anOldestRecordThatIsLostIsMissed() {
        damage(raw -> {
            raw.delete(LogKey.record(1, 0));
            raw.delete(LogKey.record(1, 1));
        });
        assertOpenRefuses("key of log record seq=2 part=0", "the record before is seq=0, expected seq=1");
    }

    @Test
    void aRecordInBetweenThatIsLostIsMissed() {
        damage(raw -> {
            raw.delete(LogKey.record(2, 0));
            raw.delete(LogKey.record(2, 1));
        });
        assertOpenRefuses("key of log record seq=5 part=0", "the record before is seq=1, expected seq=2");
    }

    @Test
    void aNewestRecordThatIsLostIsMissed() {
        damage(raw -> {
            raw.delete(LogKey.record(6, 0));
            raw.delete(LogKey.record(6, 1));
        });
        assertOpenRefuses("extent", "records=4 newest=6", "found records=3 newest=5");
    }

    @Test
    void allRecordsLostAreMissed() {
        damage(raw -> raw.keys().stream().filter(key -> key[0] == 1).forEach(raw::delete));
        assertOpenRefuses("extent", "found records=0");
    }

    @Test
    void aHeaderThatIsLostIsMissed() {
        damage(raw -> raw.delete(LogKey.record(5, 0)));
        assertOpenRefuses("key of log record seq=5 part=1", "expected the header of a record");
    }

    @Test
    void aPieceThatIsLostIsMissed() {
        damage(raw -> raw.delete(LogKey.record(5, 2)));
        assertOpenRefuses("keys=12, expected 13");
    }

    @Test
    void aPieceThatIsLostAndMadeUpForIsMissedWhenItIsRead() {
        damage(raw -> {
            raw.delete(LogKey.record(5, 2));
            raw.putSealed(new byte[] {0, 9}, new byte[] {1});
        });
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThat(fixture.log().read(6)).isNotNull();
            assertThatThrownBy(() -> fixture.log().read(5))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining(LmdbLog.FILE_NAME)
                    .hasMessageContaining("key of log record seq=5 part=2: missing");
            assertThatThrownBy(() -> fixture.log().verify()).isInstanceOf(CorruptStoreException.class);
        }
    }

    @Test
    void aKeyThatDoesNotBelongIsRefused() {
        damage(raw -> raw.putSealed(new byte[] {0, 9}, new byte[] {1}));
        assertOpenRefuses("keys=14, expected 13");
    }

    @Test
    void aKeyBehindTheRecordsIsRefused() {
        damage(raw -> raw.putSealed(new byte[] {2}, new byte[] {1}));
        assertOpenRefuses("key 02", "expected the header of a record");
    }

    @Test
    void aRecordPutInAnothersPlaceIsRefused() {
        damage(raw -> {
            byte[] header = raw.get(LogKey.record(2, 0));
            raw.putSealed(LogKey.record(5, 0), CheckedValue.open(LogKey.record(2, 0), header));
        });
        assertOpenRefuses("key of log record seq=5 part=0: seq=2, expected that of the key");
    }

    @Test
    void aPieceOfAnotherLengthIsRefused() {
        damage(raw -> raw.putSealed(LogKey.record(5, 2), new byte[100]));
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThatThrownBy(() -> fixture.log().read(5))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining(
                            "key of log record seq=5 part=2: bytes=100, expected " + LogTable.PIECE_BYTES);
        }
    }

    @Test
    void changesThatAreNoRecordAreRefusedThoughTheirChecksumFits() {
        damage(raw -> {
            byte[] piece = CheckedValue.open(LogKey.record(6, 1), raw.get(LogKey.record(6, 1)));
            piece[0] = 9;
            raw.putSealed(LogKey.record(6, 1), piece);
        });
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThatThrownBy(() -> fixture.log().read(6))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining(LmdbLog.FILE_NAME)
                    .hasMessageContaining("seq=6")
                    .hasMessageContaining("version=9");
        }
    }

    /** A bit of any value: a state's or a header's is found by the open, a piece's by the read. */
    @Test
    void aChangedValueIsFound() {
        List<byte[]> keys;
        try (RawLog raw = RawLog.open(directory)) {
            keys = raw.keys();
        }
        Random random = new Random(3);
        for (byte[] key : keys) {
            for (int i = 0; i < 4; i++) {
                assertFlipIsFound(key, random);
            }
        }
    }

    private void assertFlipIsFound(byte[] key, Random random) {
        byte[][] sound = new byte[1][];
        damage(raw -> {
            sound[0] = raw.get(key);
            byte[] flipped = sound[0].clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            raw.put(key, flipped);
        });
        boolean piece = key[0] == 1 && !LogKey.isHeader(key);
        if (piece) {
            try (LogFixture fixture = LogFixture.open(directory)) {
                assertThatThrownBy(() -> fixture.log().read(LogKey.seq(key)))
                        .isInstanceOf(CorruptStoreException.class)
                        .hasMessageContaining(LmdbLog.FILE_NAME)
                        .hasMessageContaining(LogKey.text(key) + ": checksum=");
                assertThat(fixture.log().entries()).hasSize(4);
            }
        } else {
            assertOpenRefuses(LogKey.text(key) + ": checksum=");
        }
        damage(raw -> raw.put(key, sound[0]));
    }

    @Test
    void anExtentOutOfStepIsRefused() {
        for (LogExtent wrong : List.of(
                new LogExtent(3, 0, 6, 1, 0),
                new LogExtent(5, 0, 6, 1, 0),
                new LogExtent(4, 0, 7, 1, 0),
                new LogExtent(4, 0, 6, 2, 0),
                new LogExtent(4, 0, 6, 1, 1))) {
            damage(raw -> raw.putSealed(LogKey.EXTENT, wrong.encode()));
            assertThatThrownBy(() -> LogFixture.open(directory).close())
                    .as(wrong.toString())
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining(LmdbLog.FILE_NAME);
        }
    }

    @Test
    void anOlderFileListIsRefused() {
        damage(raw -> raw.putSealed(LogKey.FILES, FileList.EMPTY.encode()));
        assertOpenRefuses("file list", "generation=0", "the extent says generation=1");
    }

    @Test
    void aFileListAheadOfTheRecordsIsRefused() {
        damage(raw -> raw.putSealed(
                LogKey.FILES, LogFixture.listAfter(FileList.EMPTY, 7).encode()));
        assertOpenRefuses("file list", "flushedSeq=7, expected 0..6");
    }

    @Test
    void aStateValueThatIsLostIsMissed() {
        for (byte[] key : List.of(LogKey.IDENTITY, LogKey.EXTENT, LogKey.FILES)) {
            byte[][] sound = new byte[1][];
            damage(raw -> {
                sound[0] = raw.get(key);
                raw.delete(key);
            });
            assertOpenRefuses(LogKey.text(key) + ": missing");
            damage(raw -> raw.put(key, sound[0]));
        }
    }

    /** H48. */
    @Test
    void aStoreOfANewerFormatIsToldApartFromDamage() {
        damage(raw -> {
            byte[] identity = CheckedValue.open(LogKey.IDENTITY, raw.get(LogKey.IDENTITY));
            identity[0]++;
            raw.putSealed(LogKey.IDENTITY, identity);
        });
        assertThatThrownBy(() -> LogFixture.open(directory).close())
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining(LmdbLog.FILE_NAME);
    }

    @Test
    void aFileThatIsNotLmdbsIsRefused() throws IOException {
        Path file = directory.resolve(LmdbLog.FILE_NAME);
        byte[] noise = new byte[16 << 10];
        new Random(1).nextBytes(noise);
        Files.write(file, noise);
        assertOpenRefuses("LMDB page 0");
        Files.write(file, new byte[16 << 10]);
        assertOpenRefuses("cannot open");
        Files.write(file, new byte[100]);
        assertOpenRefuses("LMDB page 0");
    }

    /** H48, H56: LMDB trusts the length in its meta page, and touching a page behind the end would end the JVM. */
    @Test
    void aFileCutShortIsRefusedAtOpenOrAtRead() throws IOException {
        Path file = directory.resolve(LmdbLog.FILE_NAME);
        byte[] sound = Files.readAllBytes(file);
        for (int length = 4096; length < sound.length; length += 4096) {
            Files.write(file, sound);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(length);
            }
            try (LogFixture fixture = LogFixture.open(directory)) {
                // Pages that were free may be gone.
                fixture.log().verify();
                assertThat(fixture.log().entries()).hasSize(4);
            } catch (CorruptStoreException e) {
                assertThat(e).hasMessageContaining(LmdbLog.FILE_NAME);
            }
        }
    }

    @Test
    void anEmptyFileIsANewLogAndSaysSo() throws IOException {
        Files.write(directory.resolve(LmdbLog.FILE_NAME), new byte[0]);
        try (StoreLock lock = StoreLock.acquire(directory)) {
            assertThatThrownBy(() -> LmdbLog.openExisting(lock, LogFixture.OPTIONS))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("no keys");
        }
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThat(fixture.log().created()).isTrue();
        }
    }

    @Test
    void pruneStopsAtDamage() {
        damage(raw -> {
            raw.delete(LogKey.record(1, 1));
            raw.putSealed(new byte[] {0, 9}, new byte[] {1});
        });
        try (LogFixture fixture = LogFixture.open(directory)) {
            assertThatThrownBy(() -> fixture.log().prune(3))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining(LmdbLog.FILE_NAME)
                    .hasMessageContaining("seq=1 part=1");
            assertThat(fixture.log().entries()).hasSize(4);
        }
    }
}
