package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import java.io.UncheckedIOException;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SegmentWriterTest {
    private static final Hash32 KEY = Hash32.of(1, 2, 3, 4);

    private final MemoryFiles files = new MemoryFiles();

    private SegmentWriter writer(SegmentKind kind) {
        return SegmentWriter.create(files, "s", SegmentTests.identity(1, kind));
    }

    private static void assertRefused(ThrowingCallable action, String message) {
        assertThatThrownBy(action).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    @Test
    void keysThatDoNotAscendAreRefusedAndTheWriterGoesOn() {
        try (SegmentWriter writer = writer(SegmentKind.FRESH)) {
            writer.row(BranchPath.of(1, KEY, 63), null);
            assertRefused(() -> writer.row(BranchPath.of(1, KEY, 63), null), "expected a greater one");
            assertRefused(() -> writer.row(BranchPath.root(1), null), "key=1:~ after 1:");
            writer.row(BranchPath.root(2), null);
            writer.leaf(-1, KEY, new byte[] {1});
            assertRefused(() -> writer.leaf(1, KEY, new byte[] {1}), "expected a greater one");
            assertRefused(() -> writer.leaf(-1, KEY, null), "expected a greater one");
            assertRefused(() -> writer.row(BranchPath.root(3), null), "after a leaf, expected all rows first");
            SegmentInfo info = writer.finish();
            assertThat(info.rowTombstones()).isEqualTo(2);
            assertThat(info.leaves()).isEqualTo(1);
        }
    }

    @Test
    void emptyAndTooLargeValuesAreRefused() {
        try (SegmentWriter writer = writer(SegmentKind.FRESH)) {
            assertRefused(() -> writer.leaf(1, KEY, new byte[0]), "bytes=0, expected 1..3500");
            assertRefused(() -> writer.leaf(1, KEY, new byte[3_501]), "bytes=3501, expected 1..3500");
            writer.leaf(1, KEY, new byte[3_500]);
            assertThat(writer.finish().leaves()).isEqualTo(1);
        }
    }

    @Test
    void aBaseTakesNoTombstone() {
        try (SegmentWriter writer = writer(SegmentKind.BASE)) {
            assertRefused(() -> writer.leaf(1, KEY, null), "expected none in a base");
            assertRefused(() -> writer.row(BranchPath.root(1), null), "expected none in a base");
        }
        assertThat(files.list()).isEmpty();
    }

    @Test
    void anImpossibleRangeOfSeqIsRefused() {
        assertRefused(() -> new SegmentIdentity(1, 1, 5, 4, SegmentKind.FRESH), "fromSeq=5");
    }

    @Test
    void theFileHasItsNameOnlyWhenItIsComplete() {
        try (SegmentWriter writer = writer(SegmentKind.FRESH)) {
            writer.leaf(1, KEY, new byte[] {1});
            assertThat(files.list()).containsExactly("s" + SegmentWriter.TEMPORARY_SUFFIX);
            writer.finish();
            assertThat(files.list()).containsExactly("s");
        }
        assertThat(files.list()).containsExactly("s");
    }

    @Test
    void aWriterThatIsClosedBeforeItsEndLeavesNoFile() {
        SegmentWriter writer = writer(SegmentKind.FRESH);
        writer.leaf(1, KEY, new byte[] {1});
        writer.close();
        writer.close();
        assertThat(files.list()).isEmpty();
        assertThatThrownBy(() -> writer.leaf(2, KEY, null)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFinishedWriterTakesNothingMore() {
        try (SegmentWriter writer = writer(SegmentKind.FRESH)) {
            writer.finish();
            assertThatThrownBy(() -> writer.leaf(2, KEY, null)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
        }
        assertThat(files.list()).containsExactly("s");
    }

    @Test
    void wantOfSpaceAtAnyPlaceLeavesNoFile() {
        NavigableMap<SegmentKey, byte @Nullable []> content = new SampleKeys(new Random(1)).content(2_000, 5_000);
        long bytes = SegmentTests.writeFresh(files, 1, content).bytes();
        files.delete("segment-1");
        assertThat(bytes).as("several writes").isGreaterThan(600_000);
        Random random = new Random(2);
        for (int i = 0; i < 40; i++) {
            files.limitSpace(i == 0 ? bytes - 1 : random.nextLong(bytes));
            assertThatThrownBy(() -> SegmentTests.writeFresh(files, 1, content))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(files.list()).isEmpty();
        }
        files.limitSpace(bytes);
        assertThat(SegmentTests.writeFresh(files, 1, content).bytes()).isEqualTo(bytes);
    }

    @Test
    void aWriterWhoseWriteFailedCannotBeFinished() {
        files.limitSpace(0);
        try (SegmentWriter writer = writer(SegmentKind.FRESH)) {
            assertThatThrownBy(writer::finish).isInstanceOf(UncheckedIOException.class);
            assertThatThrownBy(writer::finish)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("segment file s: a write failed");
            assertThatThrownBy(() -> writer.leaf(1, KEY, null)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(files.list()).isEmpty();
    }

    @Test
    void aDirectoryThatCannotBeForcedLeavesNoFile() {
        files.failDirectory();
        assertThatThrownBy(() -> SegmentTests.writeFresh(files, 1, new TreeMap<>()))
                .isInstanceOf(UncheckedIOException.class);
        assertThat(files.list()).isEmpty();
    }

    @Test
    void theSameContentGivesTheSameBytes() {
        NavigableMap<SegmentKey, byte @Nullable []> content = new SampleKeys(new Random(3)).content(500, 3_000);
        SegmentInfo first = SegmentTests.writeFresh(files, 1, content);
        byte[] bytes = files.bytes(first.name());
        files.delete(first.name());
        assertThat(SegmentTests.writeFresh(files, 1, content)).isEqualTo(first);
        assertThat(files.bytes(first.name())).isEqualTo(bytes);
    }
}
