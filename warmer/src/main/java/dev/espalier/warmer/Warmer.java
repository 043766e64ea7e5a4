package dev.espalier.warmer;

import dev.espalier.trie.commit.UncommittedBlock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads what blocks will need for their roots while they are still being executed, on threads beside.
 *
 * <p>It may be used for any number of blocks at once, of one trie or several, by any thread. It never makes a block wrong
 * and never fails one: without it, or when its reads fail, a block reads for itself.
 */
public final class Warmer implements AutoCloseable {
    private static final long IDLE_SECONDS = 5;

    private final WarmerOptions options;
    private final WarmQueue queue;
    private final Workers workers;
    private final DemandGate gate = new DemandGate();
    private final @Nullable ThreadPoolExecutor ownThreads;
    private final Set<BlockWarmer> open = ConcurrentHashMap.newKeySet();
    private final AtomicReference<WarmerReport> total = new AtomicReference<>(WarmerReport.NONE);
    private boolean closed;

    private Warmer(WarmerOptions options) {
        this.options = options;
        this.queue = new WarmQueue(options.queueCapacity());
        Executor executor = options.executor();
        ThreadPoolExecutor threads = null;
        if (executor == null) {
            threads = threads(options.workers());
            executor = threads;
        }
        this.ownThreads = threads;
        this.workers = new Workers(executor, options.workers(), options.batchKeys(), queue);
    }

    private static ThreadPoolExecutor threads(int count) {
        AtomicLong number = new AtomicLong();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "espalier-warmer-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Returns a warmer, which has no thread running until something is touched. */
    public static Warmer create(WarmerOptions options) {
        return new Warmer(options);
    }

    /**
     * Begins to warm a block. To be closed after the block's root is computed, by the thread that owns the block.
     *
     * @return does nothing but count if this warmer is closed
     * @throws IllegalStateException if the block is sealed or warmed already, or holds raw leaves
     */
    public synchronized BlockWarmer begin(UncommittedBlock block) {
        BlockWarmer warmed = new BlockWarmer(this, closed ? null : block);
        open.add(warmed);
        workers.retry();
        return warmed;
    }

    /**
     * Stops warming the blocks begun so far: what waits is dropped, what is in flight is waited for, and further touches
     * of them only count. To be called before an unwind, so that it has the disk to itself; blocks begun afterwards are
     * warmed as ever. What is in memory stays right: it belongs to a state, not to the chain.
     */
    public void quiesce() {
        open.forEach(BlockWarmer::stop);
    }

    /** Returns the sums over all blocks whose warming was closed. */
    public WarmerReport report() {
        return total.get();
    }

    /** Returns how often the executor refused a worker. */
    public long refusals() {
        return workers.refusals();
    }

    void closed(BlockWarmer block) {
        if (open.remove(block)) {
            total.accumulateAndGet(block.report(), WarmerReport::plus);
        }
    }

    WarmerOptions options() {
        return options;
    }

    WarmQueue queue() {
        return queue;
    }

    Workers workers() {
        return workers;
    }

    DemandGate gate() {
        return gate;
    }

    /**
     * Stops warming, waits for what is in flight, and ends the warmer's own threads. Blocks go on without it, and touches
     * only count. A second call does nothing.
     */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        quiesce();
        workers.close();
        if (ownThreads != null) {
            ownThreads.shutdown();
        }
    }
}
