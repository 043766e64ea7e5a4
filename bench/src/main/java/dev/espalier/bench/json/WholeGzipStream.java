package dev.espalier.bench.json;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The content of a gzip file, of one member or several (RFC 1952, section 2.2), that takes nothing else: the JDK's own
 * stream ends without a word where the bytes after a member are not one more member.
 *
 * <p>Not thread-safe.
 */
final class WholeGzipStream extends GZIPInputStream {
    private static final int TRAILER_BYTES = 8;

    private final Counted stored;
    private long takenAtFill;

    /**
     * Reads the header.
     *
     * @param stored read byte by byte at times, so it is better buffered
     */
    WholeGzipStream(InputStream stored, int bufferBytes) throws IOException {
        this(new Counted(stored), bufferBytes);
    }

    private WholeGzipStream(Counted stored, int bufferBytes) throws IOException {
        super(stored, bufferBytes);
        this.stored = stored;
    }

    /**
     * Reads like any stream, and at the end checks that it is the file's.
     *
     * @throws ZipException if bytes follow the last member
     */
    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
        int read = super.read(into, offset, count);
        if (read < 0 && bytesAfterTrailer()) {
            throw new ZipException("bytes after its end");
        }
        return read;
    }

    @Override
    protected void fill() throws IOException {
        super.fill();
        takenAtFill = stored.taken;
    }

    /**
     * The last member's trailer is the first 8 bytes that the inflater left over. Where it left less, the rest was taken
     * from the file, and whatever was taken beyond is what the JDK tried as a header.
     */
    private boolean bytesAfterTrailer() {
        int leftOver = inf.getRemaining();
        return leftOver > TRAILER_BYTES || stored.taken - takenAtFill > TRAILER_BYTES - leftOver;
    }

    /** Counts what has been taken of the file. */
    private static final class Counted extends FilterInputStream {
        private long taken;

        private Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            taken += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] into, int offset, int count) throws IOException {
            int read = super.read(into, offset, count);
            taken += Math.max(read, 0);
            return read;
        }
    }
}
