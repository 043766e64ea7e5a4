package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.UnknownBlockException;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A thread that executes blocks on whatever can be reached, as a payload builder or a server of calls does, while the head
 * goes on and back. It commits nothing.
 */
final class ForkTreeReader {
    private final ReorgChain chain;
    private final ReadWriteLock store = new ReentrantReadWriteLock();
    private final Thread thread = Thread.ofPlatform().unstarted(this::run);
    private volatile List<BlockId> offered;
    private volatile boolean stopping;
    private volatile @Nullable Throwable failure;
    private volatile long executed;

    ForkTreeReader(ReorgChain chain, List<BlockId> offered) {
        this.chain = chain;
        this.offered = offered;
    }

    void start() {
        thread.start();
    }

    /** Says which blocks can be reached now. */
    void offer(List<BlockId> reachable) {
        offered = reachable;
        Throwable why = failure;
        if (why != null) {
            throw new AssertionError("a reader beside the actions failed", why);
        }
    }

    /** Does something while no read is in work. */
    void whileItStands(Runnable action) {
        store.writeLock().lock();
        try {
            action.run();
        } finally {
            store.writeLock().unlock();
        }
    }

    /** Ends the thread, if it was started, and returns how many blocks it executed. */
    long stop() {
        stopping = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        offer(offered);
        return executed;
    }

    private void run() {
        Random random = new Random(1);
        try {
            while (!stopping) {
                List<BlockId> blocks = offered;
                executeOn(blocks.get(random.nextInt(blocks.size())), random.nextLong());
            }
        } catch (RuntimeException | AssertionError e) {
            failure = e;
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // by this thread alone
    private void executeOn(BlockId parent, long seed) {
        List<Op> writes = ReorgChain.writes(chain.state(parent), seed);
        OracleState after = chain.after(parent, writes);
        store.readLock().lock();
        try (UncommittedBlock block = chain.trie().begin(parent)) {
            Ops.write(block, writes);
            assertThat(block.stateRoot())
                    .as("root on %s, seed=%s", parent, seed)
                    .isEqualTo(Keys.ofTrie(after.stateRoot()));
            executed++;
        } catch (UnknownBlockException e) {
            // It was unwound, or discarded, meanwhile.
        } finally {
            store.readLock().unlock();
        }
    }
}
