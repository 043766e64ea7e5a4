package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.file.ReadAccess;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.CorruptStoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** H56: a segment that is cut while it is open refuses what is gone and still gives the rest; the process lives. */
class CutSegmentTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(ReadAccess.class)
    void lookupsBehindTheCutAreRefused(ReadAccess access) throws IOException {
        DiskFiles files = new DiskFiles(directory, access);
        NavigableMap<SegmentKey, byte @Nullable []> content = new SampleKeys(new Random(1)).content(2_000, 20_000);
        SegmentInfo info = SegmentTests.writeFresh(files, 1, content);
        try (Segment segment = SegmentTests.open(files, info)) {
            assertThat(refusedReads(segment, content)).isZero();
            // In the middle of a page: the part of it that is left does not pass for the whole.
            cut(info.name(), info.bytes() / 2 + 100);
            int refused = refusedReads(segment, content);
            assertThat(refused).isBetween(content.size() / 10, content.size() * 9 / 10);
            assertThatThrownBy(segment::verify)
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("segment file " + info.name());
            assertThatThrownBy(() -> SegmentTests.readAll(segment)).isInstanceOf(CorruptStoreException.class);
        }
        assertThatThrownBy(() -> SegmentTests.open(files, info)).isInstanceOf(CorruptStoreException.class);
    }

    private static int refusedReads(Segment segment, NavigableMap<SegmentKey, byte @Nullable []> content) {
        int refused = 0;
        for (Map.Entry<SegmentKey, byte @Nullable []> entry : content.entrySet()) {
            try {
                SegmentValue value = SegmentTests.find(segment, entry.getKey());
                if (!value.isKnown() || !Arrays.equals(value.bytes(), entry.getValue())) {
                    throw new AssertionError(entry.getKey() + " is " + value);
                }
            } catch (CorruptStoreException e) {
                assertThat(e).hasMessageContaining(segment.info().name());
                refused++;
            }
        }
        return refused;
    }

    private void cut(String name, long length) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve(name).toFile(), "rw")) {
            file.setLength(length);
        }
    }
}
