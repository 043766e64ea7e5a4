package dev.espalier.segment;

import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.SegmentKey;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What tests of segments share: writing a content, and reading it back. A tombstone is a null value. */
final class SegmentTests {
    static final long CHAIN = 1337;

    private SegmentTests() {}

    static SegmentIdentity identity(long fileId, SegmentKind kind) {
        return new SegmentIdentity(CHAIN, fileId, 10 * fileId + 1, 10 * fileId + 10, kind);
    }

    /** Writes a content: its rows, then its leaves. */
    static SegmentInfo write(
            SegmentFiles files,
            String name,
            SegmentIdentity identity,
            SortedMap<SegmentKey, byte @Nullable []> content) {
        return write(files, name, identity, SegmentEncoding.PLAIN, content);
    }

    /** Writes a content in an encoding. */
    static SegmentInfo write(
            SegmentFiles files,
            String name,
            SegmentIdentity identity,
            SegmentEncoding encoding,
            SortedMap<SegmentKey, byte @Nullable []> content) {
        try (SegmentWriter writer = SegmentWriter.create(files, name, identity, encoding)) {
            putAll(writer, content, false);
            putAll(writer, content, true);
            return writer.finish();
        }
    }

    static SegmentInfo writeFresh(SegmentFiles files, long fileId, SortedMap<SegmentKey, byte @Nullable []> content) {
        return write(files, "segment-" + fileId, identity(fileId, SegmentKind.FRESH), content);
    }

    private static void putAll(
            SegmentWriter writer, SortedMap<SegmentKey, byte @Nullable []> content, boolean ofLeaves) {
        content.forEach((key, value) -> {
            if (key.isLeaf() == ofLeaves) {
                writer.put(key, value);
            }
        });
    }

    static Segment open(SegmentFiles files, SegmentInfo info) {
        return Segment.open(files, info, CHAIN, new SegmentCounters());
    }

    static SegmentValue find(Segment segment, SegmentKey key) {
        return key.isLeaf() ? segment.leaf(key.trieId(), key.key()) : segment.row(key.path());
    }

    /** Reads everything by cursor. */
    static NavigableMap<SegmentKey, byte @Nullable []> readAll(Segment segment) {
        NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
        SegmentKey start = SegmentKey.firstOf(0);
        for (SegmentCursor cursor : new SegmentCursor[] {segment.rowsFrom(start), segment.leavesFrom(start)}) {
            while (cursor.next()) {
                content.put(cursor.key(), cursor.value().bytes());
            }
        }
        return content;
    }

    /** Returns whether both have the same keys in the same order, with the same values. */
    static boolean sameContent(SortedMap<SegmentKey, byte @Nullable []> a, SortedMap<SegmentKey, byte @Nullable []> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<SegmentKey, byte @Nullable []> entry : a.entrySet()) {
            if (!b.containsKey(entry.getKey()) || !Arrays.equals(entry.getValue(), b.get(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }
}
