package dev.espalier.warmer;

import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.ReadAhead;
import dev.espalier.trie.commit.UncommittedBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Warms one block: takes the keys that it will write, and has their rows read at the state that the block began on.
 *
 * <p>Any thread may touch and prefetch, none of them ever fails or waits for a read; what cannot be done is dropped and
 * counted. A touch hashes nothing. Closing is for the thread that owns the block, after the block's root is computed.
 */
public final class BlockWarmer implements AutoCloseable {
    private static final long ROOM_NANOS = 20_000;

    private final Warmer warmer;
    private final WarmQueue queue;
    private final Workers workers;
    private final WarmerOptions options;
    private final DemandGate gate;
    private final WarmCounters counters = new WarmCounters();
    private final BlockRows rows;
    private final BlockKeys keys;
    private final @Nullable ReadAhead ahead;
    private volatile int draining;
    private volatile boolean stopped;
    private int inFlight;
    private boolean closed;

    /** @param block null for a warmer that is closed */
    BlockWarmer(Warmer warmer, @Nullable UncommittedBlock block) {
        this.warmer = warmer;
        this.queue = warmer.queue();
        this.workers = warmer.workers();
        this.options = warmer.options();
        this.gate = warmer.gate();
        this.rows = new BlockRows(gate, counters, this::isDraining);
        this.keys = new BlockKeys(options.maxKeysPerBlock(), counters);
        this.stopped = block == null;
        this.ahead = block == null ? null : block.readAhead(rows);
    }

    /** Says that the block will write an account. */
    public void touch(Address address) {
        offer(new Touch(this, address, null));
    }

    /** Says that the block will write the account of a hashed address. */
    public void touch(Hash32 hashedAddress) {
        offer(new Touch(this, hashedAddress, null));
    }

    /** Says that the block will write a slot, and so its account. */
    public void touch(Address address, UInt256 slot) {
        offer(new Touch(this, address, slot));
    }

    /** Says that the block will write a hashed slot of a hashed address, and so the account. */
    public void touch(Hash32 hashedAddress, Hash32 hashedSlot) {
        offer(new Touch(this, hashedAddress, hashedSlot));
    }

    /** Says that the block reads an account; by default nothing is read ahead for it. */
    public void touchReadOnly(Address address) {
        if (readsOnly()) {
            touch(address);
        }
    }

    /** Says that the block reads a slot; by default nothing is read ahead for it. */
    public void touchReadOnly(Address address, UInt256 slot) {
        if (readsOnly()) {
            touch(address, slot);
        }
    }

    /** Tells whether keys that are only read are warmed; if not, counts one. */
    private boolean readsOnly() {
        if (!options.warmReadOnly()) {
            counters.touched.increment();
            counters.readOnly.increment();
        }
        return options.warmReadOnly();
    }

    private void offer(Touch touch) {
        counters.touched.increment();
        if (stopped || !(queue.offer(touch) || offerAgain(touch))) {
            counters.dropped.increment();
        } else {
            workers.touched();
        }
    }

    /** Waits for room as long as the options allow. */
    private boolean offerAgain(Touch touch) {
        long nanos = options.maxWaitNanos();
        if (nanos == 0) {
            return false;
        }
        workers.touched();
        long start = System.nanoTime();
        boolean offered = false;
        while (!offered && !stopped && System.nanoTime() - start < nanos) {
            LockSupport.parkNanos(this, ROOM_NANOS);
            offered = queue.offer(touch);
        }
        return offered;
    }

    /**
     * Has everything read ahead that the block will write, according to its access list. Costs the caller a count of the
     * list's keys; hashing and sorting are done by a worker.
     */
    public void prefetch(BlockAccessList list) {
        AccessListPlanner planner = new AccessListPlanner(list, options.warmReadOnly());
        counters.touched.add(planner.keys() + planner.leftOut());
        counters.readOnly.add(planner.leftOut());
        if (planner.keys() > 0) {
            enqueue(List.of(new WarmTask(this, planner.keys(), () -> plan(planner))), planner.keys());
        }
    }

    private void enqueue(List<WarmTask> tasks, int keyCount) {
        if (queue.add(tasks, this)) {
            workers.startOne();
        } else {
            counters.dropped.add(keyCount);
        }
    }

    /** Cuts the sorted keys, so that each worker reads neighbours. */
    private void plan(AccessListPlanner planner) {
        List<WarmKey> fresh = keys.admit(planner.hashed(keys));
        List<WarmTask> tasks = new ArrayList<>();
        for (int from = 0; from < fresh.size(); from += options.batchKeys()) {
            List<WarmKey> batch = fresh.subList(from, Math.min(fresh.size(), from + options.batchKeys()));
            tasks.add(new WarmTask(this, batch.size(), () -> read(batch)));
        }
        if (!tasks.isEmpty()) {
            enqueue(tasks, fresh.size());
        }
    }

    /** Returns the work that touches are. */
    WarmTask task(List<Touch> touches) {
        return new WarmTask(this, touches.size(), () -> {
            List<WarmKey> touched = new ArrayList<>(touches.size());
            touches.forEach(touch -> touched.add(keys.of(touch)));
            read(keys.admit(touched));
        });
    }

    private void read(List<WarmKey> sorted) {
        if (ahead == null || sorted.isEmpty()) {
            return;
        }
        try {
            ahead.read(WarmKey.writes(sorted));
            counters.warmed.add(sorted.size());
        } catch (RuntimeException e) {
            counters.failed.add(sorted.size());
        }
    }

    /** Does work that is in flight. A failure is counted: whatever is wrong, the block will meet it itself. */
    void run(WarmTask task) {
        try {
            task.body().run();
        } catch (RuntimeException e) {
            counters.failed.add(task.keys());
        } finally {
            end();
        }
    }

    /** Takes work into flight; fails when the block takes no more. */
    synchronized boolean begin() {
        if (stopped) {
            return false;
        }
        inFlight++;
        return true;
    }

    private synchronized void end() {
        inFlight--;
        if (inFlight == 0) {
            notifyAll();
        }
    }

    /**
     * Ends the reading ahead that was asked for so far: what waits is dropped and counted, what is in flight is waited
     * for and never cancelled. To be called before the root is computed, so that the two do not compete for the disk.
     * An interrupt stays set and does not end the waiting.
     */
    public void awaitDrain() {
        countDraining(1);
        try {
            queue.drop(this);
            gate.look();
            awaitLanding();
        } finally {
            countDraining(-1);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written under the monitor
    private synchronized void countDraining(int more) {
        draining += more;
    }

    private synchronized void awaitLanding() {
        boolean interrupted = false;
        while (inFlight > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes no more work, drops what waits and waits for what is in flight. */
    void stop() {
        synchronized (this) {
            stopped = true;
        }
        awaitDrain();
    }

    boolean isDraining() {
        return draining > 0;
    }

    boolean isStopped() {
        return stopped;
    }

    WarmCounters counters() {
        return counters;
    }

    /** Returns what warming the block did so far; final once this is closed. */
    public WarmerReport report() {
        return counters.snapshot();
    }

    /**
     * Drains, lets the block's parent state go, and adds the report to the warmer's. A touch afterwards does nothing but
     * count. A second call does nothing.
     */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        stop();
        rows.close();
        if (ahead != null) {
            ahead.close();
        }
        warmer.closed(this);
    }
}
