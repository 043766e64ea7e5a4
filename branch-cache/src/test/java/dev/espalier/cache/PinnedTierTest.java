package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import org.junit.jupiter.api.Test;

/** Which tries get a trunk, and what becomes of one that loses it. H17. */
class PinnedTierTest {
    private static final int DEPTH = 1;
    private static final int SLOTS = 17;

    /** A budget whose pinned share has room for the slots of two storage tries and some rows. */
    private final BranchCache cache = BranchCache.create(CacheOptions.builder()
            .lifetime(CacheLifetime.CROSS_BLOCK)
            .budgetBytes(1_000_000)
            .pinnedShare(0.005)
            .pinnedAccountDepth(0)
            .pinnedStorageDepth(DEPTH)
            .shadowOneIn(1)
            .build());

    private BranchRow fill(BranchPath path) {
        BranchRow row = Rows.row(path, 0);
        cache.fill(path, row, cache.generation());
        return row;
    }

    private void fillBelow(long trieId, int rows) {
        for (int i = 0; i < rows; i++) {
            fill(Rows.path(trieId, i, DEPTH + 3));
        }
    }

    private boolean isPinned(BranchPath path) {
        boolean[] found = new boolean[1];
        cache.forEach((at, _) -> found[0] |= at.equals(path), (_, _) -> {});
        return found[0];
    }

    @Test
    void aTrieThatBringsManyDeepRowsIsPinnedAndItsTopMovesThere() {
        BranchPath top = BranchPath.root(7);
        BranchRow row = fill(top);
        fillBelow(7, PinnedTier.WANTED_ROWS - 1);
        assertThat(isPinned(top)).isFalse();
        fillBelow(7, 1);
        assertThat(isPinned(top)).isTrue();
        assertThat(cache.get(top, Rows.ref(row), 0)).isEqualTo(row);
        assertThat(cache.stats().pinned().hits()).isEqualTo(1);
        cache.maintain();
        assertThat(cache.stats().bytes()).isEqualTo(Recount.bytes(cache));
    }

    /** H17: after its trunk is gone, a trie's rows are found in the other tier, and never an older one in the trunk. */
    @Test
    void aTrunkThatIsFoundLessOftenThanAnotherTrieComesIsGivenUpWhole() {
        fillBelow(1, PinnedTier.WANTED_ROWS);
        BranchPath first = BranchPath.root(1);
        BranchRow old = fill(first);
        assertThat(isPinned(first)).isTrue();
        long trie = 2;
        while (isPinned(first)) {
            assertThat(trie).as("tries tried").isLessThan(100);
            fillBelow(trie, PinnedTier.WANTED_ROWS);
            fill(BranchPath.root(trie));
            for (int i = 0; i < SLOTS; i++) {
                fill(Rows.path(trie, i, DEPTH));
            }
            trie++;
        }
        assertThat(cache.stats().pinned().evictions()).isPositive();
        assertThat(cache.get(first, Rows.ref(old), 0)).isNull();

        BranchRow now = Rows.row(first, 5);
        cache.publish(Rows.change(first, now), _ -> {});
        assertThat(cache.get(first, Rows.ref(now), cache.generation())).isEqualTo(now);
        fillBelow(1, 3 * PinnedTier.WANTED_ROWS);
        assertThat(cache.get(first, Rows.ref(now), cache.generation())).isEqualTo(now);
        cache.maintain();
        assertThat(cache.stats().bytes()).isEqualTo(Recount.bytes(cache));
    }

    @Test
    void aTrunkThatIsUsedMoreOftenThanAnotherTrieComesStays() {
        fillBelow(1, PinnedTier.WANTED_ROWS);
        BranchPath first = BranchPath.root(1);
        BranchRow row = fill(first);
        for (long trie = 2; trie < 40; trie++) {
            for (int i = 0; i < 4 * PinnedTier.WANTED_ROWS; i++) {
                assertThat(cache.get(first, Rows.ref(row), 0)).isEqualTo(row);
            }
            fillBelow(trie, PinnedTier.WANTED_ROWS);
            fill(BranchPath.root(trie));
        }
        assertThat(isPinned(first)).isTrue();
    }

    @Test
    void afterAClearTheSameTriesArePinned() {
        fillBelow(1, PinnedTier.WANTED_ROWS);
        fill(BranchPath.root(1));
        cache.clear();
        assertThat(cache.stats().bytes()).isZero();
        fill(BranchPath.root(1));
        assertThat(isPinned(BranchPath.root(1))).isTrue();
    }

    @Test
    void withoutAShareNothingIsPinned() {
        try (BranchCache unpinned =
                BranchCache.create(CacheOptions.builder().pinnedShare(0).build())) {
            BranchPath root = BranchPath.root(0);
            BranchRow row = Rows.row(root, 0);
            unpinned.fill(root, row, 0);
            assertThat(unpinned.get(root, Rows.ref(row), 0)).isEqualTo(row);
            assertThat(unpinned.stats().pinned()).isEqualTo(new TierStats(0, 0, 0, 0, 0, 0));
        }
    }
}
