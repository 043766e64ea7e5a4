package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreLockTest {
    @TempDir
    private Path directory;

    /** Locks the store in the directory given, says so, and holds on until it is killed. */
    static final class Holder {
        public static void main(String[] arguments) throws IOException {
            try (StoreLock lock = StoreLock.acquire(Path.of(arguments[0]))) {
                System.out.println("held " + lock.directory());
                System.in.read();
            } catch (StoreLockedException e) {
                System.out.println("refused " + e.getMessage());
            }
        }
    }

    private static String ownPid() {
        return "pid=" + ProcessHandle.current().pid();
    }

    private static String answerOfAnotherProcess(Path directory) throws Exception {
        try (ChildJvm child = ChildJvm.start(Holder.class, directory)) {
            return child.line();
        }
    }

    @Test
    void aSecondHolderInTheSameProcessIsRefusedWithProcessAndHost() throws Exception {
        try (StoreLock lock = StoreLock.acquire(directory)) {
            assertThatThrownBy(() -> StoreLock.acquire(directory))
                    .isInstanceOf(StoreLockedException.class)
                    .hasMessageContaining(lock.directory().toString())
                    .hasMessageContaining(ownPid())
                    .hasMessageContaining("host=");
            assertThat(answerOfAnotherProcess(directory))
                    .as("the refusal did not free the lock")
                    .startsWith("refused")
                    .contains(ownPid());
        }
    }

    @Test
    void aHolderInAnotherProcessIsNamedAndItsDeathFreesTheLock() throws Exception {
        try (ChildJvm child = ChildJvm.start(Holder.class, directory)) {
            assertThat(child.line()).startsWith("held");
            assertThatThrownBy(() -> StoreLock.acquire(directory))
                    .isInstanceOf(StoreLockedException.class)
                    .hasMessageContaining("pid=" + child.pid())
                    .hasMessageContaining("host="
                            + Files.readString(Path.of("/proc/sys/kernel/hostname"))
                                    .strip());
            child.kill();
            try (StoreLock lock = StoreLock.acquire(directory)) {
                assertThat(lock.isHeld()).isTrue();
            }
        }
    }

    @Test
    void whetherItIsTakenIsToldWithoutTakingOrFreeingIt() throws Exception {
        assertThat(StoreLock.isTaken(directory)).isFalse();
        try (ChildJvm child = ChildJvm.start(Holder.class, directory)) {
            assertThat(child.line()).startsWith("held");
            assertThat(StoreLock.isTaken(directory)).isTrue();
            assertThat(answerOfAnotherProcess(directory)).startsWith("refused");
        }
        assertThat(StoreLock.isTaken(directory)).isFalse();
        try (StoreLock lock = StoreLock.acquire(directory)) {
            assertThat(StoreLock.isTaken(directory)).isTrue();
            assertThat(answerOfAnotherProcess(directory)).startsWith("refused");
            assertThat(lock.isHeld()).isTrue();
        }
        assertThat(StoreLock.isTaken(directory)).isFalse();
        assertThat(answerOfAnotherProcess(directory)).startsWith("held");
    }

    @Test
    void aLockThatIsClosedCanBeTakenAgain() throws Exception {
        StoreLock first = StoreLock.acquire(directory);
        first.close();
        first.close();
        assertThat(first.isHeld()).isFalse();
        assertThat(answerOfAnotherProcess(directory)).startsWith("held");
        try (StoreLock second = StoreLock.acquire(directory)) {
            first.close();
            assertThat(second.isHeld()).isTrue();
            assertThat(answerOfAnotherProcess(directory)).startsWith("refused");
        }
    }

    /** A link and a way round lead to the same store. */
    @Test
    void aStoreIsKnownByItsRealDirectory() throws Exception {
        Path link =
                Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("real")));
        try (StoreLock lock = StoreLock.acquire(directory.resolve("real"))) {
            assertThatThrownBy(() -> StoreLock.acquire(link)).isInstanceOf(StoreLockedException.class);
            assertThatThrownBy(() -> StoreLock.acquire(directory.resolve("real/../real")))
                    .isInstanceOf(StoreLockedException.class);
            assertThat(lock.directory()).isEqualTo(link.toRealPath());
        }
    }

    /** Somebody in this process who does not use this class: closing a channel on the file would free that lock. */
    @Test
    void aFileLockOfSomebodyElseInThisProcessIsRespectedAndKept() throws Exception {
        Path file = directory.resolve(StoreLock.FILE_NAME);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            assertThat(channel.tryLock()).isNotNull();
            assertThatThrownBy(() -> StoreLock.acquire(directory))
                    .isInstanceOf(StoreLockedException.class)
                    .hasMessageContaining(ownPid());
            assertThat(answerOfAnotherProcess(directory)).startsWith("refused");
        }
    }

    @Test
    void theDirectoryIsMade() {
        Path below = directory.resolve("a/b");
        StoreLock.acquire(below).close();

        assertThat(below).isDirectory();
    }

    @Test
    void aPathThatIsNoDirectoryIsRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> StoreLock.acquire(file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(file.toString());
    }
}
