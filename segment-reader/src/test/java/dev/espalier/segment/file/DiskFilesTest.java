package dev.espalier.segment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiskFilesTest {
    @TempDir
    Path directory;

    private static byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    private static void write(SegmentFiles files, String name, byte[] bytes) {
        try (FileAppender file = files.create(name)) {
            file.write(bytes, 0, bytes.length / 3);
            file.write(bytes, bytes.length / 3, bytes.length - bytes.length / 3);
            file.force();
        }
    }

    @ParameterizedTest
    @EnumSource(ReadAccess.class)
    void readsBackWhatWasWritten(ReadAccess access) {
        DiskFiles files = new DiskFiles(directory, access);
        byte[] bytes = randomBytes(100_000);
        write(files, "a", bytes);
        try (MappedFile file = files.openMapped("a")) {
            assertThat(file.name()).isEqualTo("a");
            assertThat(file.size()).isEqualTo(bytes.length);
            Random random = new Random(1);
            for (int i = 0; i < 2_000; i++) {
                int offset = random.nextInt(bytes.length + 1);
                int length = random.nextInt(Math.min(bytes.length - offset, i % 2 == 0 ? 100 : 50_000) + 1);
                byte[] target = new byte[length + 20];
                file.read(offset, target, 10, length);
                assertThat(Arrays.copyOfRange(target, 10, 10 + length))
                        .isEqualTo(Arrays.copyOfRange(bytes, offset, offset + length));
                assertThat(target[9]).isZero();
                assertThat(target[10 + length]).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReadAccess.class)
    void rangesOutsideOfTheFileOrTheArrayAreRefused(ReadAccess access) {
        DiskFiles files = new DiskFiles(directory, access);
        write(files, "a", new byte[100]);
        try (MappedFile file = files.openMapped("a")) {
            byte[] target = new byte[50];
            assertThatThrownBy(() -> file.read(90, target, 0, 11)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> file.read(-1, target, 0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> file.read(0, target, 45, 6)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> file.read(0, target, 0, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(ReadAccess.class)
    void anEmptyFileCanBeOpened(ReadAccess access) {
        DiskFiles files = new DiskFiles(directory, access);
        write(files, "empty", new byte[0]);
        try (MappedFile file = files.openMapped("empty")) {
            assertThat(file.size()).isZero();
        }
    }

    @Test
    void pagesAreReadThroughAMappingHere() {
        // The advice is what keeps a random read at 4 KiB: say so if this system refuses it.
        DiskFiles files = new DiskFiles(directory);
        write(files, "a", new byte[5_000]);
        try (MappedFile file = files.openMapped("a")) {
            boolean isLinux = System.getProperty("os.name").equals("Linux");
            assertThat(file).isInstanceOf(isLinux ? AdvisedMapping.class : PositionalFile.class);
        }
    }

    @Test
    void aRenamedFileReplacesAnOlderOneAndADeletedOneIsGone() throws IOException {
        DiskFiles files = new DiskFiles(directory);
        write(files, "b.tmp", randomBytes(10));
        write(files, "b", randomBytes(20));
        write(files, "a", randomBytes(30));
        assertThat(files.list()).containsExactly("a", "b", "b.tmp");
        files.rename("b.tmp", "b");
        files.forceDirectory();
        assertThat(files.list()).containsExactly("a", "b");
        assertThat(Files.readAllBytes(directory.resolve("b"))).isEqualTo(randomBytes(10));
        files.delete("a");
        files.delete("a");
        assertThat(files.list()).containsExactly("b");
    }

    @Test
    void creatingAgainBeginsAnEmptyFile() throws IOException {
        DiskFiles files = new DiskFiles(directory);
        write(files, "a", randomBytes(1_000));
        write(files, "a", randomBytes(3));
        assertThat(Files.size(directory.resolve("a"))).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "x/y", "../x", "/x", "x/"})
    void onlyPlainNamesAreTaken(String name) {
        DiskFiles files = new DiskFiles(directory);
        assertThatThrownBy(() -> files.create(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> files.delete(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void failuresNameTheFile() {
        DiskFiles files = new DiskFiles(directory);
        assertThatThrownBy(() -> files.openMapped("missing"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("segment file missing: cannot open");
        assertThatThrownBy(() -> files.rename("missing", "b"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("segment file missing: cannot rename to b");
        DiskFiles nowhere = new DiskFiles(directory.resolve("nowhere"));
        assertThatThrownBy(() -> nowhere.create("a"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("segment file a: cannot create");
        assertThatThrownBy(nowhere::list)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(nowhere::forceDirectory).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void aDeletedFileStaysReadableWhereItIsOpen() { // H44
        for (ReadAccess access : ReadAccess.values()) {
            DiskFiles files = new DiskFiles(directory, access);
            byte[] bytes = randomBytes(40_000);
            write(files, "a", bytes);
            try (MappedFile file = files.openMapped("a")) {
                files.delete("a");
                byte[] target = new byte[bytes.length];
                file.read(0, target, 0, target.length);
                assertThat(target).isEqualTo(bytes);
            }
        }
    }
}
