package dev.espalier.segment;

import dev.espalier.segment.file.FileAppender;
import dev.espalier.segment.format.Section;
import dev.espalier.segment.format.SectionEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Appends sections to a file in large writes, and keeps where each stands and its checksum. Confined to one thread. */
final class SectionAppender implements AutoCloseable {
    private static final int BUFFER_BYTES = 256 * 1024;

    /**
     * How much may wait in the system's memory. A file forced all at once at its end keeps the disk busy for as long as
     * that takes, and a commit's sync waits behind it.
     */
    private static final long MOST_UNFORCED_BYTES = 2L << 20;

    private final FileAppender file;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final CRC32C crc = new CRC32C();
    private final List<Section> sections = new ArrayList<>();
    private int buffered;
    private long position;
    private long sectionOffset;
    private long unforced;

    SectionAppender(FileAppender file) {
        this.file = file;
    }

    /** Returns how many bytes were appended. */
    long position() {
        return position;
    }

    List<Section> sections() {
        return sections;
    }

    void append(byte[] bytes) {
        crc.update(bytes, 0, bytes.length);
        position += bytes.length;
        int done = 0;
        while (done < bytes.length) {
            int part = Math.min(buffer.length - buffered, bytes.length - done);
            System.arraycopy(bytes, done, buffer, buffered, part);
            buffered += part;
            done += part;
            if (buffered == buffer.length) {
                flush();
            }
        }
    }

    /** Begins a section here. */
    void startSection() {
        crc.reset();
        sectionOffset = position;
    }

    /** Ends the section here. */
    void endSection(SectionEncoding encoding) {
        sections.add(new Section(sectionOffset, position - sectionOffset, encoding, (int) crc.getValue()));
    }

    private void flush() {
        file.write(buffer, 0, buffered);
        unforced += buffered;
        buffered = 0;
        if (unforced >= MOST_UNFORCED_BYTES) {
            file.force();
            unforced = 0;
        }
    }

    /** Writes what is buffered, and makes everything durable. */
    void force() {
        flush();
        file.force();
    }

    @Override
    public void close() {
        file.close();
    }
}
