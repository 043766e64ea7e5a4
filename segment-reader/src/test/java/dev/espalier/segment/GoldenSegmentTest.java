package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A segment file of version 1 that is kept as it was first written. As long as version 1 is read this test does not
 * change: what it holds is read, and the writer gives the same bytes for it.
 */
class GoldenSegmentTest {
    private static final String NAME = "segment-v1.bin";
    private static final SegmentIdentity IDENTITY = new SegmentIdentity(1, 42, 1_000, 1_063, SegmentKind.FRESH);

    private final MemoryFiles files = new MemoryFiles();
    private final NavigableMap<SegmentKey, byte @Nullable []> content = content();

    /** Twelve rows and forty leaves of three tries; every fifth entry is a tombstone. Written out here to stay as it is. */
    private static NavigableMap<SegmentKey, byte @Nullable []> content() {
        NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
        for (int i = 0; i < 12; i++) {
            Hash32 key = Hash32.of(0x1234_5678_9ABC_DEF0L, i, 0x0FED_CBA9_8765_4321L, -1);
            content.put(SegmentKey.ofRow(BranchPath.of(i % 3, key, 5 * i)), value(i, 100 + 20 * i));
        }
        for (int i = 0; i < 40; i++) {
            long mixed = (i + 1) * 0x9E37_79B9_7F4A_7C15L;
            Hash32 key = Hash32.of(i < 20 ? mixed : 0, mixed, i, ~mixed);
            content.put(SegmentKey.ofLeaf(i % 3, key), value(i, 1 + i));
        }
        return content;
    }

    private static byte @Nullable [] value(int i, int length) {
        if (i % 5 == 4) {
            return null;
        }
        byte[] value = new byte[length];
        Arrays.fill(value, (byte) (i + 1));
        return value;
    }

    private static byte[] golden() throws IOException {
        try (InputStream file = GoldenSegmentTest.class.getResourceAsStream("/golden/" + NAME)) {
            return Objects.requireNonNull(file, NAME).readAllBytes();
        }
    }

    @Test
    void theKeptFileIsRead() throws IOException {
        files.put(NAME, golden());
        try (Segment segment = Segment.open(files, NAME, 1)) {
            segment.verify();
            assertThat(segment.identity()).isEqualTo(IDENTITY);
            assertThat(SegmentTests.sameContent(SegmentTests.readAll(segment), content))
                    .isTrue();
            content.forEach((key, value) ->
                    assertThat(SegmentTests.find(segment, key).bytes()).isEqualTo(value));
        }
    }

    @Test
    void theSameContentGivesTheSameBytes() throws IOException {
        SegmentTests.write(files, NAME, IDENTITY, content);
        assertThat(files.bytes(NAME)).isEqualTo(golden());
    }
}
