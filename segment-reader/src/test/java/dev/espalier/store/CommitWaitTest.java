package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.segment.file.FileAppender;
import dev.espalier.segment.file.ForwardingFiles;
import dev.espalier.segment.file.SegmentFiles;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A commit waits for a flush only where both overlays are full, and then for the older one alone. */
@Timeout(60)
class CommitWaitTest {
    @TempDir
    private Path directory;

    private final Semaphore flushes = new Semaphore(0);

    private SegmentFiles held(SegmentFiles files) {
        return new ForwardingFiles(files) {
            @Override
            public FileAppender create(String name) {
                flushes.acquireUninterruptibly();
                return super.create(name);
            }
        };
    }

    @Test
    void aCommitGoesOnWhenTheOlderOverlayIsFlushedThoughTheOtherIsNot() throws Exception {
        StoreRun run = new StoreRun(
                directory,
                StoreOptions.builder()
                        .window(20)
                        .overlayBytes(4_000)
                        .freezeAfter(100)
                        .logMap(1 << 20, 1L << 30)
                        .build(),
                this::held);
        int block = 0;
        while (run.store().head().sealed() == null || !run.store().isFull()) {
            run.commit(block++);
        }
        assertThat(run.store().stats().waits()).isZero();

        long next = block;
        CompletableFuture<Void> commit = CompletableFuture.runAsync(() -> run.commit(next));
        while (run.store().stats().waits() == 0) {
            Thread.onSpinWait();
        }
        assertThat(commit).isNotDone();
        flushes.release();
        commit.get(30, TimeUnit.SECONDS);

        assertThat(run.store().stats().flushes()).isEqualTo(1);
        flushes.release(1_000);
        run.check();
        run.store().flush();
        run.check();
        run.close();
    }
}
