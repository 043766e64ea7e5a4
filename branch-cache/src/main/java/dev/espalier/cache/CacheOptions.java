package dev.espalier.cache;

import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** How a cache keeps rows. Immutable. */
public final class CacheOptions {
    /** The environment variable that keeps rows across blocks when it is {@code true}. */
    public static final String PERSIST_VARIABLE = "COMMITMENT_BRANCH_CACHE_PERSIST";

    /** The default budget: 256 MiB. */
    public static final long DEFAULT_BUDGET_BYTES = 256L << 20;

    /** The default share of the pinned tier. */
    public static final double DEFAULT_PINNED_SHARE = 0.25;

    /** The deepest default level of the account trie that is pinned: 69,905 rows at most, 42 MB. */
    public static final int DEFAULT_ACCOUNT_DEPTH = 4;

    /** The deepest default level of a storage trie that is pinned: 4,369 rows at most, 2.6 MB. */
    public static final int DEFAULT_STORAGE_DEPTH = 3;

    /** The deepest level that can be pinned. */
    public static final int MAX_PINNED_DEPTH = Trunk.MAX_DEPTH;

    /** One hit in so many is checked by default. */
    public static final int DEFAULT_SHADOW_ONE_IN = 1024;

    private static final double MAX_PINNED_SHARE = 0.9;
    /** Slots take at most this part of the pinned share: the rest is for rows. */
    private static final int SLOTS_PART = 4;

    private final CacheLifetime lifetime;
    private final long budgetBytes;
    private final double pinnedShare;
    private final @Nullable Integer accountDepth;
    private final @Nullable Integer storageDepth;
    private final int shadowOneIn;
    private final boolean compulsoryMisses;
    private final Executor executor;

    private CacheOptions(Builder builder) {
        lifetime = builder.lifetime;
        budgetBytes = builder.budgetBytes;
        pinnedShare = builder.pinnedShare;
        accountDepth = builder.accountDepth;
        storageDepth = builder.storageDepth;
        shadowOneIn = builder.shadowOneIn;
        compulsoryMisses = builder.compulsoryMisses;
        executor = builder.executor;
    }

    /** Returns a builder of the default options: {@link CacheLifetime#PER_BLOCK}, whatever the environment says. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the default options with the lifetime that {@value #PERSIST_VARIABLE} gives.
     *
     * @throws IllegalArgumentException if the variable is neither absent nor empty, {@code true} or {@code false}
     */
    public static CacheOptions fromEnvironment() {
        return builder().environment(System.getenv()).build();
    }

    /** Returns how long rows stay. */
    public CacheLifetime lifetime() {
        return lifetime;
    }

    /** Returns the bytes of heap that rows, keys and the structure around them may take in both tiers. */
    public long budgetBytes() {
        return budgetBytes;
    }

    /** Returns the part of the budget that the pinned tier may take. */
    public double pinnedShare() {
        return pinnedShare;
    }

    /** Returns one in how many hits is checked against its parent; 0 is none. */
    public int shadowOneIn() {
        return shadowOneIn;
    }

    /** Tells whether misses of paths that were never there are counted apart. */
    public boolean countsCompulsoryMisses() {
        return compulsoryMisses;
    }

    /** Returns what runs the upkeep of the evicting tier. */
    public Executor executor() {
        return executor;
    }

    /** Returns the bytes that the pinned tier may take. */
    public long pinnedBytes() {
        return pinnedBytes(budgetBytes, pinnedShare);
    }

    private static long pinnedBytes(long budgetBytes, double share) {
        return (long) (budgetBytes * share);
    }

    /**
     * Returns the deepest level of the account trie that is pinned.
     *
     * @return 0 to {@link #MAX_PINNED_DEPTH}; -1 if none is
     */
    public int effectiveAccountDepth() {
        return accountDepth != null ? accountDepth : deepest(DEFAULT_ACCOUNT_DEPTH);
    }

    /**
     * Returns the deepest level of storage tries that is pinned.
     *
     * @return 0 to {@link #MAX_PINNED_DEPTH}; -1 if none is
     */
    public int effectiveStorageDepth() {
        return storageDepth != null ? storageDepth : deepest(DEFAULT_STORAGE_DEPTH);
    }

    /** Returns the deepest level, down to a wanted one, whose slots fit into their part of the share; -1 if none does. */
    private int deepest(int wanted) {
        int depth = wanted;
        while (depth >= 0 && !fits(depth, pinnedBytes())) {
            depth--;
        }
        return depth;
    }

    private static boolean fits(int depth, long shareBytes) {
        return RetainedBytes.ofSlots(Trunk.slotsDownTo(depth)) <= shareBytes / SLOTS_PART;
    }

    @Override
    public String toString() {
        return "lifetime=" + lifetime + ", budgetBytes=" + budgetBytes + ", pinnedShare=" + pinnedShare
                + ", accountDepth=" + effectiveAccountDepth() + ", storageDepth=" + effectiveStorageDepth()
                + ", shadowOneIn=" + shadowOneIn;
    }

    /**
     * Builds options. A setter refuses what contradicts what was set before, and names both. Confined to one thread.
     */
    public static final class Builder {
        private CacheLifetime lifetime = CacheLifetime.PER_BLOCK;
        private long budgetBytes = DEFAULT_BUDGET_BYTES;
        private double pinnedShare = DEFAULT_PINNED_SHARE;
        private @Nullable Integer accountDepth;
        private @Nullable Integer storageDepth;
        private int shadowOneIn = DEFAULT_SHADOW_ONE_IN;
        private boolean compulsoryMisses;
        private Executor executor = Runnable::run;

        private Builder() {}

        /** Sets how long rows stay. */
        public Builder lifetime(CacheLifetime value) {
            lifetime = value;
            return this;
        }

        /**
         * Takes the lifetime from {@value CacheOptions#PERSIST_VARIABLE}: absent, empty or {@code false} is {@link
         * CacheLifetime#PER_BLOCK}, {@code true} is {@link CacheLifetime#CROSS_BLOCK}.
         *
         * @param variables the environment
         * @throws IllegalArgumentException if the variable is another word
         */
        public Builder environment(Map<String, String> variables) {
            String word = variables.getOrDefault(PERSIST_VARIABLE, "");
            lifetime = switch (word) {
                case "", "false" -> CacheLifetime.PER_BLOCK;
                case "true" -> CacheLifetime.CROSS_BLOCK;
                default ->
                    throw new IllegalArgumentException(
                            "environment: " + PERSIST_VARIABLE + "=" + word + ", expected true, false or nothing");
            };
            return this;
        }

        /**
         * Sets the bytes of heap that rows, keys and the structure around them may take in both tiers.
         *
         * @param value at least 1
         * @throws IllegalArgumentException if it is not, or too little for a pinned depth that was set
         */
        public Builder budgetBytes(long value) {
            if (value < 1) {
                throw new IllegalArgumentException("budgetBytes=" + value + ", expected at least 1");
            }
            requireRoom("budgetBytes=" + value, pinnedBytes(value, pinnedShare));
            budgetBytes = value;
            return this;
        }

        /**
         * Sets the part of the budget that the pinned tier may take; what it does not use is the evicting tier's.
         *
         * @param value 0, which turns the tier off, to 0.9
         * @throws IllegalArgumentException if it is not, or too little for a pinned depth that was set
         */
        public Builder pinnedShare(double value) {
            if (!(value >= 0 && value <= MAX_PINNED_SHARE)) {
                throw new IllegalArgumentException("pinnedShare=" + value + ", expected 0.." + MAX_PINNED_SHARE);
            }
            requireRoom("pinnedShare=" + value, pinnedBytes(budgetBytes, value));
            pinnedShare = value;
            return this;
        }

        /**
         * Sets the deepest level of the account trie that is pinned, instead of the deepest one up to 4 whose slots take
         * at most a quarter of the pinned share.
         *
         * @param value 0 to {@link CacheOptions#MAX_PINNED_DEPTH}
         * @throws IllegalArgumentException if it is not, or its slots do not fit into a quarter of the pinned share
         */
        public Builder pinnedAccountDepth(int value) {
            requireDepth("pinnedAccountDepth", value);
            accountDepth = value;
            return this;
        }

        /**
         * Sets the deepest level of storage tries that is pinned, instead of the deepest one up to 3 whose slots take at
         * most a quarter of the pinned share.
         *
         * @param value 0 to {@link CacheOptions#MAX_PINNED_DEPTH}
         * @throws IllegalArgumentException if it is not, or its slots do not fit into a quarter of the pinned share
         */
        public Builder pinnedStorageDepth(int value) {
            requireDepth("pinnedStorageDepth", value);
            storageDepth = value;
            return this;
        }

        /**
         * Sets one in how many hits is checked: its hash against what its parent holds, about 2 us.
         *
         * @param value 1 for every hit, 0 for none
         * @throws IllegalArgumentException if it is negative
         */
        public Builder shadowOneIn(int value) {
            if (value < 0) {
                throw new IllegalArgumentException("shadowOneIn=" + value + ", expected at least 0");
            }
            shadowOneIn = value;
            return this;
        }

        /** Sets whether misses of paths that were never there are counted apart, for 4 MiB beside the budget. */
        public Builder countCompulsoryMisses(boolean value) {
            compulsoryMisses = value;
            return this;
        }

        /**
         * Sets what runs the upkeep of the evicting tier. By default it is the thread that makes it necessary, so that
         * the budget holds when a call returns.
         */
        public Builder executor(Executor value) {
            executor = value;
            return this;
        }

        private void requireDepth(String name, int depth) {
            if (depth < 0 || depth > MAX_PINNED_DEPTH) {
                throw new IllegalArgumentException(name + "=" + depth + ", expected 0.." + MAX_PINNED_DEPTH);
            }
            if (!fits(depth, pinnedBytes(budgetBytes, pinnedShare))) {
                throw contradiction(name, depth, "pinnedShare=" + pinnedShare + " of budgetBytes=" + budgetBytes);
            }
        }

        private void requireRoom(String what, long shareBytes) {
            if (accountDepth != null && !fits(accountDepth, shareBytes)) {
                throw contradiction("pinnedAccountDepth", accountDepth, what);
            }
            if (storageDepth != null && !fits(storageDepth, shareBytes)) {
                throw contradiction("pinnedStorageDepth", storageDepth, what);
            }
        }

        private static IllegalArgumentException contradiction(String name, int depth, String room) {
            return new IllegalArgumentException(name + "=" + depth + " takes "
                    + RetainedBytes.ofSlots(Trunk.slotsDownTo(depth))
                    + " bytes of slots, more than a quarter of the pinned"
                    + " share of " + room);
        }

        /** Returns the options. */
        public CacheOptions build() {
            return new CacheOptions(this);
        }
    }
}
