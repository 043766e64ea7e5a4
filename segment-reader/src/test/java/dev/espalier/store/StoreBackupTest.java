package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup opens, verifies and goes on, whatever the store does meanwhile. */
class StoreBackupTest {
    @TempDir
    private Path directory;

    private static StoreOptions options() {
        return StoreOptions.builder()
                .window(20)
                .background(false)
                .logMap(1 << 20, 1L << 30)
                .build();
    }

    @Test
    void aBackupIsTheStoreAsItWasAndGoesOnByItself() throws IOException {
        StoreRun run = new StoreRun(directory.resolve("store"), options());
        for (int i = 0; i < 12; i++) {
            run.commit(i);
            if (i % 3 == 0) {
                run.store().flush();
            }
        }
        BlockId head = run.head();
        Path backup = directory.resolve("backup");
        StoreBackup.Result result = StoreBackup.of(run.store(), backup);
        run.commit(99);
        run.store().merge();
        run.close();

        assertThat(result.segments()).isPositive();
        assertThat(result.linkedBytes() + result.copiedBytes()).isPositive();
        try (Stream<Path> files = Files.list(SegmentFolder.of(backup))) {
            assertThat(files).hasSize(result.segments());
        }
        StoreRun copy = new StoreRun(backup, options());
        StateCheck.check(copy.store(), copy.trie(), head, run.state(head));
        assertThat(StoreVerification.of(copy.store()).faults()).isEmpty();
        copy.store().flush();
        copy.store().merge();
        assertThat(StoreVerification.of(copy.store()).faults()).isEmpty();
        copy.close();
    }

    @Test
    void backupsTakenWhileBlocksAreCommittedFlushedAndMergedAreSound() {
        StoreRun run = new StoreRun(directory.resolve("store"), options());
        run.commit(0);
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> work = CompletableFuture.runAsync(() -> {
            for (int i = 1; !stop.get(); i++) {
                run.commit(i);
                run.store().flush();
                if (i % 4 == 0) {
                    run.store().merge();
                }
            }
        });
        try {
            for (int i = 0; i < 6; i++) {
                Path backup = directory.resolve("backup" + i);
                StoreBackup.of(run.store(), backup);
                try (LayeredStore copy = LayeredStore.open(backup, options())) {
                    VerificationReport report = StoreVerification.of(copy);
                    assertThat(report.faults()).isEmpty();
                    assertThat(report.walked()).isTrue();
                }
            }
        } finally {
            stop.set(true);
            work.join();
        }
        run.check();
        assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
        run.close();
    }

    @Test
    void aDirectoryThatIsNotEmptyIsRefused() throws IOException {
        StoreRun run = new StoreRun(directory.resolve("store"), options());
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("file"), "x");

        assertThatThrownBy(() -> StoreBackup.of(run.store(), other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not empty");
        run.close();
    }
}
