package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.file.FileAppender;
import dev.espalier.segment.file.ForwardingFiles;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A freeze or merge that is cancelled leaves no file and nothing changed, whenever that is, and can be done again. */
@Timeout(120)
class CancelledMergeTest {
    @TempDir
    private Path directory;

    private StoreRun run;
    /** So many writes from now the merge is cancelled; negative: it is not. */
    private int writesLeft = -1;

    private static StoreOptions.Builder options() {
        return StoreOptions.builder().window(20).partitionBytes(4_096).logMap(1 << 20, 1L << 30);
    }

    private List<String> onDisk() throws IOException {
        try (Stream<Path> files = Files.list(SegmentFolder.of(directory))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private List<String> listed() {
        return run.store().records().fileList().segments().stream()
                .map(SegmentInfo::name)
                .sorted()
                .toList();
    }

    private SegmentFiles cancelling(SegmentFiles files) {
        return new ForwardingFiles(files) {
            @Override
            public FileAppender create(String name) {
                FileAppender appender = super.create(name);
                return new FileAppender() {
                    @Override
                    public void write(byte[] bytes, int offset, int length) {
                        if (writesLeft-- == 0) {
                            run.store().cancelMerges();
                        }
                        appender.write(bytes, offset, length);
                    }

                    @Override
                    public void force() {
                        appender.force();
                    }

                    @Override
                    public void close() {
                        appender.close();
                    }
                };
            }
        };
    }

    private static List<Op> accounts() {
        Random random = new Random(1);
        List<Op> accounts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            accounts.add(new Op.PutAccount(
                    Bytes32.hashOf(BigInteger.valueOf(i).toByteArray()),
                    i,
                    new BigInteger(200, random),
                    OracleState.EMPTY_CODE_HASH));
        }
        return accounts;
    }

    @Test
    void afterAnyWriteNoFileIsLeftAndItIsDoneAgain() throws IOException {
        run = new StoreRun(
                directory, options().background(false).freezeAfter(50).build(), this::cancelling);
        List<Runnable> tasks = List.of(
                () -> run.store().freeze(),
                () -> run.store().merge(),
                () -> run.store().merge());
        run.commit(accounts());
        int cancelled = 0;
        for (Runnable task : tasks) {
            for (int block = 0; block < 8; block++) {
                run.commit(block);
                run.store().flush();
            }
            List<String> before = onDisk();
            for (int writes = 0; ; writes++) {
                writesLeft = writes;
                Throwable failure = catchThrowable(task::run);
                writesLeft = -1;
                assertThat(onDisk()).isEqualTo(listed());
                if (failure == null) {
                    assertThat(onDisk()).isNotEqualTo(before);
                    break;
                }
                assertThat(failure).isInstanceOf(CancellationException.class);
                assertThat(onDisk()).isEqualTo(before);
                assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
                cancelled++;
            }
            run.check();
        }
        assertThat(cancelled).as("cancelled").isGreaterThan(8);
        run.reopen();
        run.check();
        run.close();
    }

    /** A freeze that is held back has begun its file; both who cancels it and who closes the store are rid of it. */
    @Test
    void aFreezeInTheBackgroundThatWaitsLeavesNoFile() throws IOException {
        run = new StoreRun(
                directory, options().freezeAfter(2).mergeBytesPerSecond(1).build());
        awaitFreeze();
        while (!onDisk().equals(listed())) {
            run.store().cancelMerges();
        }
        run.check();
        awaitFreeze();
        List<String> listed = listed();
        run.close();
        assertThat(onDisk()).isEqualTo(listed);
        run.reopen(options().background(false).build());
        assertThat(run.store().stats().freezes()).isZero();
        run.store().freeze();
        assertThat(onDisk()).isEqualTo(listed()).isNotEqualTo(listed);
        run.check();
        run.close();
    }

    private void awaitFreeze() throws IOException {
        long block = run.depth();
        while (onDisk().equals(listed())) {
            run.commit(block++);
            run.store().flush();
        }
    }
}
