package dev.espalier.segment.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.CorruptStoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** H56: a file that is cut while it is mapped gives an exception, whatever is read; it does not end the process. */
class CutFileTest {
    private static final int PAGE = 4096;
    private static final int PAGES = 64;

    @TempDir
    Path directory;

    private MappedFile openFile(ReadAccess access) {
        DiskFiles files = new DiskFiles(directory, access);
        try (FileAppender file = files.create("a")) {
            file.write(new byte[PAGES * PAGE], 0, PAGES * PAGE);
        }
        return files.openMapped("a");
    }

    private void cut(long length) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(directory.resolve("a").toFile(), "rw")) {
            file.setLength(length);
        }
    }

    @ParameterizedTest
    @EnumSource(ReadAccess.class)
    void everyLengthOfReadIsRefusedBehindTheCut(ReadAccess access) throws IOException {
        try (MappedFile file = openFile(access)) {
            cut(10 * PAGE);
            byte[] target = new byte[PAGES * PAGE];
            for (int length : new int[] {1, 7, 8, 63, 64, 65, 208, PAGE, 4 * PAGE, 5 * PAGE, 20 * PAGE}) {
                assertRefused(file, 11L * PAGE, target, length);
                assertRefused(file, (long) PAGES * PAGE - length, target, length);
            }
            assertRefused(file, 9L * PAGE, target, 2 * PAGE);
            file.read(9L * PAGE, target, 0, PAGE);
        }
    }

    /** The same in code that was compiled before the file was cut. */
    @ParameterizedTest
    @EnumSource(ReadAccess.class)
    void aCutInTheMiddleOfManyReadsIsRefused(ReadAccess access) throws IOException {
        try (MappedFile file = openFile(access)) {
            byte[] target = new byte[PAGE];
            for (int i = 0; i < 30_000; i++) {
                file.read((long) (i % PAGES) * PAGE, target, 0, PAGE);
            }
            cut(0);
            for (int i = 0; i < 3_000; i++) {
                assertRefused(file, (long) (i % PAGES) * PAGE, target, i % 2 == 0 ? PAGE : 100);
            }
        }
    }

    private static void assertRefused(MappedFile file, long offset, byte[] target, int length) {
        assertThatThrownBy(() -> file.read(offset, target, 0, length))
                .as("offset=" + offset + ", length=" + length)
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("segment file a: ")
                .hasMessageContaining("offset=")
                .hasMessageContaining("expected bytes=" + PAGES * PAGE);
    }
}
