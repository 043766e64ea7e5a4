package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentCursor;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.SegmentWriter;
import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.store.lmdb.LmdbOptions;
import dev.espalier.store.lmdb.StoreLock;
import dev.espalier.store.log.FileList;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Puts other content into a segment file of a store that is closed, in such a way that every checksum is right. */
final class ForgedSegment {
    private ForgedSegment() {}

    /** Changes the rows and leaves of a store that has one segment file, without tombstones. */
    static void rewrite(Path store, Consumer<SortedMap<SegmentKey, byte[]>> change) {
        SegmentFiles files = new DiskFiles(SegmentFolder.of(store));
        try (StoreLock lock = StoreLock.acquire(store);
                LmdbLog log = LmdbLog.openExisting(lock, LmdbOptions.defaults())) {
            FileList list = log.fileList();
            SegmentInfo info = list.segments().getFirst();
            SegmentIdentity identity;
            SortedMap<SegmentKey, byte[]> entries = new TreeMap<>();
            try (Segment segment = Segment.open(files, info.name(), 1)) {
                identity = segment.identity();
                read(segment.rowsFrom(SegmentKey.firstOf(0)), entries);
                read(segment.leavesFrom(SegmentKey.firstOf(0)), entries);
            }
            change.accept(entries);
            SegmentInfo written = write(files, info.name(), identity, entries);
            log.switchFiles(new FileList(
                    list.generation() + 1,
                    list.flushedSeq(),
                    list.mark(),
                    list.nextStorageId(),
                    list.nextFileId(),
                    List.of(written),
                    list.dropped()));
        }
    }

    private static void read(SegmentCursor cursor, SortedMap<SegmentKey, byte[]> into) {
        while (cursor.next()) {
            into.put(cursor.key(), Objects.requireNonNull(cursor.value().bytes()));
        }
    }

    private static SegmentInfo write(
            SegmentFiles files, String name, SegmentIdentity identity, SortedMap<SegmentKey, byte[]> entries) {
        try (SegmentWriter writer = SegmentWriter.create(files, name, identity)) {
            for (boolean leaves : new boolean[] {false, true}) {
                entries.forEach((key, value) -> {
                    if (key.isLeaf() == leaves) {
                        writer.put(key, value);
                    }
                });
            }
            return writer.finish();
        }
    }

    /** Returns the key of some storage slot. */
    static SegmentKey slotOf(SortedMap<SegmentKey, byte[]> entries) {
        return entries.keySet().stream()
                .filter(key -> key.isLeaf() && key.trieId() != 0)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the key of some account. */
    static SegmentKey accountOf(SortedMap<SegmentKey, byte[]> entries) {
        return entries.keySet().stream()
                .filter(key -> key.isLeaf() && key.trieId() == 0)
                .findFirst()
                .orElseThrow();
    }
}
