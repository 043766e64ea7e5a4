package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TaskRunnerTest {
    private final AtomicInteger done = new AtomicInteger();

    private List<Runnable> tasks(int count) {
        return new ArrayList<>(Collections.nCopies(count, done::incrementAndGet));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 100})
    void runsEveryTaskOnce(int count) {
        try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
            new TaskRunner(pool, 4).run(tasks(count));
        }
        assertThat(done).hasValue(count);
    }

    @Test
    void runsInOrderOnTheCallersThreadWithoutHelpers() {
        List<Integer> order = new ArrayList<>();
        List<Runnable> tasks = new ArrayList<>();
        Thread caller = Thread.currentThread();
        for (int i = 0; i < 10; i++) {
            int number = i;
            tasks.add(() -> {
                assertThat(Thread.currentThread()).isSameAs(caller);
                order.add(number);
            });
        }
        new TaskRunner(
                        helper -> {
                            throw new AssertionError("asked for a helper");
                        },
                        1)
                .run(tasks);
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void anExecutorThatRefusesWorkCostsSpeedOnly() {
        AtomicInteger asked = new AtomicInteger();
        TaskRunner runner = new TaskRunner(
                helper -> {
                    asked.incrementAndGet();
                    throw new RejectedExecutionException("full");
                },
                4);
        runner.run(tasks(10));
        assertThat(done).hasValue(10);
        assertThat(asked).as("asked once, not for every helper").hasValue(1);
    }

    @Test
    void anExecutorThatNeverRunsAnythingIsNotWaitedFor() {
        List<Runnable> never = new ArrayList<>();
        new TaskRunner(never::add, 3).run(tasks(10));
        assertThat(done).hasValue(10);
        assertThat(never).hasSize(2);
        never.forEach(Runnable::run);
        assertThat(done).as("a helper that comes too late finds nothing to do").hasValue(10);
    }

    @Test
    void asksForNoMoreHelpersThanThereAreTasksToShare() {
        List<Runnable> never = new ArrayList<>();
        new TaskRunner(never::add, 100).run(tasks(3));
        assertThat(never).hasSize(2);
        assertThat(new TaskRunner(never::add, 100).parallelism()).isEqualTo(100);
    }

    @Test
    void anExecutorThatRunsWorkAtOnceWillDo() {
        new TaskRunner(Runnable::run, 4).run(tasks(10));
        assertThat(done).hasValue(10);
    }

    @Test
    void theCallerMayItselfRunOnTheOnlyThreadOfTheExecutor() throws Exception {
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            TaskRunner runner = new TaskRunner(pool, 4);
            pool.submit(() -> runner.run(tasks(10))).get(30, TimeUnit.SECONDS);
        }
        assertThat(done).hasValue(10);
    }

    @Test
    void tasksMayRunTasksOfTheirOwn() throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            TaskRunner runner = new TaskRunner(pool, 3);
            List<Runnable> outer = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                outer.add(() -> runner.run(tasks(5)));
            }
            runner.run(outer);
        }
        assertThat(done).hasValue(25);
    }

    @Test
    void sharesTasksWithAHelperAndWaitsForTheTaskItHasBegun() {
        Thread caller = Thread.currentThread();
        CyclicBarrier bothBegan = new CyclicBarrier(2);
        AtomicBoolean helperFinished = new AtomicBoolean();
        Runnable task = () -> {
            await(bothBegan);
            if (Thread.currentThread() != caller) {
                while (caller.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                helperFinished.set(true);
            }
        };
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            new TaskRunner(pool, 2).run(List.of(task, task));
            assertThat(helperFinished).isTrue();
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void usesNoMoreThreadsThanItMay() {
        Set<Thread> threads = Collections.synchronizedSet(new HashSet<>());
        List<Runnable> tasks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            tasks.add(() -> threads.add(Thread.currentThread()));
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
            new TaskRunner(pool, 3).run(tasks);
        }
        assertThat(threads).hasSizeBetween(1, 3);
    }

    @Test
    void theFirstFailureIsThrownAndTasksNotBegunAreLeftOut() {
        RuntimeException failure = new IllegalArgumentException("third");
        List<Runnable> tasks = tasks(10);
        tasks.set(2, () -> {
            throw failure;
        });
        tasks.set(5, () -> {
            throw new IllegalArgumentException("sixth");
        });
        assertThatThrownBy(() -> new TaskRunner(Runnable::run, 1).run(tasks)).isSameAs(failure);
        assertThat(done).hasValue(2);
    }

    @Test
    void aHelpersFailureReachesTheCaller() {
        Thread caller = Thread.currentThread();
        CyclicBarrier bothBegan = new CyclicBarrier(2);
        Runnable task = () -> {
            await(bothBegan);
            if (Thread.currentThread() != caller) {
                throw new IllegalArgumentException("helper");
            }
        };
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            TaskRunner runner = new TaskRunner(pool, 2);
            assertThatThrownBy(() -> runner.run(List.of(task, task))).hasMessage("helper");
            runner.run(tasks(4));
        }
        assertThat(done).as("the next run is not affected").hasValue(4);
    }

    @Test
    void anErrorIsThrownAsItIsAndBeforeAnException() {
        Error error = new AssertionError("broken");
        List<Runnable> tasks = tasks(4);
        tasks.set(1, () -> {
            throw error;
        });
        assertThatThrownBy(() -> new TaskRunner(Runnable::run, 1).run(tasks)).isSameAs(error);
        assertThat(done).hasValue(1);
    }

    /** A reader is never stopped half-way, so an interrupt waits until the tasks are done. */
    @Test
    void anInterruptIsKeptAndStopsNothing() {
        Thread caller = Thread.currentThread();
        CyclicBarrier bothBegan = new CyclicBarrier(2);
        Runnable task = () -> {
            await(bothBegan);
            if (Thread.currentThread() != caller) {
                while (caller.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                caller.interrupt();
                while (caller.isInterrupted() || caller.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }
            done.incrementAndGet();
        };
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            new TaskRunner(pool, 2).run(List.of(task, task));
        }
        assertThat(Thread.interrupted()).as("interrupt kept").isTrue();
        assertThat(done).hasValue(2);
    }

    @Test
    void anInterruptFromBeforeIsKept() {
        Thread.currentThread().interrupt();
        new TaskRunner(Runnable::run, 1).run(tasks(5));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(done).hasValue(5);
    }
}
