package dev.espalier.store.log;

import dev.espalier.segment.SegmentInfo;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.StateMark;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The segment files that are live, and the state that they hold. It is replaced whole, in one transaction. Immutable.
 *
 * @param generation counts the replacements: each list's is one more than that of the list before; 0 for
 *     {@link #EMPTY}
 * @param flushedSeq the newest record whose changes are in the files; 0 if there is none
 * @param mark the state after that record
 * @param nextStorageId greater than every storage id given out so far, unsigned
 * @param nextFileId greater than every file's id
 * @param segments the live files, newest first
 * @param dropped storage tries whose account is gone and whose rows and leaves may still be in the files: each with the
 *     seq of the record that lost it; iterated by id, unsigned
 */
public record FileList(
        long generation,
        long flushedSeq,
        StateMark mark,
        long nextStorageId,
        long nextFileId,
        List<SegmentInfo> segments,
        Map<Long, Long> dropped) {
    /** The list of a store that was never flushed. */
    public static final FileList EMPTY = new FileList(0, 0, StateMark.EMPTY, 1, 1, List.of(), Map.of());

    /**
     * Takes copies of the collections.
     *
     * @throws IllegalArgumentException if a number is out of its range, or two files have the same name or id
     */
    public FileList {
        segments = List.copyOf(segments);
        dropped = inOrder(dropped);
        requireAtLeast(0, generation, "generation");
        requireAtLeast(0, flushedSeq, "flushedSeq");
        requireAtLeast(0, nextFileId, "nextFileId");
        Set<Long> ids = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (SegmentInfo segment : segments) {
            if (segment.fileId() >= nextFileId || !ids.add(segment.fileId()) || !names.add(segment.name())) {
                throw new IllegalArgumentException("file list: " + segment + ", expected a name and an id of its own,"
                        + " less than nextFileId=" + nextFileId);
            }
        }
        dropped.values().forEach(seq -> requireAtLeast(1, seq, "seq of a dropped storage trie"));
    }

    private static Map<Long, Long> inOrder(Map<Long, Long> dropped) {
        Map<Long, Long> sorted = new TreeMap<>(Long::compareUnsigned);
        sorted.putAll(dropped);
        return Collections.unmodifiableMap(sorted);
    }

    private static void requireAtLeast(long least, long value, String name) {
        if (value < least) {
            throw new IllegalArgumentException("file list: " + name + "=" + value + ", expected at least " + least);
        }
    }

    /**
     * Returns a new array with the encoded list.
     *
     * @throws IllegalArgumentException if the mark's root is not that of its cell
     */
    public byte[] encode() {
        return FileListLayout.encode(this);
    }

    /**
     * Reads a list.
     *
     * @throws CorruptStoreException if the bytes are not exactly one list
     */
    public static FileList decode(byte[] bytes) {
        return FileListLayout.decode(bytes);
    }
}
