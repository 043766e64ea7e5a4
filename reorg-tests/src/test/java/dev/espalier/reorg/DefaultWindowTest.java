package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.trie.WindowExceededException;
import dev.espalier.trie.memory.MemoryStore;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where nothing is said, 512 blocks can be undone. H50. */
class DefaultWindowTest {
    private static final int DEFAULT = 512;

    @TempDir
    private Path directory;

    static Stream<Setting> settings() {
        return Setting.all()
                .filter(setting -> setting.keepsEverything()
                        && setting.pinned() == Setting.Pinned.ON
                        && setting.threads() == Setting.Threads.ONE)
                .filter(setting ->
                        setting.store() == Setting.Store.MEMORY || setting.store() == Setting.Store.ALL_OVERLAY);
    }

    @Test
    void theDefaultIsTheSameForEveryStore() {
        try (LayeredStore store = LayeredStore.open(directory, StoreOptions.defaults())) {
            assertThat(store.window()).isEqualTo(DEFAULT);
        }
        assertThat(MemoryStore.create().window()).isEqualTo(DEFAULT);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void allBlocksOfTheDefaultWindowAreUndoneAndOneMoreIsRefused(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory, DEFAULT)) {
            for (int i = 0; i < 6; i++) {
                chain.extend(87, i);
                chain.flush();
            }
            assertThatThrownBy(() -> chain.trie().unwindTo(chain.below(DEFAULT + 1)))
                    .isInstanceOf(WindowExceededException.class);
            chain.check();
            chain.unwind(DEFAULT);
            chain.check();
            chain.extend(10, 9);
            chain.check();
        }
    }
}
