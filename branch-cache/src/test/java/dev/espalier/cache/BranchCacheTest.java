package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What one thread sees of a cache. */
class BranchCacheTest {
    private static final BranchPath TOP = Rows.path(0, 1, 2);
    private static final BranchPath DEEP = Rows.path(7, 1, 9);

    private final BranchCache cache = BranchCache.create(CacheOptions.builder()
            .lifetime(CacheLifetime.CROSS_BLOCK)
            .shadowOneIn(1)
            .build());

    private void fill(BranchPath path, BranchRow row) {
        cache.fill(path, row, cache.generation());
    }

    private void assertFinds(BranchPath path, BranchRow row, long generation) {
        assertThat(cache.get(path, Rows.ref(row), generation)).isEqualTo(row);
    }

    private void assertMisses(BranchPath path, BranchRow row, long generation) {
        assertThat(cache.get(path, Rows.ref(row), generation)).isNull();
    }

    @Test
    void aRowThatWasFilledIsFoundInTheTierOfItsDepth() {
        BranchRow top = Rows.row(TOP, 1);
        BranchRow deep = Rows.row(DEEP, 1);
        assertMisses(TOP, top, 0);
        assertMisses(DEEP, deep, 0);
        fill(TOP, top);
        fill(DEEP, deep);
        assertFinds(TOP, top, 0);
        assertFinds(DEEP, deep, 0);

        CacheStats stats = cache.stats();
        assertThat(stats.pinned().hits()).isEqualTo(1);
        assertThat(stats.evicting().hits()).isEqualTo(1);
        assertThat(stats.pinned().misses()).isEqualTo(1);
        assertThat(stats.misses()).isEqualTo(2);
        assertThat(stats.pinned().entries()).isEqualTo(1);
        assertThat(stats.evicting().entries()).isEqualTo(1);
        assertThat(stats.fills()).isEqualTo(2);
        assertThat(stats.shadowChecks()).isEqualTo(2);
        assertThat(stats.divergences()).isZero();
    }

    @Test
    void aFillDoesNotReplaceARowThatIsThere() {
        for (BranchPath path : new BranchPath[] {TOP, DEEP}) {
            BranchRow first = Rows.row(path, 1);
            fill(path, first);
            fill(path, Rows.row(path, 2));
            assertFinds(path, first, 0);
        }
        assertThat(cache.stats().fills()).isEqualTo(2);
    }

    /** H04: that a publication invalidates is seen by a lookup that no longer finds, not by a call. */
    @Test
    void aPublicationReplacesAndRemovesInBothTiers() {
        for (BranchPath path : new BranchPath[] {TOP, DEEP}) {
            BranchRow before = Rows.row(path, 1);
            BranchRow after = Rows.row(path, 2);
            long old = cache.generation();
            fill(path, before);
            cache.publish(Rows.change(path, after), _ -> {});
            long now = cache.generation();
            assertThat(now).isGreaterThan(old);
            assertMisses(path, before, old);
            assertFinds(path, after, now);
            cache.publish(Rows.change(path, null), _ -> {});
            assertMisses(path, after, cache.generation());
        }
        assertThat(cache.stats().entries()).isZero();
    }

    @Test
    void aRowThatNoPublicationChangedIsFoundByOlderAndNewerReaders() {
        BranchRow row = Rows.row(DEEP, 1);
        fill(DEEP, row);
        cache.publish(Rows.change(TOP, Rows.row(TOP, 1)), _ -> {});
        assertFinds(DEEP, row, cache.generation());
        assertFinds(DEEP, row, 0);
    }

    /** H03, H07, H08: a reader of another version is told by the stamp, and does not fill. */
    @Test
    void aReaderOfAnOlderGenerationNeitherFindsNewerRowsNorFills() {
        for (BranchPath path : new BranchPath[] {TOP, DEEP}) {
            long old = cache.generation();
            BranchRow after = Rows.row(path, 2);
            cache.publish(Rows.change(path, after), _ -> {});
            assertMisses(path, after, old);
            cache.publish(Rows.change(path, null), _ -> {});
            cache.fill(path, Rows.row(path, 1), old);
            assertThat(cache.stats().entries()).isZero();
        }
        assertThat(cache.stats().staleFills()).isEqualTo(2);
    }

    /** H01, H11: the rows of a change that failed are gone, and its generation is not given again. */
    @Test
    void aPublicationThatThrowsLeavesNothingAndItsGenerationIsNeverUsed() {
        BranchRow before = Rows.row(DEEP, 1);
        BranchRow failed = Rows.row(DEEP, 2);
        fill(DEEP, before);
        fill(TOP, Rows.row(TOP, 1));
        long[] attempt = new long[1];
        assertThatThrownBy(() -> cache.publish(Rows.change(DEEP, failed), next -> {
                    attempt[0] = next;
                    throw new StackOverflowError("made up");
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(cache.stats().bytes()).isZero();
        assertThat(cache.generation()).isGreaterThan(attempt[0]);
        for (long reader = 0; reader <= cache.generation(); reader++) {
            assertMisses(DEEP, failed, reader);
            assertMisses(DEEP, before, reader);
        }
        cache.fill(DEEP, failed, attempt[0]);
        cache.fill(DEEP, before, 0);
        assertThat(cache.stats().entries()).isZero();
        fill(DEEP, before);
        assertFinds(DEEP, before, cache.generation());
        cache.publish(Rows.change(DEEP, failed), next -> assertThat(next).isGreaterThan(attempt[0]));
    }

    @Test
    void aFailureBetweenTwoRowsOfAPublicationEmptiesTheCacheToo() {
        assertThatThrownBy(() -> cache.publish(
                        hook -> {
                            hook.rowChanged(TOP, null, Rows.row(TOP, 1));
                            hook.rowChanged(DEEP, null, Rows.row(DEEP, 1));
                            throw new IllegalStateException("made up");
                        },
                        _ -> {}))
                .isInstanceOf(IllegalStateException.class);
        assertThat(cache.stats().entries()).isZero();
        assertThat(cache.stats().bytes()).isZero();
    }

    /** H12: what was read before a clear is neither found nor kept after it. */
    @Test
    void aClearBeginsAGeneration() {
        BranchRow row = Rows.row(DEEP, 1);
        long old = cache.generation();
        fill(DEEP, row);
        long now = cache.clear();
        assertThat(now).isGreaterThan(old).isEqualTo(cache.generation());
        cache.fill(DEEP, row, old);
        assertMisses(DEEP, row, now);
        assertMisses(DEEP, row, old);
        assertThat(cache.stats().bytes()).isZero();
    }

    @Test
    void theEndOfABlockEmptiesACacheThatKeepsRowsForOneBlock() {
        BranchRow row = Rows.row(DEEP, 1);
        BranchRow top = Rows.row(TOP, 1);
        try (BranchCache perBlock =
                BranchCache.create(CacheOptions.builder().shadowOneIn(1).build())) {
            perBlock.fill(DEEP, row, 0);
            perBlock.fill(TOP, top, 0);
            perBlock.blockCommitted();
            assertThat(perBlock.stats().bytes()).isZero();
            assertThat(perBlock.generation()).isZero();
            perBlock.fill(TOP, top, 0);
            assertThat(perBlock.get(TOP, Rows.ref(top), 0)).isEqualTo(top);
        }
        fill(DEEP, row);
        cache.blockCommitted();
        assertFinds(DEEP, row, 0);
    }

    /** H14: two paths with one 32-bit hash are two entries. */
    @Test
    void pathsWhoseHashCodesCollideAreToldApart() {
        Map<Integer, BranchPath> byHash = new java.util.HashMap<>();
        BranchPath first = null;
        BranchPath second = null;
        for (int i = 0; second == null; i++) {
            BranchPath path = Rows.path(3, i, 20);
            BranchPath other = byHash.put(path.hashCode(), path);
            if (other != null) {
                first = other;
                second = path;
            }
        }
        BranchRow row = Rows.row(first, 1);
        fill(first, row);
        assertMisses(second, row, 0);
        assertFinds(first, row, 0);
    }

    /** H15, H16: a key is a branch's path and a value a row that owns its bytes; the compiler takes nothing else. */
    @Test
    void aRowDoesNotChangeWhenTheBytesItGaveOutDo() {
        BranchRow row = Rows.row(DEEP, 1);
        NodeRef ref = Rows.ref(row);
        fill(DEEP, row);
        row.toBytes()[20] ^= 1;
        assertThat(cache.get(DEEP, ref, 0)).isEqualTo(row);
        assertThat(Rows.ref(row)).isEqualTo(ref);
    }

    @Test
    void aRowThatIsNotWhatItsParentHoldsIsCountedAndDropped() {
        NodeRef other = NodeRef.ofHash(Hash32.of(1, 2, 3, 4));
        for (BranchPath path : new BranchPath[] {TOP, DEEP}) {
            BranchRow row = Rows.row(path, 1);
            fill(path, row);
            assertThat(cache.get(path, other, 0)).isNull();
            assertMisses(path, row, 0);
        }
        assertThat(cache.stats().divergences()).isEqualTo(2);
        assertThat(cache.stats().entries()).isZero();
        assertThat(cache.stats().pinned().misses()).isEqualTo(2);
        assertThat(cache.stats().misses()).isEqualTo(4);
    }

    @Test
    void aboutOneHitInSoManyIsChecked() {
        try (BranchCache sampled =
                BranchCache.create(CacheOptions.builder().shadowOneIn(8).build())) {
            BranchRow row = Rows.row(DEEP, 1);
            NodeRef ref = Rows.ref(row);
            sampled.fill(DEEP, row, 0);
            for (int i = 0; i < 8000; i++) {
                sampled.get(DEEP, ref, 0);
            }
            assertThat(sampled.stats().shadowChecks()).isBetween(700L, 1300L);
        }
        try (BranchCache never =
                BranchCache.create(CacheOptions.builder().shadowOneIn(0).build())) {
            BranchRow row = Rows.row(DEEP, 1);
            never.fill(DEEP, row, 0);
            assertThat(never.get(DEEP, NodeRef.ofHash(Hash32.ZERO), 0)).isEqualTo(row);
            assertThat(never.stats().shadowChecks()).isZero();
        }
    }

    @Test
    void aMissOfAPathThatWasNeverThereIsCompulsory() {
        try (BranchCache counting = BranchCache.create(
                CacheOptions.builder().countCompulsoryMisses(true).build())) {
            BranchRow row = Rows.row(DEEP, 1);
            NodeRef ref = Rows.ref(row);
            counting.get(DEEP, ref, 0);
            counting.fill(DEEP, row, 0);
            counting.blockCommitted();
            counting.get(DEEP, ref, 0);
            counting.publish(Rows.change(TOP, Rows.row(TOP, 1)), _ -> {});
            counting.blockCommitted();
            counting.get(TOP, ref, counting.generation());
            assertThat(counting.stats().misses()).isEqualTo(3);
            assertThat(counting.stats().compulsoryMisses()).isEqualTo(1);
        }
        cache.get(DEEP, Rows.ref(Rows.row(DEEP, 1)), 0);
        assertThat(cache.stats().compulsoryMisses()).isZero();
    }

    @Test
    void aPublicationWithinAPublicationIsRefused() {
        assertThatThrownBy(() -> cache.publish(Rows.change(TOP, null), _ -> cache.clear()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("within a publication");
        assertThat(cache.generation()).isPositive();
    }

    @Test
    void aClosedCacheFindsAndKeepsNothing() {
        BranchRow row = Rows.row(DEEP, 1);
        fill(DEEP, row);
        cache.close();
        assertMisses(DEEP, row, cache.generation());
        fill(DEEP, row);
        cache.publish(Rows.change(TOP, Rows.row(TOP, 1)), _ -> {});
        assertThat(cache.stats().entries()).isZero();
        assertThat(cache.stats().bytes()).isZero();
    }
}
