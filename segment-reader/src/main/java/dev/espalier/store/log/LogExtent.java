package dev.espalier.store.log;

import dev.espalier.trie.CorruptStoreException;

/**
 * What must be there: written with every change, and compared with what is there when the log is opened. It is the
 * second place of each number, so a record or a list that got lost is missed.
 *
 * @param records how many records are kept
 * @param beforeOldest the seq of the record before the oldest one kept; 0 if none was ever forgotten
 * @param newest the seq of the newest record ever kept, forgotten or not; 0 if there never was one
 * @param generation the generation of the file list
 * @param segments how many files the list has
 */
public record LogExtent(long records, long beforeOldest, long newest, long generation, int segments) {
    /** The extent of an empty log. */
    public static final LogExtent EMPTY = new LogExtent(0, 0, 0, 0, 0);

    private static final int VERSION = 1;
    private static final int COMMON_BYTES = 32;

    /**
     * Checks that the numbers can belong together.
     *
     * @throws IllegalArgumentException if they cannot
     */
    public LogExtent {
        boolean possible = records >= 0
                && beforeOldest >= 0
                && generation >= 0
                && segments >= 0
                && newest - beforeOldest >= records
                && (records > 0 || newest == beforeOldest);
        if (!possible) {
            throw new IllegalArgumentException("log extent: records=" + records + " beforeOldest=" + beforeOldest
                    + " newest=" + newest + " generation=" + generation + " segments=" + segments
                    + ", expected numbers of one log");
        }
    }

    /** Returns the extent after records were added. */
    public LogExtent appended(int count, long newestSeq) {
        return new LogExtent(records + count, beforeOldest, newestSeq, generation, segments);
    }

    /** Returns the extent after the oldest records were forgotten, the last of them {@code throughSeq}. */
    public LogExtent pruned(int count, long throughSeq) {
        return new LogExtent(records - count, throughSeq, newest, generation, segments);
    }

    /** Returns the extent after the file list was replaced. */
    public LogExtent switched(FileList files) {
        return new LogExtent(
                records,
                beforeOldest,
                newest,
                files.generation(),
                files.segments().size());
    }

    /** Returns a new array: u8 version = 1, then the five numbers as unsigned LEB128. */
    public byte[] encode() {
        ByteSink out = new ByteSink(COMMON_BYTES);
        out.u8(VERSION);
        out.varint(records);
        out.varint(beforeOldest);
        out.varint(newest);
        out.varint(generation);
        out.varint(segments);
        return out.toBytes();
    }

    /**
     * Reads an extent.
     *
     * @throws CorruptStoreException if the bytes are not exactly one extent
     */
    public static LogExtent decode(byte[] bytes) {
        ByteSource in = new ByteSource(bytes, "log extent");
        in.version(VERSION);
        long records = in.positive("records");
        long beforeOldest = in.positive("before the oldest");
        long newest = in.positive("newest");
        long generation = in.positive("generation");
        long segments = in.positive("segments");
        in.end();
        try {
            return new LogExtent(records, beforeOldest, newest, generation, Math.toIntExact(segments));
        } catch (IllegalArgumentException e) {
            throw in.corrupt("numbers", e);
        } catch (ArithmeticException e) {
            throw in.corrupt("segments", segments + ", expected at most " + Integer.MAX_VALUE);
        }
    }
}
