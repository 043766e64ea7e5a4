package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no row can hold is refused when it is set, not when the row is read. */
class RowBuilderArgumentsTest {
    private static final NodeRef REF = NodeRef.ofHash(Hash32.ZERO);

    private final RowBuilder builder = new RowBuilder();

    @Test
    void anExtensionWithoutANibbleIsRefused() {
        builder.start(3, null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.setExtension(1, REF, BranchPath.of(0, Hash32.ZERO, 4), REF))
                .withMessageContaining("expected a nibble between");
    }

    @Test
    void aBranchBelowTheLastNibbleIsRefused() {
        builder.start(63, null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.setBranch(1, REF))
                .withMessageContaining("expected a leaf");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 64})
    void aRowAtNoDepthIsRefused(int depth) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.start(depth, null))
                .withMessageContaining("depth=" + depth);
    }
}
