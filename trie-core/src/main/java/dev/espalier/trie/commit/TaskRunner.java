package dev.espalier.trie.commit;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs independent tasks on the caller's thread and on an executor's. The caller takes tasks too and never waits for a
 * helper that has not begun, so any executor will do: a busy one, a full one or one with a single thread that the caller
 * itself runs on.
 */
final class TaskRunner {
    private final Executor executor;
    private final int parallelism;

    /** @param parallelism the most threads, the caller's included */
    TaskRunner(Executor executor, int parallelism) {
        this.executor = executor;
        this.parallelism = parallelism;
    }

    int parallelism() {
        return parallelism;
    }

    /** Runs every task; after a failure the tasks not begun are left out, and the first failure is thrown. */
    void run(List<Runnable> tasks) {
        Run run = new Run(tasks);
        int helpers = Math.min(parallelism, tasks.size()) - 1;
        try {
            for (int i = 0; i < helpers; i++) {
                executor.execute(run::work);
            }
        } catch (RuntimeException refused) {
            // An executor that is full, or broken, costs speed only.
        } finally {
            run.work();
            run.awaitEnd();
        }
    }

    /** One call's tasks, taken in order by whoever is free. */
    private static final class Run {
        private final List<Runnable> tasks;
        private final AtomicInteger next = new AtomicInteger();
        private final CountDownLatch open;
        private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
        private final AtomicReference<@Nullable Error> error = new AtomicReference<>();

        Run(List<Runnable> tasks) {
            this.tasks = tasks;
            this.open = new CountDownLatch(tasks.size());
        }

        void work() {
            for (int i = next.getAndIncrement(); i < tasks.size(); i = next.getAndIncrement()) {
                try {
                    if (failure.get() == null && error.get() == null) {
                        tasks.get(i).run();
                    }
                } catch (RuntimeException e) {
                    failure.compareAndSet(null, e);
                } catch (Error e) {
                    error.compareAndSet(null, e);
                } finally {
                    open.countDown();
                }
            }
        }

        /** Waits through interrupts, which stay set: a reader must not be stopped half-way. */
        void awaitEnd() {
            boolean interrupted = false;
            while (true) {
                try {
                    open.await();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            Error fatal = error.get();
            if (fatal != null) {
                throw fatal;
            }
            RuntimeException first = failure.get();
            if (first != null) {
                throw first;
            }
        }
    }
}
