package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.store.log.RandomRecords;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.LogRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** H58, H48: LMDB takes the pages by which it finds its way at their word. */
class LmdbFileCheckTest {
    private static final int PAGE = 4096;
    private static final int META = 8;
    private static final int BRANCH = 1;
    private static final int LEAF = 2;
    private static final int OVERFLOW = 4;
    private static final int FLIPS = Boolean.getBoolean("espalier.long") ? 20_000 : 300;

    @TempDir
    private static Path directory;

    private static final List<LogRecord> RECORDS = new ArrayList<>();

    private static Path file;
    private static byte[] sound;

    /** Makes a file with branches, runs of pages, and lists of free pages, one of which is long. */
    @BeforeAll
    static void makeALog() throws IOException {
        file = directory.resolve(LmdbLog.FILE_NAME);
        try (LogFixture fixture = LogFixture.open(directory)) {
            fixture.append(20_000, 1);
            for (long seq = 2; seq <= 90; seq++) {
                fixture.append(2, seq);
            }
            fixture.flushed(60);
            fixture.log().prune(50);
            fixture.append(300, 91);
            fixture.log().entries().forEach(entry -> RECORDS.add(fixture.log().read(entry.seq())));
        }
        sound = Files.readAllBytes(file);
    }

    private void assertRefused(ByteBuffer damaged, String text) throws IOException {
        byte[] bytes = new byte[damaged.capacity()];
        damaged.get(0, bytes);
        Files.write(file, bytes);
        assertThatThrownBy(() -> LmdbFileCheck.check(file))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining(LmdbLog.FILE_NAME)
                .hasMessageContaining(text);
    }

    private ByteBuffer copy() {
        return ByteBuffer.wrap(sound.clone()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns where pages in use with these flags begin. The tree of the data tells them from free ones. */
    private List<Integer> pages(int flags) {
        List<Integer> found = new ArrayList<>();
        int newest = newestMeta();
        collect((int) copy().getLong(newest + 88 + 40), copy().getShort(newest + 88 + 6), flags, found);
        return found;
    }

    private int newestMeta() {
        return copy().getLong(144) > copy().getLong(PAGE + 144) ? 0 : PAGE;
    }

    private void collect(int number, int depth, int flags, List<Integer> found) {
        ByteBuffer bytes = copy();
        int at = number * PAGE;
        if (bytes.getShort(at + 10) == flags) {
            found.add(at);
        }
        for (int i = 0; i < (bytes.getShort(at + 12) - 16) / 2; i++) {
            int node = at + bytes.getShort(at + 16 + 2 * i);
            if (depth > 1) {
                collect(bytes.getInt(node), depth - 1, flags, found);
            } else if (flags == OVERFLOW && bytes.getShort(node + 4) == 1) {
                found.add(PAGE * (int) bytes.getLong(node + 8 + bytes.getShort(node + 6)));
            }
        }
    }

    @Test
    void aSoundFileIsSoundAndHasEveryKindOfPage() throws IOException {
        Files.write(file, sound);
        assertThatCode(() -> LmdbFileCheck.check(file)).doesNotThrowAnyException();
        assertThat(pages(BRANCH)).isNotEmpty();
        assertThat(pages(LEAF)).hasSizeGreaterThan(2);
        assertThat(pages(OVERFLOW)).isNotEmpty();
        assertThat(copy().getShort(10)).isEqualTo((short) META);
    }

    @Test
    void noFileAndAnEmptyFileAreSound() throws IOException {
        LmdbFileCheck.check(directory.resolve("none"));
        LmdbFileCheck.check(Files.createFile(directory.resolve("empty")));
    }

    /** Both meta pages are as after a commit, whichever of them holds the newest one. */
    @Test
    void everyCommitLeavesASoundFile() throws IOException {
        Path store = directory.resolve("each");
        for (long seq = 1; seq <= 8; seq++) {
            try (LogFixture fixture = LogFixture.open(store)) {
                fixture.append(300, seq);
                fixture.flushed(seq);
                fixture.log().prune(seq - 1);
            }
            Path log = store.resolve(LmdbLog.FILE_NAME);
            assertThatCode(() -> LmdbFileCheck.check(log)).doesNotThrowAnyException();
        }
    }

    /** With another transaction number LMDB goes back to the commit before, whose state contradicts nothing. */
    @Test
    void everyBitOfATransactionNumberCounts() throws IOException {
        for (int meta : new int[] {0, PAGE}) {
            for (int bit = 0; bit < 64; bit++) {
                ByteBuffer damaged = copy();
                damaged.putLong(meta + 144, damaged.getLong(meta + 144) ^ 1L << bit);
                assertRefused(damaged, "transaction=");
            }
        }
    }

    @Test
    void metaFieldsThatLeadLmdbAstrayAreRefused() throws IOException {
        int newest = newestMeta();
        assertRefused(copy().putInt(40, 8192), "LMDB page");
        assertRefused(copy().putInt(40, 1000), "power of two");
        assertRefused(copy().putShort(newest + 44, (short) 0xC), "flags of the trees");
        assertRefused(copy().putShort(newest + 92, (short) 4), "flags of the trees");
        assertRefused(copy().putShort(newest + 94, (short) 1), "flags");
        assertRefused(copy().putShort(newest + 94, (short) 99), "depth=99");
        assertRefused(copy().putLong(newest + 120, 7), "entries");
        assertRefused(copy().putLong(newest + 128, 1), "leads to page 1");
        assertRefused(copy().putLong(newest + 80, Long.MIN_VALUE | 3), "LMDB page -");
        assertRefused(copy().putLong(newest + 80, 1L << 60), "LMDB page 1152921504606846976");
        assertRefused(copy().putLong(newest + 136, 5), "expected 2..5");
        assertRefused(copy().putLong(newest + 136, 1 << 20), "or the others free");
        assertRefused(copy().putLong(newest + 136, 1L << 50), "last page");
    }

    @Test
    void aPageInAnothersPlaceIsRefused() throws IOException {
        List<Integer> leaves = pages(LEAF);
        ByteBuffer damaged = copy();
        damaged.put(leaves.get(0), sound, leaves.get(1), PAGE);
        assertRefused(damaged, "expected that of its place");
    }

    @Test
    void aBranchThatLeadsAstrayIsRefused() throws IOException {
        int branch = pages(BRANCH).getFirst();
        int second = branch + copy().getShort(branch + 18);
        int firstChild = copy().getInt(branch + copy().getShort(branch + 16));
        assertRefused(copy().putInt(second, firstChild), "in use elsewhere");
        assertRefused(copy().putInt(second, 1 << 30), "leads to page");
        assertRefused(copy().putShort(second + 4, (short) 1), "leads to page");
        ByteBuffer separator = copy();
        separator.put(second + 8, (byte) 9);
        assertRefused(separator, "not in ascending order");
        assertRefused(copy().put(second + 8, (byte) 0), "not in ascending order");
    }

    @Test
    void aLeafThatPointsOutsideOfItselfIsRefused() throws IOException {
        int leaf = pages(LEAF).getFirst();
        int node = leaf + copy().getShort(leaf + 16);
        assertRefused(copy().putShort(leaf + 12, (short) 15), "lower=15");
        assertRefused(copy().putShort(leaf + 14, (short) 5000), "upper=5000");
        assertRefused(copy().putShort(leaf + 16, (short) 4094), "offset of node 0");
        assertRefused(copy().putShort(leaf + 16, (short) 20), "offset of node 0");
        assertRefused(copy().putShort(node + 6, (short) 5000), "expected it inside of the page");
        assertRefused(copy().putShort(node + 2, (short) 1), "expected it inside of the page");
        assertRefused(copy().putShort(node + 4, (short) 2), "flags of node 0");
        assertRefused(copy().put(node + 8, (byte) 9), "not in ascending order");
    }

    @Test
    void aRunOfPagesOfAnotherLengthIsRefused() throws IOException {
        int run = pages(OVERFLOW).getFirst();
        int pages = copy().getInt(run + 12);
        assertRefused(copy().putInt(run + 12, pages + 1), "pages=" + (pages + 1));
        assertRefused(copy().putShort(run + 10, (short) LEAF), "flags=2, expected 4");
    }

    /** With a page in use called free, the next commits would write over it. */
    @Test
    void aPageInUseThatIsCalledFreeIsRefused() throws IOException {
        int newest = newestMeta();
        int leaf = PAGE * (int) copy().getLong(newest + 40 + 40);
        assertThat(copy().getShort(newest + 46)).as("depth of the free tree").isEqualTo((short) 1);
        int inUse = pages(LEAF).getFirst() / PAGE;
        ByteBuffer damaged = copy();
        int nodes = (damaged.getShort(leaf + 12) - 16) / 2;
        for (int i = 0; i < nodes; i++) {
            int node = leaf + damaged.getShort(leaf + 16 + 2 * i);
            boolean big = damaged.getShort(node + 4) == 1;
            int list = big ? PAGE * (int) damaged.getLong(node + 16) + 16 : node + 16;
            if (damaged.getLong(list) > 0) {
                damaged.putLong(list + 8, inUse);
                assertRefused(damaged, "free and in use");
                assertRefused(copy().putLong(list, 1 << 20), "free pages=1048576");
                assertRefused(copy().putLong(list + 8, 1), "free page 1");
                return;
            }
        }
        throw new AssertionError("no list of free pages");
    }

    @Test
    void aFileCutInsideOfWhatIsInUseIsRefused() throws IOException {
        int last = pages(LEAF).stream().max(Integer::compare).orElseThrow();
        assertRefused(ByteBuffer.wrap(Arrays.copyOf(sound, last)), "file ends at");
    }

    /** Whatever bit flips, in what LMDB follows or in values: the log is as it was, or says what is damaged. */
    @Test
    void aFlippedBitIsFoundOrChangesNothing() throws IOException {
        Random random = new Random(11);
        int found = 0;
        for (int i = 0; i < FLIPS; i++) {
            int page = random.nextInt(sound.length / PAGE);
            int at = page * PAGE + (random.nextBoolean() ? random.nextInt(200) : random.nextInt(PAGE));
            int bit = random.nextInt(8);
            byte[] damaged = sound.clone();
            damaged[at] ^= (byte) (1 << bit);
            Files.write(file, damaged);
            try (LogFixture fixture = LogFixture.open(directory)) {
                assertThat(fixture.log().entries()).hasSameSizeAs(RECORDS);
                for (LogRecord record : RECORDS) {
                    RandomRecords.assertSame(fixture.log().read(record.entry().seq()), record);
                }
            } catch (CorruptStoreException e) {
                assertThat(e).hasMessageContaining(LmdbLog.FILE_NAME);
                found++;
            }
        }
        assertThat(found).isPositive();
    }
}
