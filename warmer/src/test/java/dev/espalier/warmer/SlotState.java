package dev.espalier.warmer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.InterceptedStore;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.memory.MemoryStore;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A state in memory of a few accounts, the first one with many slots, whose reads a test watches. */
final class SlotState {
    /** Slots 0 to here hold one more than their number. */
    static final int SLOTS = 400;

    /** The account with the slots. */
    static final Address OWNER = address(0);

    private static final int ACCOUNTS = 40;
    private static final long MOST_NANOS = 15_000_000_000L;

    private final InterceptedStore store = new InterceptedStore(MemoryStore.create());
    private final CommitmentTrie trie = CommitmentTrie.over(store);
    private int nextId = 1;

    SlotState() {
        try (UncommittedBlock block = trie.begin(BlockId.NONE)) {
            for (int i = 0; i < ACCOUNTS; i++) {
                block.putAccount(address(i), new Account(i, UInt256.of(i), Account.NO_CODE));
            }
            for (int i = 0; i < SLOTS; i++) {
                block.putStorage(OWNER, UInt256.of(i), UInt256.of(i + 1));
            }
            commit(block);
        }
    }

    static Address address(int number) {
        byte[] bytes = new byte[Address.BYTES];
        bytes[0] = (byte) number;
        return Address.of(bytes);
    }

    CommitmentTrie trie() {
        return trie;
    }

    /** Begins to watch the reads. */
    WatchedReads watch() {
        WatchedReads reads = new WatchedReads();
        store.intercept(reads);
        return reads;
    }

    /** Begins a block on the head. */
    UncommittedBlock begin() {
        return trie.begin(trie.head());
    }

    /** Seals and commits a block under a new id. */
    void commit(UncommittedBlock block) {
        block.seal(BlockId.of(Keys.spread(nextId++)));
        block.commit(block.stateRoot());
    }

    /** Sets slots {@code from} to {@code to - 1} to a value. */
    static void write(UncommittedBlock block, int from, int to, int value) {
        for (int i = from; i < to; i++) {
            block.putStorage(OWNER, UInt256.of(i), UInt256.of(value));
        }
    }

    static void touch(BlockWarmer warm, int from, int to) {
        for (int i = from; i < to; i++) {
            warm.touch(OWNER, UInt256.of(i));
        }
    }

    /** The root after the same writes on the head, computed without a warmer and without being watched. */
    Hash32 rootWithout(int from, int to, int value) {
        store.intercept(new InterceptedStore.Interceptor() {});
        try (UncommittedBlock block = begin()) {
            write(block, from, to, value);
            return block.stateRoot();
        }
    }

    /** Checks that each key was counted once, and each useful row among those read. */
    static void assertConsistent(WarmerReport report) {
        assertThat(counted(report)).as("keys of %s", report).isEqualTo(report.touched());
        assertThat(report.useful()).isBetween(report.late(), report.rows());
    }

    /** Waits until a thread waits for something. */
    static void awaitWaiting(Thread thread) {
        awaitThat(
                () -> thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TERMINATED,
                () -> thread.getName() + " to wait");
        if (thread.getState() == Thread.State.TERMINATED) {
            throw new AssertionError(thread.getName() + " ended, expected it to wait");
        }
    }

    /** Waits until something holds, and fails if that takes long. */
    static void awaitThat(BooleanSupplier condition, Supplier<String> what) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > MOST_NANOS) {
                throw new AssertionError("expected " + what.get());
            }
            Thread.onSpinWait();
        }
    }

    /** Waits until all that was handed in so far was worked on or dropped. */
    static void awaitDone(BlockWarmer warm) {
        awaitThat(
                () -> {
                    WarmerReport report = warm.report();
                    return counted(report) == report.touched();
                },
                () -> "every key to be counted: " + warm.report());
    }

    private static long counted(WarmerReport report) {
        return report.readOnly() + report.duplicate() + report.dropped() + report.warmed() + report.failed();
    }
}
