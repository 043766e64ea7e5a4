package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A fill that finds the gate open, and then lets a whole publication pass before its path is locked: only the second look
 * at the gate, with the path locked, refuses it. H05, H09.
 */
class LateFillTest {
    /** Lets something happen once, right after a fill's first look. */
    private static final class GateWithGap extends Gate {
        private Runnable inGap = () -> {};

        @Override
        boolean admits(long reader) {
            boolean admitted = super.admits(reader);
            Runnable once = inGap;
            inGap = () -> {};
            once.run();
            return admitted;
        }
    }

    private final GateWithGap gate = new GateWithGap();
    private final BranchCache cache = new BranchCache(
            CacheOptions.builder()
                    .lifetime(CacheLifetime.CROSS_BLOCK)
                    .shadowOneIn(0)
                    .build(),
            gate);

    private void fillLate(BranchPath path, BranchRow old, Runnable inGap) {
        gate.inGap = inGap;
        cache.fill(path, old, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void aRowThatWasRemovedMeanwhileDoesNotComeBack(int depth) {
        BranchPath path = Rows.path(0, 1, depth);
        BranchRow old = Rows.row(path, 1);
        fillLate(path, old, () -> cache.publish(Rows.change(path, null), _ -> {}));
        assertThat(cache.get(path, Rows.ref(old), cache.generation())).isNull();
        assertThat(cache.stats().entries()).isZero();
        assertThat(cache.stats().staleFills()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void aRowThatWasReplacedMeanwhileStays(int depth) {
        BranchPath path = Rows.path(0, 1, depth);
        BranchRow published = Rows.row(path, 2);
        fillLate(path, Rows.row(path, 1), () -> cache.publish(Rows.change(path, published), _ -> {}));
        assertThat(cache.get(path, Rows.ref(published), cache.generation())).isEqualTo(published);
        assertThat(cache.stats().entries()).isEqualTo(1);
        assertThat(cache.stats().staleFills()).isEqualTo(1);
    }
}
