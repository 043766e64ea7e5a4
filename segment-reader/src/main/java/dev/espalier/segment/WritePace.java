package dev.espalier.segment;

import java.util.concurrent.TimeUnit;

/**
 * Says how long to wait so that no more than a number of bytes is written a second. Time that passes unused is not made
 * up for. Confined to one thread.
 */
final class WritePace {
    private final long bytesPerSecond;
    private long bytesSoFar;
    private long freeAt;
    private boolean started;

    WritePace(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * Tells how long to wait before the next write.
     *
     * @param bytes written so far in all
     * @param nowNanos the present, from {@link System#nanoTime}
     * @return nanoseconds, not positive if there is no need to wait
     */
    long nanosToWait(long bytes, long nowNanos) {
        if (!started || freeAt - nowNanos < 0) {
            freeAt = nowNanos;
            started = true;
        }
        double seconds = (double) (bytes - bytesSoFar) / bytesPerSecond;
        bytesSoFar = bytes;
        freeAt += (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        return freeAt - nowNanos;
    }
}
