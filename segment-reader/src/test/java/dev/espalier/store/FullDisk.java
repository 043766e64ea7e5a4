package dev.espalier.store;

import dev.espalier.segment.file.FileAppender;
import dev.espalier.segment.file.ForwardingFiles;
import dev.espalier.segment.file.SegmentFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;

/** Segment files on a disk that has room for so many more writes. */
final class FullDisk extends ForwardingFiles {
    static final String NO_SPACE = "No space left on device";

    private final AtomicLong writesLeft = new AtomicLong(Long.MAX_VALUE);

    FullDisk(SegmentFiles files) {
        super(files);
    }

    /** Lets every write behind the next {@code writes} fail. */
    void leaveRoomFor(long writes) {
        writesLeft.set(writes);
    }

    void makeRoom() {
        writesLeft.set(Long.MAX_VALUE);
    }

    private void take(String name) {
        if (writesLeft.getAndDecrement() <= 0) {
            throw new UncheckedIOException(
                    "segment file " + name + ": cannot write: " + NO_SPACE, new IOException(NO_SPACE));
        }
    }

    @Override
    public FileAppender create(String name) {
        take(name);
        FileAppender appender = super.create(name);
        return new FileAppender() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                take(name);
                appender.write(bytes, offset, length);
            }

            @Override
            public void force() {
                take(name);
                appender.force();
            }

            @Override
            public void close() {
                appender.close();
            }
        };
    }

    @Override
    public void rename(String from, String to) {
        take(from);
        super.rename(from, to);
    }

    @Override
    public void forceDirectory() {
        take("directory");
        super.forceDirectory();
    }
}
