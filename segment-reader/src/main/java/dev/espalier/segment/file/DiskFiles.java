package dev.espalier.segment.file;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A directory of the disk. */
public final class DiskFiles implements SegmentFiles {
    private final Path directory;
    private final ReadAccess access;

    /** Uses a directory, which must exist, with {@link ReadAccess#MAPPED}. */
    public DiskFiles(Path directory) {
        this(directory, ReadAccess.MAPPED);
    }

    /** Uses a directory, which must exist. */
    public DiskFiles(Path directory, ReadAccess access) {
        this.directory = directory;
        this.access = access;
    }

    @Override
    public FileAppender create(String name) {
        Path path = resolve(name);
        try {
            return new StreamAppender(name, new FileOutputStream(path.toFile()));
        } catch (IOException e) {
            throw failure("create", name, e);
        }
    }

    @Override
    public MappedFile openMapped(String name) {
        PositionalFile file = PositionalFile.open(name, resolve(name));
        return access == ReadAccess.MAPPED ? AdvisedMapping.over(file) : file;
    }

    @Override
    public void rename(String from, String to) {
        try {
            Files.move(resolve(from), resolve(to), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw failure("rename to " + to, from, e);
        }
    }

    @Override
    public void delete(String name) {
        try {
            Files.deleteIfExists(resolve(name));
        } catch (IOException e) {
            throw failure("delete", name, e);
        }
    }

    @Override
    public List<String> list() {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> String.valueOf(entry.getFileName()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("segment directory " + directory + ": cannot list", e);
        }
    }

    @Override
    public void forceDirectory() {
        try {
            Uninterrupted.run(() -> {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                }
                return true;
            });
        } catch (IOException e) {
            throw new UncheckedIOException("segment directory " + directory + ": cannot force", e);
        }
    }

    private Path resolve(String name) {
        Path path = Path.of(name);
        boolean isPlain = !name.isEmpty()
                && !name.equals(".")
                && !name.equals("..")
                && name.equals(String.valueOf(path.getFileName()));
        if (!isPlain) {
            throw new IllegalArgumentException("segment file: name=" + name + ", expected a plain file name");
        }
        return directory.resolve(path);
    }

    static UncheckedIOException failure(String action, String name, IOException cause) {
        return new UncheckedIOException(
                "segment file " + name + ": cannot " + action + ": " + cause.getMessage(), cause);
    }
}
