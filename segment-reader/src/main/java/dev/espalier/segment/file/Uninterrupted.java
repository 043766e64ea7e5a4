package dev.espalier.segment.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Runs operations on channels so that an interrupt of their thread does not end them. The thread keeps its interrupt.
 */
final class Uninterrupted {
    private Uninterrupted() {}

    /** What is run; run again if an interrupt met it. */
    interface Operation<T> {
        T run() throws IOException;
    }

    static <T> T run(Operation<T> operation) throws IOException {
        // A pending interrupt would close a channel before anything is done.
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return operation.run();
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
