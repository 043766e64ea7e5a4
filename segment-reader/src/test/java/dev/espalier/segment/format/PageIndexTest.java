package dev.espalier.segment.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.SampleKeys;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PageIndexTest {
    private static final int ENTRIES_A_PAGE = 7;

    private static byte[] encode(SegmentKey key) {
        byte[] bytes = new byte[SegmentKey.BYTES];
        key.encodeTo(bytes, 0);
        return bytes;
    }

    private static NavigableSet<SegmentKey> randomKeys(long seed, int count) {
        SampleKeys samples = new SampleKeys(new Random(seed));
        NavigableSet<SegmentKey> keys = new TreeSet<>();
        while (keys.size() < count) {
            keys.add(samples.rowKey());
            keys.add(samples.leafKey());
        }
        return keys;
    }

    private static byte[] build(NavigableSet<SegmentKey> keys) {
        PageIndexBuilder builder = new PageIndexBuilder();
        byte[] before = new byte[SegmentKey.BYTES];
        int i = 0;
        for (SegmentKey key : keys) {
            if (i++ % ENTRIES_A_PAGE == 0) {
                builder.add(before, encode(key));
            }
            before = encode(key);
        }
        return builder.encode(1);
    }

    @Test
    void everyKeyIsOnThePageThatTheIndexNames() {
        for (int count : new int[] {2, 8, 14, 100, 2_000}) {
            NavigableSet<SegmentKey> keys = randomKeys(count, count);
            byte[] bytes = build(keys);
            PageIndex index = PageIndex.decode(bytes, 0, bytes.length, "f");
            assertThat(index.pages()).isEqualTo((keys.size() + ENTRIES_A_PAGE - 1) / ENTRIES_A_PAGE);
            int i = 0;
            for (SegmentKey key : keys) {
                assertThat(index.pageOf(encode(key))).isEqualTo(i++ / ENTRIES_A_PAGE);
            }
            assertThat(index.pageOf(encode(SegmentKey.firstOf(0)))).isZero();
        }
    }

    @Test
    void anEmptySectionHasNoPage() {
        byte[] bytes = new PageIndexBuilder().encode(1);
        PageIndex index = PageIndex.decode(bytes, 0, bytes.length, "f");
        assertThat(index.pages()).isZero();
        assertThat(index.pageOf(encode(SegmentKey.firstOf(5)))).isEqualTo(-1);
    }

    @Test
    void separatorsAreTheShortestThatDoIt() {
        PageIndexBuilder builder = new PageIndexBuilder();
        builder.add(new byte[SegmentKey.BYTES], encode(SegmentKey.firstOf(1)));
        builder.add(encode(SegmentKey.firstOf(1)), encode(SegmentKey.firstOf(2)));
        builder.add(encode(SegmentKey.firstOf(2)), encode(SegmentKey.firstOf(1L << 56)));
        byte[] bytes = builder.encode(1);
        // Nothing for the first page, the eight bytes up to where ids 1 and 2 differ, one byte for an id far away.
        assertThat(Arrays.copyOfRange(bytes, 8, 11)).containsExactly(0, 8, 1);
        assertThat(PageIndex.decode(bytes, 0, bytes.length, "f").residentBytes())
                .isEqualTo(9 + 3 * 4);
    }

    @Test
    void whatAllSeparatorsBeginWithIsHeldOnceAndNoKeyIsMisledByIt() {
        long trie = 0x0102030405060708L;
        PageIndexBuilder builder = new PageIndexBuilder();
        byte[] before = new byte[SegmentKey.BYTES];
        for (int page = 0; page < 5; page++) {
            byte[] first = encode(SegmentKey.ofLeaf(trie, Hash32.of((long) page << 60, 0, 0, 0)));
            builder.add(before, first);
            before = first;
        }
        byte[] bytes = builder.encode(1);
        PageIndex index = PageIndex.decode(bytes, 0, bytes.length, "f");

        assertThat(index.residentBytes()).isEqualTo(8 + 4 + 5 * 4);
        assertThat(index.separator(0)).isEmpty();
        assertThat(index.separator(4)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 0x40);
        for (int nibble = 0; nibble < 16; nibble++) {
            SegmentKey key = SegmentKey.ofLeaf(trie, Hash32.of(((long) nibble << 60) + 1, 0, 0, 0));
            assertThat(index.pageOf(encode(key))).isEqualTo(Math.min(4, nibble));
        }
        assertThat(index.pageOf(encode(SegmentKey.ofLeaf(trie - 1, Hash32.of(-1, -1, -1, -1)))))
                .isZero();
        assertThat(index.pageOf(encode(SegmentKey.firstOf(trie + 1)))).isEqualTo(4);
    }

    @Test
    void aSeparatorThatBeginsEveryOtherIsHeldOnceToo() {
        byte[] two = {3, 0, 0, 0, 5, 0, 0, 0, 0, 2, 3, 7, 7, 7, 7, 1};
        PageIndex index = PageIndex.decode(two, 0, two.length, "f");

        assertThat(index.residentBytes()).isEqualTo(2 + 1 + 3 * 4);
        assertThat(index.separator(1)).containsExactly(7, 7);
        assertThat(index.separator(2)).containsExactly(7, 7, 1);
        assertThat(index.pageOf(key(7, 6, 9))).isZero();
        assertThat(index.pageOf(key(7, 7, 0))).isEqualTo(1);
        assertThat(index.pageOf(key(7, 7, 1))).isEqualTo(2);
        assertThat(index.pageOf(key(7, 8, 0))).isEqualTo(2);
    }

    private static byte[] key(int... leading) {
        byte[] key = new byte[SegmentKey.BYTES];
        for (int i = 0; i < leading.length; i++) {
            key[i] = (byte) leading[i];
        }
        return key;
    }

    @Test
    void impossibleFormsAreRefused() {
        byte[] good = build(randomKeys(1, 50));
        int pages = ByteBuffer.wrap(good).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        for (int length = 0; length < good.length; length++) {
            assertRefused(Arrays.copyOf(good, length));
        }
        assertRefused(Arrays.copyOf(good, good.length + 1));
        for (int count : new int[] {-1, Integer.MIN_VALUE, 0, pages + 1, Integer.MAX_VALUE}) {
            assertRefused(with(good, 0, count));
            assertRefused(with(good, 4, count));
        }
        byte[] longFirst = good.clone();
        longFirst[8] = 1;
        assertRefused(longFirst);
        byte[] emptySecond = good.clone();
        emptySecond[9] = 0;
        assertRefused(emptySecond);
        byte[] tooLong = good.clone();
        tooLong[9] = SegmentKey.BYTES + 1;
        assertRefused(tooLong);
        // A last separator of zeros is below the one before.
        byte[] descending = good.clone();
        Arrays.fill(descending, good.length - good[8 + pages - 1], good.length, (byte) 0);
        assertRefused(descending);
    }

    private static byte[] with(byte[] good, int at, int value) {
        byte[] bad = good.clone();
        ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
        return bad;
    }

    private static void assertRefused(byte[] bad) {
        assertThatThrownBy(() -> PageIndex.decode(bad, 0, bad.length, "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("file f: ");
    }
}
