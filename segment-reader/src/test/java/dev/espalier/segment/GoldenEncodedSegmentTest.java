package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.segment.format.SectionEncoding;
import dev.espalier.segment.format.SectionKind;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.KeyRange;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import java.io.IOException;
import java.io.InputStream;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A segment file of version 2 that is kept as it was first written: a part of a base with every encoding. As long as
 * version 2 is read this test does not change. Another release of zstd may compress to other bytes, so that what is
 * written now is not compared.
 */
class GoldenEncodedSegmentTest {
    private static final String NAME = "segment-v2.bin";
    private static final SegmentIdentity IDENTITY = new SegmentIdentity(
            1, 43, 2_000, 2_063, SegmentKind.BASE, new KeyRange(0, Hash32.of(1, 0, 0, 0), 5, Hash32.of(-1, 0, 0, 0)));

    private final MemoryFiles files = new MemoryFiles();
    private final NavigableMap<SegmentKey, byte @Nullable []> content = content();

    private static NavigableMap<SegmentKey, byte @Nullable []> content() {
        NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            Hash32 key = Hash32.of(0x1234_5678_9ABC_DEF0L, i, 0x0FED_CBA9_8765_4321L, -1);
            content.put(SegmentKey.ofRow(BranchPath.of(i % 3, key, 4 + i)), value(i, 200));
        }
        for (int i = 0; i < 300; i++) {
            long mixed = (i + 1) * 0x9E37_79B9_7F4A_7C15L;
            content.put(SegmentKey.ofLeaf(1 + i % 3, Hash32.of(mixed, mixed, i, ~mixed)), value(i, 80));
        }
        return content;
    }

    /** Half of it one of four phrases, half of it noise. */
    private static byte[] value(int i, int length) {
        byte[] value = new byte[length];
        long state = i * 0x9E37_79B9_7F4A_7C15L + 1;
        for (int at = 0; at < length; at++) {
            state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            value[at] = (byte) (at % 40 < 20 ? 31 * (i % 4) + 7 * at : state >>> 56);
        }
        return value;
    }

    private static byte[] golden() throws IOException {
        try (InputStream file = GoldenEncodedSegmentTest.class.getResourceAsStream("/golden/" + NAME)) {
            return Objects.requireNonNull(file, NAME).readAllBytes();
        }
    }

    @Test
    void theKeptFileIsRead() throws IOException {
        files.put(NAME, golden());
        try (Segment segment = Segment.open(files, NAME, 1);
                SegmentFile file = SegmentFile.open(files, NAME)) {
            for (SectionKind kind : SectionKind.values()) {
                boolean dictionary = kind == SectionKind.ROW_DICTIONARY || kind == SectionKind.LEAF_DICTIONARY;
                assertThat(file.footer().section(kind).encoding() == SectionEncoding.PLAIN)
                        .as("plain " + kind)
                        .isEqualTo(dictionary);
            }
            segment.verify();
            assertThat(segment.identity()).isEqualTo(IDENTITY);
            assertThat(SegmentTests.sameContent(SegmentTests.readAll(segment), content))
                    .isTrue();
            content.forEach((key, value) ->
                    assertThat(SegmentTests.find(segment, key).bytes()).isEqualTo(value));
        }
    }

    @Test
    void theSameContentIsWrittenInTheSameForm() throws IOException {
        SegmentEncoding all = new SegmentEncoding(true, true, true, true);
        SegmentTests.write(files, NAME, IDENTITY, all, content);
        try (SegmentFile now = SegmentFile.open(files, NAME)) {
            files.put("kept", golden());
            try (SegmentFile kept = SegmentFile.open(files, "kept")) {
                for (SectionKind kind : SectionKind.values()) {
                    assertThat(now.footer().section(kind).encoding())
                            .as("encoding of " + kind)
                            .isEqualTo(kept.footer().section(kind).encoding());
                }
            }
        }
    }
}
