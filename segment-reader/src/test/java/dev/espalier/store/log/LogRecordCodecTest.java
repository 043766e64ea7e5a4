package dev.espalier.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StorageChange;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogRecordCodecTest {
    private static final Hash32 A = Hash32.of(0xAL, 1, 2, 3);
    private static final Hash32 B = Hash32.of(0xBL, 1, 2, 3);

    private static LogRecord decoded(LogRecord record) {
        byte[] changes = LogRecordCodec.encodeChanges(record);
        byte[] header = LogRecordCodec.encodeHeader(new LogHeader(0, changes.length, record.entry()));
        LogHeader readHeader = LogRecordCodec.decodeHeader(header);
        assertThat(readHeader.changesBytes()).isEqualTo(changes.length);
        return LogRecordCodec.decodeChanges(readHeader.entry(), changes);
    }

    private static LogRecord commitOf(LeafChange... leaves) {
        LogEntry entry = new LogEntry(1, LogEntry.Kind.COMMIT, StateMark.EMPTY, StateMark.EMPTY);
        return new LogRecord(entry, List.of(leaves), List.of(), List.of(), 1);
    }

    private static LeafChange inserted(long trieId, Hash32 key) {
        return new LeafChange(trieId, key, null, new byte[] {1});
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 100, 4_200})
    void everyRecordIsDecodedAsItWasEncoded(int leaves) {
        int seeds = leaves > 1_000 ? 5 : 50;
        for (long seed = 0; seed < seeds; seed++) {
            RandomRecords records = new RandomRecords(1000L * leaves + seed);
            for (LogRecord record : List.of(records.commit(1 + seed, leaves), records.unwind(1 + seed, leaves))) {
                RandomRecords.assertSame(decoded(record), record);
            }
        }
    }

    @Test
    void aRecordOfFiftyThousandLeavesIsDecodedAsItWasEncoded() {
        LogRecord record = new RandomRecords(5).commit(Long.MAX_VALUE, 50_000);

        RandomRecords.assertSame(decoded(record), record);
    }

    @Test
    void theHeaderIsReadWithoutTheChanges() {
        LogRecord record = new RandomRecords(6).unwind(77, 100);
        LogHeader header = new LogHeader(70, 12_345, record.entry());

        assertThat(LogRecordCodec.decodeHeader(LogRecordCodec.encodeHeader(header)))
                .isEqualTo(header);
    }

    @Test
    void noTruncationIsARecord() {
        for (int seed = 0; seed < 20; seed++) {
            LogRecord record = new RandomRecords(seed).record(9, 3);
            byte[] changes = LogRecordCodec.encodeChanges(record);
            byte[] header = LogRecordCodec.encodeHeader(new LogHeader(8, changes.length, record.entry()));
            for (int length = 0; length < changes.length; length++) {
                byte[] cut = Arrays.copyOf(changes, length);
                assertThatThrownBy(() -> LogRecordCodec.decodeChanges(record.entry(), cut))
                        .isInstanceOf(CorruptStoreException.class);
            }
            for (int length = 0; length < header.length; length++) {
                byte[] cut = Arrays.copyOf(header, length);
                assertThatThrownBy(() -> LogRecordCodec.decodeHeader(cut)).isInstanceOf(CorruptStoreException.class);
            }
        }
    }

    @Test
    void aByteTooManyIsRefused() {
        LogRecord record = new RandomRecords(7).record(9, 3);
        byte[] changes = LogRecordCodec.encodeChanges(record);
        byte[] header = LogRecordCodec.encodeHeader(new LogHeader(8, changes.length, record.entry()));

        assertThatThrownBy(
                        () -> LogRecordCodec.decodeChanges(record.entry(), Arrays.copyOf(changes, changes.length + 1)))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("changes of log record seq=9")
                .hasMessageContaining("length");
        assertThatThrownBy(() -> LogRecordCodec.decodeHeader(Arrays.copyOf(header, header.length + 1)))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("length");
    }

    /** H48: what a flipped bit leaves is refused, or is the one encoding of the record it is taken for. */
    @Test
    void aFlippedBitIsRefusedOrGivesTheOnlyEncodingOfAnotherRecord() {
        int refused = 0;
        int others = 0;
        for (int seed = 0; seed < 20; seed++) {
            LogRecord record = new RandomRecords(seed).record(9, 3);
            byte[] changes = LogRecordCodec.encodeChanges(record);
            for (int bit = 0; bit < changes.length * 8; bit++) {
                byte[] flipped = flipped(changes, bit);
                try {
                    LogRecord other = LogRecordCodec.decodeChanges(record.entry(), flipped);
                    assertThat(LogRecordCodec.encodeChanges(other)).isEqualTo(flipped);
                    others++;
                } catch (CorruptStoreException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
        assertThat(others)
                .as("hashes and values have no redundancy here: that is the checksum's")
                .isPositive();
    }

    @Test
    void aFlippedBitInAHeaderIsRefusedOrGivesTheOnlyEncodingOfAnotherHeader() {
        for (int seed = 0; seed < 20; seed++) {
            LogRecord record = new RandomRecords(seed).record(9, 0);
            byte[] header = LogRecordCodec.encodeHeader(new LogHeader(8, 1, record.entry()));
            for (int bit = 0; bit < header.length * 8; bit++) {
                byte[] flipped = flipped(header, bit);
                try {
                    assertThat(LogRecordCodec.encodeHeader(LogRecordCodec.decodeHeader(flipped)))
                            .isEqualTo(flipped);
                } catch (CorruptStoreException e) {
                    assertThat(e).hasMessageContaining("log record's header");
                }
            }
        }
    }

    static byte[] flipped(byte[] bytes, int bit) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << (bit % 8));
        return flipped;
    }

    @Test
    void leavesOutOfOrderAreRefused() {
        assertThatThrownBy(() -> LogRecordCodec.encodeChanges(commitOf(inserted(1, B), inserted(1, A))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected strictly ascending order");
        assertThatThrownBy(() -> LogRecordCodec.encodeChanges(commitOf(inserted(1, A), inserted(1, A))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LogRecordCodec.encodeChanges(commitOf(inserted(-1, A), inserted(1, B))))
                .as("trie ids are unsigned")
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLeafThatDoesNotChangeIsRefused() {
        assertThatThrownBy(() ->
                        LogRecordCodec.encodeChanges(commitOf(new LeafChange(0, A, new byte[] {1}, new byte[] {1}))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not change");
        assertThatThrownBy(() -> LogRecordCodec.encodeChanges(commitOf(new LeafChange(0, A, null, null))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LogRecordCodec.encodeChanges(commitOf(new LeafChange(0, A, null, new byte[0]))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty value");
    }

    @Test
    void onlyAnUnwindRegainsStorage() {
        LogRecord unwind;
        long seed = 0;
        do {
            unwind = new RandomRecords(seed++).unwind(3, 1);
        } while (unwind.regained().isEmpty());
        LogEntry asCommit = new LogEntry(
                3, LogEntry.Kind.COMMIT, unwind.entry().before(), unwind.entry().after());
        LogRecord commit =
                new LogRecord(asCommit, unwind.leaves(), unwind.lost(), unwind.regained(), unwind.nextStorageId());
        byte[] changes = LogRecordCodec.encodeChanges(unwind);

        assertThatThrownBy(() -> LogRecordCodec.encodeChanges(commit))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected 0 in a commit");
        assertThatThrownBy(() -> LogRecordCodec.decodeChanges(asCommit, changes))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("expected 0 in a commit");
    }

    @Test
    void aRootThatIsNotThatOfItsCellIsRefused() {
        RootCell branch = new RootCell.Branch(BranchPath.root(0), NodeRef.ofHash(A));
        RootCell extension = new RootCell.Branch(BranchPath.of(0, A, 5), NodeRef.ofHash(A));
        RootCell ofOtherTrie = new RootCell.Branch(BranchPath.root(5), NodeRef.ofHash(A));
        for (StateMark wrong : List.of(
                new StateMark(BlockId.of(A), B, branch),
                new StateMark(BlockId.of(A), A, extension),
                new StateMark(BlockId.of(A), A, ofOtherTrie),
                new StateMark(BlockId.of(A), A, RootCell.EMPTY),
                new StateMark(BlockId.of(A), NodeHasher.EMPTY_ROOT, new RootCell.Leaf(A)))) {
            LogEntry entry = new LogEntry(1, LogEntry.Kind.COMMIT, StateMark.EMPTY, wrong);
            assertThatThrownBy(() -> LogRecordCodec.encodeHeader(new LogHeader(0, 0, entry)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aHeaderFollowsAnOlderRecord() {
        LogEntry entry = new LogEntry(5, LogEntry.Kind.COMMIT, StateMark.EMPTY, StateMark.EMPTY);

        assertThat(new LogHeader(4, 0, entry).previousSeq()).isEqualTo(4);
        assertThatThrownBy(() -> new LogHeader(5, 0, entry))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("seq=5");
        assertThatThrownBy(() -> new LogHeader(-1, 0, entry)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LogHeader(4, -1, entry)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The format, byte for byte: a change here is a new version. */
    @Test
    void theFormatDoesNotDrift() {
        Hash32 ones = Hash32.of(-1, -1, -1, -1);
        RootCell branch = new RootCell.Branch(BranchPath.root(0), NodeRef.ofHash(B));
        LogEntry entry =
                new LogEntry(300, LogEntry.Kind.UNWIND, new StateMark(BlockId.of(A), B, branch), StateMark.EMPTY);
        LogRecord record = new LogRecord(
                entry,
                List.of(
                        new LeafChange(0, A, new byte[] {1, 2, 3}, null),
                        new LeafChange(9, A, null, new byte[] {4}),
                        new LeafChange(9, B, new byte[] {5}, new byte[] {6})),
                List.of(new StorageChange(A, 9, new RootCell.Leaf(ones), B)),
                List.of(new StorageChange(B, 8, RootCell.EMPTY, NodeHasher.EMPTY_ROOT)),
                10);
        byte[] changes = LogRecordCodec.encodeChanges(record);
        byte[] header = LogRecordCodec.encodeHeader(new LogHeader(299, changes.length, entry));

        assertThat(HexFormat.of().formatHex(header)).isEqualTo(GOLDEN_HEADER);
        assertThat(HexFormat.of().formatHex(changes)).isEqualTo(GOLDEN_CHANGES);
        RandomRecords.assertSame(decoded(record), record);
    }

    private static final String KEY_A = "000000000000000a000000000000000100000000000000020000000000000003";
    private static final String KEY_B = "000000000000000b000000000000000100000000000000020000000000000003";
    private static final String ZEROS = "00".repeat(32);
    private static final String ONES = "ff".repeat(32);

    /** Version, kind, seq 300, previous 299, 255 bytes of changes; block A with branch B; no block, no cell. */
    private static final String GOLDEN_HEADER = "0101" + "ac02" + "ab02" + "ff01" + KEY_A + "24" + "1a" + "00" + "00"
            + "01" + KEY_B + ZEROS + "04" + "18000001";

    /** Version, next storage id 10, two tries (0 with one leaf, 9 with two), one lost, one regained. */
    private static final String GOLDEN_CHANGES = "010a" + "02"
            + "0001" + KEY_A + "03010203" + "00"
            + "0902" + KEY_A + "00" + "0104" + KEY_B + "0105" + "0106"
            + "01" + KEY_A + "44" + "19" + "00" + "00" + "09" + ONES + KEY_B
            + "01" + KEY_B + "04" + "18" + "00" + "00" + "08";
}
