package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrieOptionsTest {
    @Test
    void theDefaultsAreOneThreadAndEthereumsState() {
        TrieOptions options = TrieOptions.defaults();
        assertThat(options.leaves()).isEqualTo(LeafKind.STATE);
        assertThat(options.maxSealedBlocks()).isEqualTo(256).isEqualTo(TrieOptions.DEFAULT_MAX_SEALED_BLOCKS);
        assertThat(options.maxSealedBytes()).isEqualTo(1L << 30).isEqualTo(TrieOptions.DEFAULT_MAX_SEALED_BYTES);
        assertThat(options.foldSettings().runner().parallelism()).isEqualTo(1);
        assertThat(options.foldSettings().splitAbove()).isEqualTo(TrieOptions.DEFAULT_SPLIT_ABOVE);
        assertThat(options.foldSettings().partitionKeys()).isEqualTo(TrieOptions.DEFAULT_PARTITION_KEYS);
    }

    @Test
    void everySetterIsHeard() {
        TrieOptions options = TrieOptions.builder()
                .executor(Runnable::run, 3)
                .splitAbove(0)
                .partitionKeys(7)
                .leaves(LeafKind.RAW)
                .maxSealedBlocks(5)
                .maxSealedBytes(6)
                .build();
        assertThat(options.leaves()).isEqualTo(LeafKind.RAW);
        assertThat(options.maxSealedBlocks()).isEqualTo(5);
        assertThat(options.maxSealedBytes()).isEqualTo(6);
        assertThat(options.foldSettings().runner().parallelism()).isEqualTo(3);
        assertThat(options.foldSettings().splitAbove()).isZero();
        assertThat(options.foldSettings().partitionKeys()).isEqualTo(7);
    }

    @Test
    void whatWasBuiltDoesNotChangeWithTheBuilder() {
        TrieOptions.Builder builder = TrieOptions.builder().maxSealedBlocks(5);
        TrieOptions options = builder.build();
        builder.maxSealedBlocks(6);
        assertThat(options.maxSealedBlocks()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void refusesWhatNoTrieCouldWorkWith(int least) {
        TrieOptions.Builder builder = TrieOptions.builder();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.executor(Runnable::run, least))
                .withMessage("parallelism=" + least + ", expected at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.partitionKeys(least))
                .withMessage("partitionKeys=" + least + ", expected at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxSealedBlocks(least))
                .withMessage("maxSealedBlocks=" + least + ", expected at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxSealedBytes(least))
                .withMessage("maxSealedBytes=" + least + ", expected at least 1");
        if (least < 0) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.splitAbove(least))
                    .withMessage("splitAbove=" + least + ", expected at least 0");
        }
        assertThat(builder.build().maxSealedBlocks()).as("unchanged").isEqualTo(256);
    }
}
