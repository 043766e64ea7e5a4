package dev.espalier.warmer;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** How a {@link Warmer} works. Immutable. */
public final class WarmerOptions {
    /** The most workers, by default. */
    public static final int DEFAULT_WORKERS = 4;

    /** The most keys that a worker reads ahead for at once, by default. */
    public static final int DEFAULT_BATCH_KEYS = 64;

    /** The most touches that wait, by default: more cold slots than a block of 60 million gas can touch. */
    public static final int DEFAULT_QUEUE_CAPACITY = 32_768;

    /** The most distinct keys warmed for a block, by default. */
    public static final int DEFAULT_MAX_KEYS_PER_BLOCK = 131_072;

    private static final int MAX_QUEUE_CAPACITY = 1 << 24;

    private final @Nullable Executor executor;
    private final int workers;
    private final int batchKeys;
    private final int queueCapacity;
    private final long maxWaitNanos;
    private final int maxKeysPerBlock;
    private final boolean warmReadOnly;

    private WarmerOptions(Builder builder) {
        executor = builder.executor;
        workers = builder.workers;
        batchKeys = builder.batchKeys;
        queueCapacity = builder.queueCapacity;
        maxWaitNanos = builder.maxWaitNanos;
        maxKeysPerBlock = builder.maxKeysPerBlock;
        warmReadOnly = builder.warmReadOnly;
    }

    /** Returns the defaults: threads of the warmer's own, touches dropped when the queue is full. */
    public static WarmerOptions defaults() {
        return builder().build();
    }

    /** Returns a builder that holds the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns what runs the workers; null for threads of the warmer's own. */
    @Nullable
    Executor executor() {
        return executor;
    }

    /** Returns the most workers. */
    public int workers() {
        return workers;
    }

    /** Returns the most keys that a worker reads ahead for at once. */
    public int batchKeys() {
        return batchKeys;
    }

    /** Returns the most touches that wait: a power of two. */
    public int queueCapacity() {
        return queueCapacity;
    }

    /** Returns how long a touch waits for room before it is dropped, in nanoseconds; 0 if not at all. */
    long maxWaitNanos() {
        return maxWaitNanos;
    }

    /** Returns the most distinct keys warmed for a block. */
    public int maxKeysPerBlock() {
        return maxKeysPerBlock;
    }

    /** Returns whether keys that are only read are warmed too. */
    public boolean warmReadOnly() {
        return warmReadOnly;
    }

    /** Collects options; a setter refuses what no warmer could work with. Not safe for use by several threads. */
    public static final class Builder {
        private @Nullable Executor executor;
        private int workers = DEFAULT_WORKERS;
        private int batchKeys = DEFAULT_BATCH_KEYS;
        private int queueCapacity = DEFAULT_QUEUE_CAPACITY;
        private long maxWaitNanos;
        private int maxKeysPerBlock = DEFAULT_MAX_KEYS_PER_BLOCK;
        private boolean warmReadOnly;

        private Builder() {}

        /**
         * Runs the workers on an executor instead of threads of the warmer's own.
         *
         * @param with stays the caller's to shut down. It must not run a task in the thread that gives it: that is the
         *     EVM's. One that is busy or refuses costs warmth only
         */
        public Builder executor(Executor with) {
            executor = with;
            return this;
        }

        /**
         * Sets the most workers, each of which reads one batch at a time.
         *
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder workers(int most) {
            workers = between(1, Integer.MAX_VALUE, most, "workers");
            return this;
        }

        /**
         * Sets the most keys that a worker reads ahead for at once. It bounds what a read on demand finds in front of
         * it: each worker has one multi-get under way, of at most one row a key.
         *
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder batchKeys(int keys) {
            batchKeys = between(1, Integer.MAX_VALUE, keys, "batchKeys");
            return this;
        }

        /**
         * Sets the most touches that wait.
         *
         * @param touches 1 to 16,777,216, rounded up to a power of two
         * @throws IllegalArgumentException if it is outside of that range
         */
        public Builder queueCapacity(int touches) {
            int checked = between(1, MAX_QUEUE_CAPACITY, touches, "queueCapacity");
            queueCapacity = checked == 1 ? 1 : Integer.highestOneBit(checked - 1) << 1;
            return this;
        }

        /**
         * Makes a touch wait for room when the queue is full, instead of being dropped at once.
         *
         * @param most zero for not at all, the default: the thread that touches is the one to be made faster
         * @throws IllegalArgumentException if it is negative
         */
        public Builder maxWait(Duration most) {
            if (most.isNegative()) {
                throw new IllegalArgumentException("maxWait=" + most + ", expected at least 0");
            }
            maxWaitNanos = most.toNanos();
            return this;
        }

        /**
         * Sets the most distinct keys warmed for a block; further ones are dropped. It bounds the memory of a block: its
         * keys and their rows are kept until it is closed.
         *
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder maxKeysPerBlock(int keys) {
            maxKeysPerBlock = between(1, Integer.MAX_VALUE, keys, "maxKeysPerBlock");
            return this;
        }

        /** Sets whether keys that are only read are warmed like those that are written; not so by default. */
        public Builder warmReadOnly(boolean warm) {
            warmReadOnly = warm;
            return this;
        }

        /** Returns the options. */
        public WarmerOptions build() {
            return new WarmerOptions(this);
        }

        private static int between(int least, int most, int value, String name) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(name + "=" + value + ", expected " + least + " to " + most);
            }
            return value;
        }
    }
}
