package dev.espalier.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.SegmentInfo;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.spi.StateMark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FileListTest {
    private static final Hash32 A = Hash32.of(0xAL, 1, 2, 3);

    private static SegmentInfo segment(String name, long fileId) {
        return new SegmentInfo(name, fileId, 8192, 10, 20, 1, 2, 0x89ABCDEF);
    }

    private static FileList of(List<SegmentInfo> segments, Map<Long, Long> dropped) {
        return new FileList(3, 7, StateMark.EMPTY, 5, 100, segments, dropped);
    }

    /** Returns a list of any size. */
    static FileList random(long seed) {
        Random random = new Random(seed);
        List<SegmentInfo> segments = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            segments.add(new SegmentInfo(
                    "segment-" + random.nextInt() + "." + i,
                    i * 1000L + random.nextInt(1000),
                    random.nextLong(1L << 40),
                    random.nextLong(1L << 30),
                    random.nextInt(1000),
                    random.nextInt(1000),
                    random.nextInt(1000),
                    random.nextInt()));
        }
        Map<Long, Long> dropped = new HashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            dropped.put(random.nextLong(), random.nextLong(1, Long.MAX_VALUE));
        }
        return new FileList(
                random.nextLong(Long.MAX_VALUE),
                random.nextLong(Long.MAX_VALUE),
                new RandomRecords(seed).mark(),
                random.nextLong(),
                7000,
                segments,
                dropped);
    }

    @Test
    void everyListIsDecodedAsItWasEncoded() {
        for (int seed = 0; seed < 200; seed++) {
            FileList list = random(seed);
            assertThat(FileList.decode(list.encode())).as("seed %d", seed).isEqualTo(list);
        }
        assertThat(FileList.decode(FileList.EMPTY.encode())).isEqualTo(FileList.EMPTY);
    }

    @Test
    void noTruncationIsAList() {
        for (int seed = 0; seed < 20; seed++) {
            byte[] bytes = random(seed).encode();
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> FileList.decode(cut)).isInstanceOf(CorruptStoreException.class);
            }
            assertThatThrownBy(() -> FileList.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                    .isInstanceOf(CorruptStoreException.class);
        }
    }

    @Test
    void aFlippedBitIsRefusedOrGivesTheOnlyEncodingOfAnotherList() {
        for (int seed = 0; seed < 20; seed++) {
            byte[] bytes = random(seed).encode();
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                byte[] flipped = LogRecordCodecTest.flipped(bytes, bit);
                try {
                    assertThat(FileList.decode(flipped).encode()).isEqualTo(flipped);
                } catch (CorruptStoreException e) {
                    assertThat(e).hasMessageContaining("file list");
                }
            }
        }
    }

    @Test
    void theFormatDoesNotDrift() {
        FileList list = new FileList(
                2,
                300,
                new StateMark(BlockId.of(A), A, new RootCell.Leaf(A)),
                9,
                4,
                List.of(segment("b.seg", 3), segment("a.seg", 1)),
                Map.of(8L, 299L, 2L, 100L));
        String key = "000000000000000a000000000000000100000000000000020000000000000003";

        assertThat(HexFormat.of().formatHex(list.encode()))
                .isEqualTo("01" + "02" + "ac02" + key + "44" + "190000" + "01" + key + key + "09" + "04" + "02"
                        + "05622e736567" + "03" + "8040" + "0a" + "14" + "01" + "02" + "efcdab89"
                        + "05612e736567" + "01" + "8040" + "0a" + "14" + "01" + "02" + "efcdab89"
                        + "02" + "02" + "64" + "06" + "ab02");
        assertThat(FileList.decode(list.encode())).isEqualTo(list);
    }

    @Test
    void twoFilesOfOneNameOrOneIdAreRefused() {
        assertThatThrownBy(() -> of(List.of(segment("a", 1), segment("a", 2)), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of(List.of(segment("a", 1), segment("b", 1)), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of(List.of(segment("a", 100)), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nextFileId=100");
    }

    @Test
    void aNameThatIsNotPlainIsRefused() {
        for (String name : List.of("", "a b", "\u00e4", "x".repeat(256))) {
            FileList list = of(List.of(segment(name, 1)), Map.of());
            assertThatThrownBy(list::encode)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("printable ASCII");
        }
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new FileList(-1, 0, StateMark.EMPTY, 1, 1, List.of(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("generation=-1");
        assertThatThrownBy(() -> new FileList(0, -1, StateMark.EMPTY, 1, 1, List.of(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of(List.of(), Map.of(1L, 0L))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theCollectionsAreCopies() {
        List<SegmentInfo> segments = new ArrayList<>(List.of(segment("a", 1)));
        Map<Long, Long> dropped = new HashMap<>(Map.of(-1L, 1L, 1L, 2L));
        FileList list = of(segments, dropped);
        segments.clear();
        dropped.clear();

        assertThat(list.segments()).hasSize(1);
        assertThat(list.dropped().keySet()).as("by id, unsigned").containsExactly(1L, -1L);
        assertThatThrownBy(() -> list.dropped().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
