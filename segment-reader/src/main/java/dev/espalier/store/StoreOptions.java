package dev.espalier.store;

import dev.espalier.segment.SegmentEncoding;
import dev.espalier.segment.file.ReadAccess;
import dev.espalier.segment.page.Page;
import dev.espalier.store.lmdb.LmdbOptions;
import dev.espalier.store.log.StoreIdentity;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.commit.LeafKind;

/**
 * How a {@link LayeredStore} works. Immutable.
 */
public final class StoreOptions {
    /** The overlay's bound in bytes of heap, by default: 64 MiB. */
    public static final long DEFAULT_OVERLAY_BYTES = 64L << 20;

    /** The window in blocks, by default. */
    public static final int DEFAULT_WINDOW = 512;

    /** How many frozen segments of like size are merged, by default; it also bounds the base against them. */
    public static final int DEFAULT_MERGE_RATIO = 4;

    /** How many fresh segments are frozen into one, by default. */
    public static final int DEFAULT_FREEZE_AFTER = 4;

    /** The size of a base's files in bytes, by default: 256 MiB. */
    public static final long DEFAULT_PARTITION_BYTES = 256L << 20;

    /** The bytes a second that freezes and merges in the background read and write at most, by default: 128 MiB. */
    public static final long DEFAULT_MERGE_BYTES_PER_SECOND = 128L << 20;

    /** How many pages of a multi-get are asked of the disk at once, by default. */
    public static final int DEFAULT_READ_CONCURRENCY = 32;

    private final long chainId;
    private final LeafKind leaves;
    private final BlockId genesis;
    private final int durableEvery;
    private final long overlayBytes;
    private final int window;
    private final int freezeAfter;
    private final int mergeRatio;
    private final long partitionBytes;
    private final long mergeBytesPerSecond;
    private final boolean shortKeys;
    private final SegmentEncoding encoding;
    private final boolean background;
    private final long mapBytes;
    private final long maxMapBytes;
    private final boolean mapped;
    private final int readConcurrency;

    private StoreOptions(Builder builder) {
        chainId = builder.chainId;
        leaves = builder.leaves;
        genesis = builder.genesis;
        durableEvery = builder.durableEvery;
        overlayBytes = builder.overlayBytes;
        window = builder.window;
        freezeAfter = builder.freezeAfter;
        mergeRatio = builder.mergeRatio;
        partitionBytes = builder.partitionBytes;
        mergeBytesPerSecond = builder.mergeBytesPerSecond;
        shortKeys = builder.shortKeys;
        encoding = builder.encoding;
        background = builder.background;
        mapBytes = builder.mapBytes;
        maxMapBytes = builder.maxMapBytes;
        mapped = builder.mapped;
        readConcurrency = builder.readConcurrency;
    }

    /** Returns the defaults: mainnet, each block durable, flush and merge in the background. */
    public static StoreOptions defaults() {
        return builder().build();
    }

    /** Returns a builder that holds the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    long chainId() {
        return chainId;
    }

    /** Returns what the leaves are. */
    public LeafKind leaves() {
        return leaves;
    }

    int durableEvery() {
        return durableEvery;
    }

    long overlayBytes() {
        return overlayBytes;
    }

    int window() {
        return window;
    }

    int freezeAfter() {
        return freezeAfter;
    }

    int mergeRatio() {
        return mergeRatio;
    }

    long partitionBytes() {
        return partitionBytes;
    }

    long mergeBytesPerSecond() {
        return mergeBytesPerSecond;
    }

    boolean shortKeys() {
        return shortKeys;
    }

    SegmentEncoding encoding() {
        return encoding;
    }

    boolean background() {
        return background;
    }

    int readConcurrency() {
        return readConcurrency;
    }

    LmdbOptions log() {
        return new LmdbOptions(mapBytes, maxMapBytes, durableEvery);
    }

    StoreIdentity identity() {
        return new StoreIdentity(chainId, leaves, genesis);
    }

    ReadAccess access() {
        return mapped ? ReadAccess.MAPPED : ReadAccess.POSITIONAL;
    }

    /** Collects options; a setter refuses what no store could work with. Not safe for use by several threads. */
    public static final class Builder {
        private long chainId = 1;
        private LeafKind leaves = LeafKind.STATE;
        private BlockId genesis = BlockId.NONE;
        private int durableEvery = 1;
        private long overlayBytes = DEFAULT_OVERLAY_BYTES;
        private int window = DEFAULT_WINDOW;
        private int freezeAfter = DEFAULT_FREEZE_AFTER;
        private int mergeRatio = DEFAULT_MERGE_RATIO;
        private long partitionBytes = DEFAULT_PARTITION_BYTES;
        private long mergeBytesPerSecond = DEFAULT_MERGE_BYTES_PER_SECOND;
        private boolean shortKeys = true;
        private SegmentEncoding encoding = SegmentEncoding.DEFAULT;
        private boolean background = true;
        private long mapBytes = 64L << 20;
        private long maxMapBytes = 64L << 30;
        private boolean mapped = true;
        private int readConcurrency = DEFAULT_READ_CONCURRENCY;

        private Builder() {}

        /** Sets the chain that the store belongs to; a store of another one is refused. 1 by default. */
        public Builder chainId(long id) {
            chainId = id;
            return this;
        }

        /** Sets the chain's first block; a store that was made for another one is refused. Unchecked by default. */
        public Builder genesis(BlockId block) {
            genesis = block;
            return this;
        }

        /** Sets what the leaves are; a store of another kind is refused. */
        public Builder leaves(LeafKind kind) {
            leaves = kind;
            return this;
        }

        /**
         * Sets how many blocks become durable together.
         *
         * @param blocks 1, the default, makes each commit durable before it returns; with more, a crash may take back
         *     the newest ones, never one in between
         */
        public Builder durableEvery(int blocks) {
            durableEvery = (int) atLeast(1, blocks, "durableEvery");
            return this;
        }

        /** Sets the bytes of heap above which the overlay is flushed; twice as much may be held while a flush runs. */
        public Builder overlayBytes(long bytes) {
            overlayBytes = atLeast(1, bytes, "overlayBytes");
            return this;
        }

        /** Sets how many committed blocks can be unwound; at least 1. */
        public Builder window(int blocks) {
            window = (int) atLeast(1, blocks, "window");
            return this;
        }

        /**
         * Sets how many fresh segments, one of each flush, are frozen into one.
         *
         * @param segments at least 2
         */
        public Builder freezeAfter(int segments) {
            freezeAfter = (int) atLeast(2, segments, "freezeAfter");
            return this;
        }

        /**
         * Sets the size of the files that the base is cut into, about. A small one bounds what a single file is, and the
         * number of open files is the base's size divided by it.
         *
         * @param bytes at least a page, 4 KiB
         */
        public Builder partitionBytes(long bytes) {
            partitionBytes = atLeast(Page.BYTES, bytes, "partitionBytes");
            return this;
        }

        /**
         * Sets the bytes a second that freezes and merges in the background read and write at most, together. Flushes and
         * what is asked for are not held back, and nothing is while a commit waits for room.
         */
        public Builder mergeBytesPerSecond(long bytes) {
            mergeBytesPerSecond = atLeast(1, bytes, "mergeBytesPerSecond");
            return this;
        }

        /**
         * Sets whether rows of the base go without the key rests of their leaf children, which are then found by prefix:
         * a smaller base, for one more read where a leaf child is split or left alone.
         */
        public Builder shortKeys(boolean on) {
            shortKeys = on;
            return this;
        }

        /** Sets how frozen and base segments are encoded; {@link SegmentEncoding#DEFAULT} if nothing is said. */
        public Builder encoding(SegmentEncoding of) {
            encoding = of;
            return this;
        }

        /**
         * Sets how sizes grow: so many frozen segments of like size are merged into one, and all of them into the base once
         * they are together one part in so many of its size. A small one means less to read, a large one less to write.
         *
         * @param ratio at least 2
         */
        public Builder mergeRatio(int ratio) {
            mergeRatio = (int) atLeast(2, ratio, "mergeRatio");
            return this;
        }

        /** Sets whether full overlays are flushed and segments merged in the background; otherwise only when asked. */
        public Builder background(boolean on) {
            background = on;
            return this;
        }

        /**
         * Sets the log's map.
         *
         * @param bytes its size at first; it grows as needed
         * @param most its size at the most, after which commits are refused until it is raised
         */
        public Builder logMap(long bytes, long most) {
            mapBytes = atLeast(1L << 20, bytes, "mapBytes");
            maxMapBytes = atLeast(bytes, most, "maxMapBytes");
            return this;
        }

        /** Sets whether segment files are mapped, where the system allows it; otherwise they are read by position. */
        public Builder mappedFiles(boolean on) {
            mapped = on;
            return this;
        }

        /**
         * Sets how many pages of one multi-get are asked of the disk at once, at most. It takes effect where files are
         * mapped.
         *
         * @param pages 1 reads one page after the other
         */
        public Builder readConcurrency(int pages) {
            readConcurrency = (int) atLeast(1, pages, "readConcurrency");
            return this;
        }

        /** Returns the options. */
        public StoreOptions build() {
            return new StoreOptions(this);
        }

        private static long atLeast(long least, long value, String name) {
            if (value < least) {
                throw new IllegalArgumentException(name + "=" + value + ", expected at least " + least);
            }
            return value;
        }
    }
}
