package dev.espalier.segment.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.SampleKeys;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PageTest {
    private static final String FILE = "seg-7";
    private static final long FILE_ID = 7;
    private static final long NUMBER = 3;

    private final Page page = new Page();

    private static byte[] encode(SegmentKey key) {
        byte[] bytes = new byte[SegmentKey.BYTES];
        key.encodeTo(bytes, 0);
        return bytes;
    }

    /** Fills a page with the content's first entries; those that do not fit are removed from the content. */
    private static byte[] fill(NavigableMap<SegmentKey, byte @Nullable []> content) {
        PageBuilder builder = new PageBuilder();
        SegmentKey firstLeftOut = null;
        for (Map.Entry<SegmentKey, byte @Nullable []> entry : content.entrySet()) {
            if (!builder.add(encode(entry.getKey()), entry.getValue())) {
                firstLeftOut = entry.getKey();
                break;
            }
        }
        if (firstLeftOut != null) {
            content.tailMap(firstLeftOut, true).clear();
        }
        assertThat(builder.entries()).isEqualTo(content.size());
        return builder.finish(FILE_ID, NUMBER).clone();
    }

    private void look(byte[] bytes) {
        page.look(bytes, 0, FILE, FILE_ID, NUMBER);
    }

    private void assertHolds(NavigableMap<SegmentKey, byte @Nullable []> content) {
        for (Map.Entry<SegmentKey, byte @Nullable []> entry : content.entrySet()) {
            assertThat(page.find(encode(entry.getKey())))
                    .as("found " + entry.getKey())
                    .isTrue();
            assertValue(entry.getValue());
        }
    }

    private void assertValue(byte @Nullable [] expected) {
        assertThat(page.isTombstone()).isEqualTo(expected == null);
        assertThat(page.value(ValueCodec.PLAIN)).isEqualTo(expected == null ? new byte[0] : expected);
    }

    @Test
    void findsEveryEntryAndNoOther() {
        for (int seed = 0; seed < 300; seed++) {
            SampleKeys samples = new SampleKeys(new Random(seed));
            boolean ofLeaves = seed % 2 == 0;
            NavigableMap<SegmentKey, byte @Nullable []> content =
                    ofLeaves ? samples.content(0, 80) : samples.content(40, 0);
            look(fill(content));
            assertHolds(content);
            for (int i = 0; i < 300; i++) {
                SegmentKey other = ofLeaves ? samples.leafKey() : samples.rowKey();
                if (!content.containsKey(other)) {
                    assertThat(page.find(encode(other)))
                            .as("seed=" + seed + ", absent " + other)
                            .isFalse();
                }
            }
        }
    }

    @Test
    void pathsThatArePrefixesOfOneAnotherAreToldApart() {
        Hash32 key = Hash32.of(0x1200_0000_0000_0000L, 0, 0, 0);
        NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
        for (int nibbles = 2; nibbles <= 64; nibbles += 2) {
            content.put(new SegmentKey(5, key, nibbles), new byte[] {(byte) nibbles});
        }
        look(fill(content));
        assertHolds(content);
        for (int nibbles = 3; nibbles < 64; nibbles += 2) {
            assertThat(page.find(encode(new SegmentKey(5, key, nibbles)))).isFalse();
            assertThat(page.find(encode(new SegmentKey(4, key, nibbles - 1)))).isFalse();
            assertThat(page.find(encode(new SegmentKey(6, key, nibbles - 1)))).isFalse();
        }
        assertThat(page.find(encode(SegmentKey.firstOf(5)))).isFalse();
    }

    @Test
    void goesThroughTheEntriesInOrder() {
        NavigableMap<SegmentKey, byte @Nullable []> content = new SampleKeys(new Random(5)).content(10, 20);
        look(fill(content));
        for (Map.Entry<SegmentKey, byte @Nullable []> entry : content.entrySet()) {
            assertThat(page.next()).isTrue();
            assertThat(page.key()).isEqualTo(entry.getKey());
            assertThat(page.compareKeyTo(encode(entry.getKey()))).isZero();
            assertValue(entry.getValue());
        }
        assertThat(page.next()).isFalse();
        assertThat(page.next()).isFalse();
    }

    @Test
    void anEmptyPageHasRoomForTheLargestEntry() {
        NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
        byte[] largest = new byte[Page.LARGEST_VALUE];
        new Random(1).nextBytes(largest);
        content.put(SegmentKey.ofLeaf(-1, Hash32.of(-1, -1, -1, -1)), largest);
        look(fill(content));
        assertHolds(content);
    }

    @Test
    void lengthsAroundTheVarintBoundaryAreKept() {
        for (int length : new int[] {1, 127, 128, 129, 255, 256, 3_499, 3_500}) {
            NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
            content.put(SegmentKey.firstOf(1), new byte[length]);
            look(fill(content));
            assertHolds(content);
        }
    }

    @Test
    void aPageIsFilledToItsLastByteAndNotBeyond() {
        for (int lastLength = 400; lastLength < 600; lastLength++) {
            PageBuilder builder = new PageBuilder();
            assertThat(builder.add(encode(SegmentKey.firstOf(1)), new byte[3_500]))
                    .isTrue();
            // The second entry: 2 bytes, 8 - 7 bytes of the key, 2 bytes of length, the value.
            boolean expected = 4 + (2 + 8 + 2 + 3_500) + (2 + 1 + 2 + lastLength) <= 4_092;
            assertThat(builder.add(encode(SegmentKey.firstOf(2)), new byte[lastLength]))
                    .as("last value=" + lastLength)
                    .isEqualTo(expected);
            look(builder.finish(FILE_ID, NUMBER));
            assertThat(page.find(encode(SegmentKey.firstOf(2)))).isEqualTo(expected);
        }
    }

    @Test
    void aPageInAWrongPlaceOrOfAnotherFileIsRefused() { // H48
        byte[] bytes = fill(new SampleKeys(new Random(1)).content(10, 0));
        assertThatThrownBy(() -> page.look(bytes, 0, FILE, FILE_ID, NUMBER + 1))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("segment file seg-7: page 4: crc=");
        assertThatThrownBy(() -> page.look(bytes, 0, FILE, FILE_ID + 1, NUMBER))
                .isInstanceOf(CorruptStoreException.class);
    }

    @Test
    void everySingleBitFlipIsRefused() { // H48
        byte[] bytes = fill(new SampleKeys(new Random(1)).content(0, 90));
        for (int bit = 0; bit < 8 * Page.BYTES; bit++) {
            bytes[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThatThrownBy(() -> look(bytes)).as("bit " + bit).isInstanceOf(CorruptStoreException.class);
            bytes[bit / 8] ^= (byte) (1 << (bit % 8));
        }
        look(bytes);
    }

    @Test
    void aPageWithAGoodChecksumAndImpossibleContentIsRefused() {
        byte[] good = fill(new SampleKeys(new Random(3)).content(0, 90));
        assertRefused(good, 0, 0, 0);
        assertRefused(good, 2, 0xFD, 0x0F);
        assertRefused(good, 4, 65, -1);
        assertRefused(good, 5, 1, -1);
        assertRefused(good, 5, 41, -1);
        // The length of the first value: 2 + 40 bytes behind the first entry's beginning.
        assertRefused(good, 46, 0xFF, 0xFF);
        // One entry more than there is.
        assertRefused(good, 0, (good[0] & 0xFF) + 1, -1);
        assertRefused(good, 0, (good[0] & 0xFF) - 1, -1);
    }

    /** Random damage under a good checksum: never another exception, never an endless scan. */
    @Test
    void randomContentWithAGoodChecksumIsReadOrRefused() {
        Random random = new Random(11);
        SampleKeys samples = new SampleKeys(random);
        for (int round = 0; round < 3_000; round++) {
            byte[] bytes = fill(samples.content(0, 50));
            for (int changes = 1 + random.nextInt(20); changes > 0; changes--) {
                bytes[random.nextInt(1_000)] = (byte) random.nextInt();
            }
            reseal(bytes);
            try {
                look(bytes);
                page.find(encode(samples.leafKey()));
                look(bytes);
                while (page.next()) {
                    page.key();
                    page.value(ValueCodec.PLAIN);
                }
            } catch (CorruptStoreException e) {
                assertThat(e).hasMessageContaining("seg-7: page 3");
            }
        }
    }

    private void assertRefused(byte[] good, int at, int value, int next) {
        byte[] bad = good.clone();
        bad[at] = (byte) value;
        if (next >= 0) {
            bad[at + 1] = (byte) next;
        }
        reseal(bad);
        assertThatThrownBy(() -> {
                    look(bad);
                    while (page.next()) {
                        page.key();
                    }
                })
                .as("byte " + at + "=" + value)
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("seg-7: page 3");
    }

    private static void reseal(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, Page.BYTES - 4);
        crc.update(new byte[] {(byte) FILE_ID, 0, 0, 0, 0, 0, 0, 0, (byte) NUMBER, 0, 0, 0, 0, 0, 0, 0});
        PageLayout.putU32(bytes, Page.BYTES - 4, (int) crc.getValue());
    }
}
