package dev.espalier.trie.commit;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** How a {@link CommitmentTrie} works. Immutable. */
public final class TrieOptions {
    /** Batches of more keys are split, by default: below it the hand-over costs more than the second thread saves. */
    public static final int DEFAULT_SPLIT_ABOVE = 128;

    /** The most keys folded at once, by default. */
    public static final int DEFAULT_PARTITION_KEYS = 250_000;

    /** The most sealed blocks kept, by default. */
    public static final int DEFAULT_MAX_SEALED_BLOCKS = 256;

    /** The most bytes of heap that sealed blocks hold, by default: 1 GiB. */
    public static final long DEFAULT_MAX_SEALED_BYTES = 1L << 30;

    private final Executor executor;
    private final int parallelism;
    private final int splitAbove;
    private final int partitionKeys;
    private final LeafKind leaves;
    private final int maxSealedBlocks;
    private final long maxSealedBytes;

    private TrieOptions(Builder builder) {
        executor = builder.executor == null ? Runnable::run : builder.executor;
        parallelism = builder.executor == null ? 1 : builder.parallelism;
        splitAbove = builder.splitAbove;
        partitionKeys = builder.partitionKeys;
        leaves = builder.leaves;
        maxSealedBlocks = builder.maxSealedBlocks;
        maxSealedBytes = builder.maxSealedBytes;
    }

    /** Returns the defaults: one thread, Ethereum's state. */
    public static TrieOptions defaults() {
        return builder().build();
    }

    /** Returns a builder that holds the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns what the leaves are. */
    public LeafKind leaves() {
        return leaves;
    }

    /** Returns the most sealed blocks kept. */
    public int maxSealedBlocks() {
        return maxSealedBlocks;
    }

    /** Returns the most bytes of heap that sealed blocks hold. */
    public long maxSealedBytes() {
        return maxSealedBytes;
    }

    FoldSettings foldSettings() {
        return new FoldSettings(new TaskRunner(executor, parallelism), splitAbove, partitionKeys);
    }

    /** Collects options; a setter refuses what no trie could work with. Not safe for use by several threads. */
    public static final class Builder {
        private @Nullable Executor executor;
        private int parallelism = 1;
        private int splitAbove = DEFAULT_SPLIT_ABOVE;
        private int partitionKeys = DEFAULT_PARTITION_KEYS;
        private LeafKind leaves = LeafKind.STATE;
        private int maxSealedBlocks = DEFAULT_MAX_SEALED_BLOCKS;
        private long maxSealedBytes = DEFAULT_MAX_SEALED_BYTES;

        private Builder() {}

        /**
         * Computes roots on several threads.
         *
         * @param executor runs subtree tasks beside the calling thread. It stays the caller's to shut down; one that is
         *     busy or refuses work costs speed only
         * @param parallelism the most threads for one root, the calling one included; at least 1
         * @throws IllegalArgumentException if the parallelism is below 1
         */
        public Builder executor(Executor executor, int parallelism) {
            this.executor = executor;
            this.parallelism = (int) atLeast(1, parallelism, "parallelism");
            return this;
        }

        /**
         * Sets the keys above which a batch is split into subtree tasks, and a subtree into smaller ones.
         *
         * @param keys at least 0; 0 splits every batch, down to single keys
         * @throws IllegalArgumentException if it is negative
         */
        public Builder splitAbove(int keys) {
            splitAbove = (int) atLeast(0, keys, "splitAbove");
            return this;
        }

        /**
         * Sets the most keys that are folded at once; larger batches are processed in parts.
         *
         * @param keys at least 1
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder partitionKeys(int keys) {
            partitionKeys = (int) atLeast(1, keys, "partitionKeys");
            return this;
        }

        /** Sets what the leaves are. */
        public Builder leaves(LeafKind kind) {
            leaves = kind;
            return this;
        }

        /**
         * Sets the most sealed blocks kept; the block sealed first goes first, with the blocks on it.
         *
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder maxSealedBlocks(int blocks) {
            maxSealedBlocks = (int) atLeast(1, blocks, "maxSealedBlocks");
            return this;
        }

        /**
         * Sets the most bytes of heap that sealed blocks hold; the newest one is kept whatever its size.
         *
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder maxSealedBytes(long bytes) {
            maxSealedBytes = atLeast(1, bytes, "maxSealedBytes");
            return this;
        }

        /** Returns the options. */
        public TrieOptions build() {
            return new TrieOptions(this);
        }

        private static long atLeast(long least, long value, String name) {
            if (value < least) {
                throw new IllegalArgumentException(name + "=" + value + ", expected at least " + least);
            }
            return value;
        }
    }
}
