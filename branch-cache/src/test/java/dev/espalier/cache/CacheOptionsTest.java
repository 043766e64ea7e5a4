package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CacheOptionsTest {
    private static CacheLifetime lifetime(Map<String, String> variables) {
        return CacheOptions.builder().environment(variables).build().lifetime();
    }

    @Test
    void rowsStayForOneBlockUnlessTheEnvironmentSaysOtherwise() {
        assertThat(CacheOptions.builder().build().lifetime()).isEqualTo(CacheLifetime.PER_BLOCK);
        assertThat(lifetime(Map.of())).isEqualTo(CacheLifetime.PER_BLOCK);
        assertThat(lifetime(Map.of(CacheOptions.PERSIST_VARIABLE, ""))).isEqualTo(CacheLifetime.PER_BLOCK);
        assertThat(lifetime(Map.of(CacheOptions.PERSIST_VARIABLE, "false"))).isEqualTo(CacheLifetime.PER_BLOCK);
        assertThat(lifetime(Map.of(CacheOptions.PERSIST_VARIABLE, "true"))).isEqualTo(CacheLifetime.CROSS_BLOCK);
    }

    @Test
    void theVariableOfTheProcessIsTheOneThatIsRead() {
        assertThat(CacheOptions.PERSIST_VARIABLE).isEqualTo("COMMITMENT_BRANCH_CACHE_PERSIST");
        assertThat(CacheOptions.fromEnvironment().lifetime()).isEqualTo(lifetime(System.getenv()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "yes", "TRUE", "True", " true", "on", "0"})
    void anotherWordIsRefused(String word) {
        assertThatThrownBy(() -> lifetime(Map.of(CacheOptions.PERSIST_VARIABLE, word)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(CacheOptions.PERSIST_VARIABLE + "=" + word)
                .hasMessageContaining("expected true, false");
    }

    @Test
    void defaultsAreTheDocumentedOnes() {
        CacheOptions options = CacheOptions.builder().build();
        assertThat(options.budgetBytes()).isEqualTo(256L << 20);
        assertThat(options.pinnedBytes()).isEqualTo(64L << 20);
        assertThat(options.effectiveAccountDepth()).isEqualTo(4);
        assertThat(options.effectiveStorageDepth()).isEqualTo(3);
        assertThat(options.shadowOneIn()).isEqualTo(1024);
        assertThat(options.countsCompulsoryMisses()).isFalse();
        assertThat(options.toString()).contains("lifetime=PER_BLOCK", "budgetBytes=268435456", "accountDepth=4");
    }

    @Test
    void pinnedLevelsThatAreNotGivenFitTheShare() {
        assertThat(depths(1_000_000, 0.25)).containsExactly(3, 3);
        assertThat(depths(100_000, 0.25)).containsExactly(2, 2);
        assertThat(depths(1_000, 0.25)).containsExactly(0, 0);
        assertThat(depths(1_000_000, 0)).containsExactly(-1, -1);
        assertThat(depths(10, 0.5)).containsExactly(-1, -1);
    }

    private static int[] depths(long budgetBytes, double share) {
        CacheOptions options = CacheOptions.builder()
                .budgetBytes(budgetBytes)
                .pinnedShare(share)
                .build();
        return new int[] {options.effectiveAccountDepth(), options.effectiveStorageDepth()};
    }

    @Test
    void theSetterThatContradictsAnEarlierOneNamesBothValues() {
        assertThatThrownBy(() -> CacheOptions.builder().pinnedAccountDepth(5).budgetBytes(1 << 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pinnedAccountDepth=5")
                .hasMessageContaining("budgetBytes=1048576");
        assertThatThrownBy(() -> CacheOptions.builder().budgetBytes(1 << 20).pinnedAccountDepth(5))
                .hasMessageContaining("pinnedAccountDepth=5")
                .hasMessageContaining("budgetBytes=1048576");
        assertThatThrownBy(() -> CacheOptions.builder().pinnedStorageDepth(2).pinnedShare(0))
                .hasMessageContaining("pinnedStorageDepth=2")
                .hasMessageContaining("pinnedShare=0");
        assertThatThrownBy(() -> CacheOptions.builder().pinnedShare(0).pinnedStorageDepth(2))
                .hasMessageContaining("pinnedStorageDepth=2")
                .hasMessageContaining("pinnedShare=0");
    }

    @Test
    void valuesOutOfRangeAreRefusedWithNameAndValue() {
        CacheOptions.Builder builder = CacheOptions.builder();
        assertThatThrownBy(() -> builder.budgetBytes(0)).hasMessageContaining("budgetBytes=0");
        assertThatThrownBy(() -> builder.pinnedShare(0.95)).hasMessageContaining("pinnedShare=0.95");
        assertThatThrownBy(() -> builder.pinnedShare(-0.1)).hasMessageContaining("pinnedShare=-0.1");
        assertThatThrownBy(() -> builder.pinnedShare(Double.NaN)).hasMessageContaining("pinnedShare=NaN");
        assertThatThrownBy(() -> builder.pinnedAccountDepth(7)).hasMessageContaining("pinnedAccountDepth=7");
        assertThatThrownBy(() -> builder.pinnedStorageDepth(-1)).hasMessageContaining("pinnedStorageDepth=-1");
        assertThatThrownBy(() -> builder.shadowOneIn(-1)).hasMessageContaining("shadowOneIn=-1");
        assertThat(builder.build().toString())
                .isEqualTo(CacheOptions.builder().build().toString());
    }
}
