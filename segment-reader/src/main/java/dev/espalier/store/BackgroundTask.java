package dev.espalier.store;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;

/**
 * Runs a task on a daemon thread of its own, once after any number of triggers. A failure ends that run only: whoever
 * needs the task's result runs it itself and meets the failure there.
 */
final class BackgroundTask {
    private static final System.Logger LOGGER = System.getLogger("dev.espalier.store");

    private final Semaphore triggered = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    BackgroundTask(String name, Runnable task) {
        thread = new Thread(() -> loop(name, task), name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void trigger() {
        triggered.release();
    }

    private void loop(String name, Runnable task) {
        while (true) {
            triggered.acquireUninterruptibly();
            triggered.drainPermits();
            if (closed) {
                return;
            }
            try {
                task.run();
            } catch (CancellationException e) {
                LOGGER.log(System.Logger.Level.DEBUG, name + " was cancelled", e);
            } catch (RuntimeException e) {
                if (closed) {
                    return;
                }
                LOGGER.log(System.Logger.Level.WARNING, name + " failed and is tried again with the next change", e);
            }
        }
    }

    /** From now on no run starts, and one in work may fail without a word. Does not wait. */
    void ending() {
        closed = true;
    }

    /** Lets a run in work end and starts no other. */
    void close() {
        ending();
        trigger();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
