package dev.espalier.trie.oracle;

import org.jspecify.annotations.Nullable;

/** Follows one account from block to block, for the {@link ShapeCensus}. */
final class LifeOfAccount {
    private final ShapeCensus census;
    private boolean everHadStorage;
    /** Whether the storage was cleared slot by slot, and nothing has been stored or deleted since. */
    private boolean emptied;
    /** Whether the account was deleted right after it had been emptied, and is still absent. */
    private boolean wipedAfterEmptied;

    private boolean deleted;

    LifeOfAccount(ShapeCensus census) {
        this.census = census;
    }

    /**
     * Takes in one block.
     *
     * @param wasDeleted whether the account was deleted within the block
     */
    void observe(@Nullable OracleAccount before, @Nullable OracleAccount after, boolean wasDeleted) {
        boolean hadStorage = before != null && !before.storage().isEmpty();
        boolean hasStorage = after != null && !after.storage().isEmpty();
        boolean created = before == null && after != null;
        boolean recreatedInBlock = before != null && wasDeleted && after != null;
        census.countIf(Shape.RECREATED_IN_BLOCK, recreatedInBlock && hadStorage);
        census.countIf(Shape.EMPTIED_THEN_WIPED_AND_RECREATED_IN_BLOCK, recreatedInBlock && emptied);
        census.countIf(Shape.RECREATED_LATER_WITHOUT_STORAGE, created && deleted && everHadStorage && !hasStorage);
        census.countIf(Shape.RECREATED_LATER_WITH_STORAGE, created && deleted && everHadStorage && hasStorage);
        census.countIf(Shape.EMPTIED_THEN_WIPED_THEN_RECREATED, created && wipedAfterEmptied);

        deleted = before != null ? after == null : deleted && after == null;
        wipedAfterEmptied = after == null && (wipedAfterEmptied || (emptied && wasDeleted));
        emptied = after != null && !hasStorage && !wasDeleted && (emptied || hadStorage);
        everHadStorage |= hadStorage || hasStorage;
    }
}
