package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.trie.BlockId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk without room is a clear error, nothing is lost, and with room again the store goes on (H47 for segment files; for
 * the log's map see {@code LmdbLogGrowthTest}).
 */
class FullDiskTest {
    private static final int MOST_BLOCKS = 2_000;

    @TempDir
    private Path directory;

    private FullDisk disk;

    private StoreRun open(StoreOptions options) {
        return new StoreRun(directory, options, files -> {
            disk = new FullDisk(files);
            return disk;
        });
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(SegmentFolder.of(directory))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    /** Whatever step of it meets the end of the disk, a flush, freeze or merge leaves no file and can be done again. */
    @Test
    void aFlushFreezeOrMergeThatFindsNoRoomLeavesNoFileAndIsDoneAgain() throws IOException {
        StoreRun run = open(StoreOptions.builder()
                .window(20)
                .background(false)
                .freezeAfter(50)
                .partitionBytes(4_096)
                .logMap(1 << 20, 1L << 30)
                .build());
        List<Runnable> tasks = List.of(
                () -> run.store().flush(),
                () -> run.store().freeze(),
                () -> run.store().merge());
        int failures = 0;
        for (int round = 0; round < 2; round++) {
            for (Runnable task : tasks) {
                run.commit(round);
                if (!task.equals(tasks.getFirst())) {
                    run.store().flush();
                }
                List<String> before = files();
                for (long room = 0; ; room++) {
                    disk.leaveRoomFor(room);
                    Throwable failure = catchThrowable(task::run);
                    disk.makeRoom();
                    if (failure == null) {
                        break;
                    }
                    failures++;
                    assertThat(failure)
                            .isInstanceOf(UncheckedIOException.class)
                            .hasMessageContaining(FullDisk.NO_SPACE);
                    assertThat(files()).isEqualTo(before);
                    run.check();
                }
                run.check();
            }
        }
        assertThat(failures).isGreaterThan(20);
        run.reopen();
        run.check();
        run.close();
    }

    /** A flush in the background fails again and again: commits go on until both overlays are full, then say why not. */
    @Test
    void commitsAreRefusedWithTheReasonWhileBothOverlaysAreFull() {
        StoreRun run = open(StoreOptions.builder()
                .window(3_000)
                .overlayBytes(60_000)
                .logMap(1 << 20, 1L << 30)
                .build());
        run.commit(1);
        run.store().flush();
        disk.leaveRoomFor(0);
        BlockId last = run.head();
        int committed = 0;
        Throwable refusal = null;
        while (refusal == null && committed < MOST_BLOCKS) {
            last = run.head();
            int seed = 10 + committed++;
            refusal = catchThrowable(() -> run.commit(seed));
        }
        assertThat(refusal).isInstanceOf(UncheckedIOException.class).hasMessageContaining(FullDisk.NO_SPACE);
        assertThat(committed).isGreaterThan(10);
        assertThat(run.head()).isEqualTo(last);
        assertThatThrownBy(() -> run.commit(5)).hasMessageContaining(FullDisk.NO_SPACE);
        run.check();
        disk.makeRoom();
        for (int i = 0; i < 30; i++) {
            run.commit(i);
        }
        run.check();
        assertThat(run.store().stats().waits()).isPositive();
        run.reopen();
        run.check();
        run.close();
    }
}
