package dev.espalier.segment.file;

import java.io.FileOutputStream;
import java.io.IOException;

/** Appends through a stream, which, unlike a channel, an interrupt does not close. */
final class StreamAppender implements FileAppender {
    private final String name;
    private final FileOutputStream stream;

    StreamAppender(String name, FileOutputStream stream) {
        this.name = name;
        this.stream = stream;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        try {
            stream.write(bytes, offset, length);
        } catch (IOException e) {
            throw DiskFiles.failure("write", name, e);
        }
    }

    @Override
    public void force() {
        try {
            stream.getFD().sync();
        } catch (IOException e) {
            throw DiskFiles.failure("force", name, e);
        }
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw DiskFiles.failure("close", name, e);
        }
    }
}
