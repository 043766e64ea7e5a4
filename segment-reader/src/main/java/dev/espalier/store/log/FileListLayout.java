package dev.espalier.store.log;

import dev.espalier.segment.SegmentInfo;
import dev.espalier.trie.spi.StateMark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes of the file list (version 1). Numbers are unsigned LEB128 in their shortest form; mark is that of
 * {@link LogRecordCodec}.
 *
 * <pre>
 * u8     version = 1
 * varint generation, flushed seq
 * mark   state after the flushed seq
 * varint next storage id, next file id
 * varint segments, then for each, newest first
 *   u8 n, n bytes: name in ASCII
 *   varint file id, bytes, rows, leaves, row tombstones, leaf tombstones
 *   u32 CRC32C of the footer, little-endian
 * varint dropped storage tries, then for each, by storage id
 *   varint storage id; from the second on, less the one before
 *   varint seq of the record that lost it
 * </pre>
 */
final class FileListLayout {
    private static final int VERSION = 1;
    private static final int MAX_NAME_BYTES = 255;
    private static final int FEWEST_SEGMENT_BYTES = 11;
    private static final int FEWEST_DROPPED_BYTES = 2;
    private static final int COMMON_BYTES = 1024;

    private FileListLayout() {}

    static byte[] encode(FileList list) {
        ByteSink out = new ByteSink(COMMON_BYTES);
        out.u8(VERSION);
        out.varint(list.generation());
        out.varint(list.flushedSeq());
        RootCellCodec.writeMark(out, list.mark());
        out.varint(list.nextStorageId());
        out.varint(list.nextFileId());
        out.varint(list.segments().size());
        for (SegmentInfo segment : list.segments()) {
            writeSegment(out, segment);
        }
        writeDropped(out, list.dropped());
        return out.toBytes();
    }

    private static void writeSegment(ByteSink out, SegmentInfo segment) {
        writeName(out, segment.name());
        out.varint(segment.fileId());
        out.varint(segment.bytes());
        out.varint(segment.rows());
        out.varint(segment.leaves());
        out.varint(segment.rowTombstones());
        out.varint(segment.leafTombstones());
        out.u32(segment.footerCrc());
    }

    private static void writeName(ByteSink out, String name) {
        boolean ascii = name.chars().allMatch(c -> c > ' ' && c <= '~');
        if (!ascii || name.isEmpty() || name.length() > MAX_NAME_BYTES) {
            throw new IllegalArgumentException(
                    "file list: name=" + name + ", expected 1.." + MAX_NAME_BYTES + " printable ASCII characters");
        }
        out.u8(name.length());
        for (int i = 0; i < name.length(); i++) {
            out.u8(name.charAt(i));
        }
    }

    private static void writeDropped(ByteSink out, Map<Long, Long> dropped) {
        out.varint(dropped.size());
        long previous = 0;
        for (Map.Entry<Long, Long> trie : dropped.entrySet()) {
            out.varint(trie.getKey() - previous);
            out.varint(trie.getValue());
            previous = trie.getKey();
        }
    }

    static FileList decode(byte[] bytes) {
        ByteSource in = new ByteSource(bytes, "file list");
        in.version(VERSION);
        long generation = in.positive("generation");
        long flushedSeq = in.positive("flushed seq");
        StateMark mark = RootCellCodec.readMark(in, "mark");
        long nextStorageId = in.varint("next storage id");
        long nextFileId = in.positive("next file id");
        int count = in.count("segments", FEWEST_SEGMENT_BYTES);
        List<SegmentInfo> segments = new ArrayList<>(count);
        try {
            for (int i = 0; i < count; i++) {
                segments.add(readSegment(in));
            }
            Map<Long, Long> dropped = readDropped(in);
            in.end();
            return new FileList(generation, flushedSeq, mark, nextStorageId, nextFileId, segments, dropped);
        } catch (IllegalArgumentException e) {
            throw in.corrupt("list", e);
        }
    }

    private static SegmentInfo readSegment(ByteSource in) {
        return new SegmentInfo(
                readName(in),
                in.positive("file id"),
                in.positive("bytes"),
                in.positive("rows"),
                in.positive("leaves"),
                in.positive("row tombstones"),
                in.positive("leaf tombstones"),
                in.u32("footer's checksum"));
    }

    private static String readName(ByteSource in) {
        int length = in.u8("length of a name");
        StringBuilder name = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            int c = in.u8("name");
            if (c <= ' ' || c > '~') {
                throw in.corrupt("name", "byte=" + c + ", expected printable ASCII");
            }
            name.append((char) c);
        }
        if (length == 0) {
            throw in.corrupt("name", "empty, expected 1.." + MAX_NAME_BYTES + " characters");
        }
        return name.toString();
    }

    private static Map<Long, Long> readDropped(ByteSource in) {
        int count = in.count("dropped storage tries", FEWEST_DROPPED_BYTES);
        Map<Long, Long> dropped = new HashMap<>();
        long id = 0;
        for (int i = 0; i < count; i++) {
            long next = id + in.varint("dropped storage id");
            if (i > 0 && Long.compareUnsigned(next, id) <= 0) {
                throw in.corrupt(
                        "dropped storage id",
                        Long.toUnsignedString(next) + " after " + Long.toUnsignedString(id)
                                + ", expected ascending order");
            }
            dropped.put(next, in.positive("seq that lost it"));
            id = next;
        }
        return dropped;
    }
}
