package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SegmentMergeTest {
    private static final int SEEDS = Boolean.getBoolean("espalier.long") ? 600 : 60;
    private static final SegmentIdentity FROZEN = SegmentTests.identity(900, SegmentKind.FROZEN);
    private static final SegmentIdentity BASE = SegmentTests.identity(901, SegmentKind.BASE);

    private final MemoryFiles files = new MemoryFiles();
    private final List<Segment> newestFirst = new ArrayList<>();
    private final NavigableMap<SegmentKey, byte @Nullable []> model = new TreeMap<>();

    @AfterEach
    void everythingIsLetGo() {
        newestFirst.forEach(Segment::close);
        assertThat(files.openFiles()).isZero();
    }

    /** Adds a segment that is newer than those before. */
    private void add(NavigableMap<SegmentKey, byte @Nullable []> content) {
        model.putAll(content);
        newestFirst.addFirst(SegmentTests.open(files, SegmentTests.writeFresh(files, newestFirst.size(), content)));
    }

    private void addRandom(Random random) {
        SampleKeys samples = new SampleKeys(random);
        for (int i = random.nextInt(5); i >= 0; i--) {
            NavigableMap<SegmentKey, byte @Nullable []> content =
                    samples.content(random.nextInt(60), random.nextInt(300));
            // Some keys again, so that there is something to win.
            for (SegmentKey key : model.keySet()) {
                if (random.nextInt(3) == 0) {
                    content.put(key, random.nextBoolean() ? null : samples.value(90));
                }
            }
            add(content);
        }
    }

    private NavigableMap<SegmentKey, byte @Nullable []> merged(SegmentIdentity identity, MergeOptions options) {
        SegmentInfo info = new SegmentMerge(files, newestFirst, options).run("merged", identity);
        try (Segment segment = SegmentTests.open(files, info)) {
            assertThat(segment.identity()).isEqualTo(identity);
            segment.verify();
            return SegmentTests.readAll(segment);
        }
    }

    private void assertMerged(
            SegmentIdentity identity, MergeOptions options, NavigableMap<SegmentKey, byte @Nullable []> expected) {
        assertThat(SegmentTests.sameContent(merged(identity, options), expected))
                .isTrue();
    }

    private void forget() {
        newestFirst.forEach(Segment::retire);
        newestFirst.clear();
        model.clear();
    }

    @Test
    void theNewestEntryOfEachKeyWinsATombstoneIncluded() { // H40
        for (int seed = 0; seed < SEEDS; seed++) {
            addRandom(new Random(seed));
            assertMerged(FROZEN, MergeOptions.keepingAll(), model);
            forget();
        }
    }

    @Test
    void aBaseHasNoTombstonesAndNoOlderValueBehindThem() {
        for (int seed = 0; seed < SEEDS; seed++) {
            addRandom(new Random(seed));
            NavigableMap<SegmentKey, byte @Nullable []> expected = new TreeMap<>(model);
            expected.values().removeIf(Objects::isNull);
            assertMerged(
                    BASE,
                    new MergeOptions(true, id -> false, MergePace.unlimited(), false, SegmentEncoding.PLAIN),
                    expected);
            forget();
        }
    }

    @Test
    void everythingOfDeadTriesIsLeftOut() { // H51
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            addRandom(random);
            int chosen = random.nextInt(64);
            // The last id too, behind which no trie comes.
            LongPredicate isDead = id -> (chosen >> (Long.hashCode(id * 31) & 7) & 1) != 0 || id == -1;
            NavigableMap<SegmentKey, byte @Nullable []> expected = new TreeMap<>(model);
            expected.keySet().removeIf(key -> isDead.test(key.trieId()));
            assertMerged(
                    FROZEN,
                    new MergeOptions(false, isDead, MergePace.unlimited(), false, SegmentEncoding.PLAIN),
                    expected);
            forget();
        }
    }

    @Test
    void theDeadAreAskedForOnceInOrderAndTheirPagesAreNotRead() {
        NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
        Random random = new Random(1);
        for (int i = 0; i < 30_000; i++) {
            Hash32 key = Hash32.of(random.nextLong(), random.nextLong(), 0, 0);
            content.put(SegmentKey.ofLeaf(1 + i % 3, key), new byte[60]);
        }
        add(content);
        List<Long> asked = new ArrayList<>();
        LongPredicate isDead = id -> {
            asked.add(id);
            return id == 2;
        };
        SegmentInfo info = new SegmentMerge(
                        files,
                        newestFirst,
                        new MergeOptions(false, isDead, MergePace.unlimited(), false, SegmentEncoding.PLAIN))
                .run("merged", FROZEN);
        assertThat(info.leaves()).isEqualTo(20_000);
        assertThat(asked).containsExactly(1L, 2L, 3L);
        long pages = newestFirst.getFirst().info().bytes() / Page.BYTES;
        long read = newestFirst.getFirst().counters().snapshot().pagesRead();
        // Two thirds, and what was read ahead where the dead trie began.
        assertThat(read).isBetween(2 * pages / 3 - 10, 2 * pages / 3 + 70);
    }

    @Test
    void oneSegmentIsCopied() {
        add(new SampleKeys(new Random(1)).content(100, 1_000));
        assertMerged(FROZEN, MergeOptions.keepingAll(), model);
    }

    @Test
    void emptySegmentsGiveAnEmptyOne() {
        add(new TreeMap<>());
        add(new TreeMap<>());
        assertMerged(
                BASE,
                new MergeOptions(true, id -> false, MergePace.unlimited(), false, SegmentEncoding.PLAIN),
                new TreeMap<>());
    }

    @Test
    void aCancelledMergeLeavesNoFile() {
        add(new SampleKeys(new Random(1)).content(500, 5_000));
        List<String> before = files.list();
        SegmentMerge atOnce = new SegmentMerge(files, newestFirst, MergeOptions.keepingAll());
        atOnce.cancel();
        assertThatThrownBy(() -> atOnce.run("merged", FROZEN)).isInstanceOf(CancellationException.class);
        assertThat(files.list()).isEqualTo(before);
        assertThatThrownBy(() -> runAndCancelAt(Long.MIN_VALUE)).isInstanceOf(CancellationException.class);
        assertThat(files.list()).isEqualTo(before);
    }

    /** Cancels while a trie is merged. */
    private void runAndCancelAt(long trieId) {
        List<SegmentMerge> merge = new ArrayList<>();
        LongPredicate isDead = id -> {
            if (id == trieId) {
                merge.getFirst().cancel();
            }
            return false;
        };
        merge.add(new SegmentMerge(
                files,
                newestFirst,
                new MergeOptions(false, isDead, MergePace.unlimited(), false, SegmentEncoding.PLAIN)));
        merge.getFirst().run("merged", FROZEN);
    }

    @Test
    @Timeout(60)
    void aCancelEndsTheWaitOfASlowMerge() throws InterruptedException {
        add(new SampleKeys(new Random(1)).content(500, 5_000));
        SegmentMerge merge = new SegmentMerge(
                files,
                newestFirst,
                new MergeOptions(false, id -> false, new MergePace(1), false, SegmentEncoding.PLAIN));
        List<Throwable> failures = new ArrayList<>();
        Thread thread = new Thread(() -> merge.run("merged", FROZEN));
        thread.setUncaughtExceptionHandler((of, failure) -> failures.add(failure));
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        merge.cancel();
        thread.join();
        assertThat(failures).hasSize(1).allMatch(failure -> failure instanceof CancellationException);
        assertThat(files.list()).containsExactly("segment-0");
    }

    @Test
    void anInterruptEndsASlowMergeAndIsKept() {
        add(new SampleKeys(new Random(1)).content(500, 5_000));
        SegmentMerge merge = new SegmentMerge(
                files,
                newestFirst,
                new MergeOptions(false, id -> false, new MergePace(1), false, SegmentEncoding.PLAIN));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> merge.run("merged", FROZEN))
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(files.list()).containsExactly("segment-0");
    }

    @Test
    void aLimitedMergeGivesTheSame() {
        addRandom(new Random(5));
        assertMerged(
                FROZEN,
                new MergeOptions(false, id -> false, new MergePace(50_000_000), false, SegmentEncoding.PLAIN),
                model);
    }

    @Test
    void aDamagedInputLeavesNoFile() {
        add(new SampleKeys(new Random(1)).content(200, 2_000));
        add(new SampleKeys(new Random(2)).content(200, 2_000));
        List<String> before = files.list();
        files.bytes("segment-0")[3 * Page.BYTES + 11] ^= 1;
        SegmentMerge merge = new SegmentMerge(files, newestFirst, MergeOptions.keepingAll());
        assertThatThrownBy(() -> merge.run("merged", FROZEN))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("segment file segment-0: page 3: ");
        assertThat(files.list()).isEqualTo(before);
    }

    @Test
    void wantOfSpaceLeavesNoFile() {
        add(new SampleKeys(new Random(1)).content(500, 5_000));
        files.limitSpace(100_000);
        SegmentMerge merge = new SegmentMerge(files, newestFirst, MergeOptions.keepingAll());
        assertThatThrownBy(() -> merge.run("merged", FROZEN)).isInstanceOf(UncheckedIOException.class);
        assertThat(files.list()).containsExactly("segment-0");
    }

    @Test
    void inputsAreHeldWhileTheyAreMergedAndNotLonger() { // H44
        add(new SampleKeys(new Random(1)).content(50, 500));
        Segment input = newestFirst.getFirst();
        LongPredicate retiresInput = id -> {
            input.retire();
            return false;
        };
        SegmentInfo info = new SegmentMerge(
                        files,
                        newestFirst,
                        new MergeOptions(false, retiresInput, MergePace.unlimited(), false, SegmentEncoding.PLAIN))
                .run("merged", FROZEN);
        assertThat(info.entries()).isEqualTo(model.size());
        assertThat(files.list()).containsExactly("merged");
        assertThat(files.openFiles()).isZero();
        SegmentMerge late = new SegmentMerge(files, newestFirst, MergeOptions.keepingAll());
        assertThatThrownBy(() -> late.run("late", FROZEN))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("segment-0 was let go");
        assertThat(files.list()).containsExactly("merged");
    }

    @Test
    void impossibleArgumentsAreRefused() {
        assertThatThrownBy(() -> new SegmentMerge(files, List.of(), MergeOptions.keepingAll()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
