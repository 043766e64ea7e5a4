package dev.espalier.store;

import dev.espalier.segment.file.FileAppender;
import dev.espalier.segment.file.ForwardingFiles;
import dev.espalier.segment.file.SegmentFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Segment files that also say what a disk could hold of them if the power went now: a force makes a file's bytes durable,
 * a force of the directory its names; of everything else any part may be there or not.
 */
final class RecordedFiles extends ForwardingFiles {
    private static final int SECTOR = 512;

    /** A force that is passed on but not believed: what a store looks like that forgot it. */
    enum Swallowed {
        NONE,
        FILE,
        DIRECTORY
    }

    /** Told before and after each step; nothing is in motion then. */
    interface Observer {
        void step(String what);
    }

    private final Swallowed swallowed;
    private final Observer observer;
    private final Map<String, Content> durableNames = new TreeMap<>();
    private final List<NameChange> pending = new ArrayList<>();
    private final Map<String, Content> names = new TreeMap<>();

    /** A file's bytes, whatever its name. */
    private static final class Content {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private int durable;
        private int lastWrite;
    }

    /** A name that leads to a content from now on, or to none. */
    private record NameChange(String name, Content content, boolean there) {}

    RecordedFiles(SegmentFiles files, Swallowed swallowed, Observer observer) {
        super(files);
        this.swallowed = swallowed;
        this.observer = observer;
    }

    /**
     * Writes one possible state of the disk.
     *
     * @param variant 0: nothing unforced is there; 1: all names, no unforced bytes; 2: all names, the last write torn; others:
     *     any names and bytes, by chance
     */
    void writeTo(Path directory, int variant, Random random) throws IOException {
        Files.createDirectories(directory);
        Map<String, Content> present = new TreeMap<>(durableNames);
        for (NameChange change : pending) {
            if (variant == 1 || variant == 2 || (variant > 2 && random.nextBoolean())) {
                if (change.there) {
                    present.put(change.name, change.content);
                } else {
                    present.remove(change.name);
                }
            }
        }
        for (Map.Entry<String, Content> file : present.entrySet()) {
            byte[] all = file.getValue().written.toByteArray();
            Files.write(directory.resolve(file.getKey()), Arrays.copyOf(all, length(file.getValue(), variant, random)));
        }
    }

    private static int length(Content content, int variant, Random random) {
        int all = content.written.size();
        if (variant < 2 || content.durable == all) {
            return content.durable;
        }
        int from = variant == 2 ? Math.max(content.durable, content.lastWrite) : content.durable;
        int sectors = (all - from) / SECTOR;
        return Math.min(all, from + SECTOR * random.nextInt(sectors + 2));
    }

    @Override
    public FileAppender create(String name) {
        observer.step("before create " + name);
        FileAppender appender = super.create(name);
        Content content = new Content();
        change(name, content, true);
        observer.step("after create " + name);
        return new Appender(name, appender, content);
    }

    private void change(String name, Content content, boolean there) {
        pending.add(new NameChange(name, content, there));
        if (there) {
            names.put(name, content);
        } else {
            names.remove(name);
        }
    }

    @Override
    public void rename(String from, String to) {
        super.rename(from, to);
        Content content = names.get(from);
        change(from, content, false);
        change(to, content, true);
        observer.step("after rename to " + to);
    }

    @Override
    public void delete(String name) {
        observer.step("before delete " + name);
        super.delete(name);
        Content content = names.get(name);
        if (content != null) {
            change(name, content, false);
        }
        observer.step("after delete " + name);
    }

    @Override
    public void forceDirectory() {
        super.forceDirectory();
        if (swallowed != Swallowed.DIRECTORY) {
            for (NameChange change : pending) {
                if (change.there) {
                    durableNames.put(change.name, change.content);
                } else {
                    durableNames.remove(change.name);
                }
            }
            pending.clear();
        }
        observer.step("after force of the directory");
    }

    /** Records what is written. */
    private final class Appender implements FileAppender {
        private final String name;
        private final FileAppender appender;
        private final Content content;

        private Appender(String name, FileAppender appender, Content content) {
            this.name = name;
            this.appender = appender;
            this.content = content;
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            appender.write(source, offset, length);
            content.lastWrite = content.written.size();
            content.written.write(source, offset, length);
            observer.step("after write to " + name);
        }

        @Override
        public void force() {
            appender.force();
            if (swallowed != Swallowed.FILE) {
                content.durable = content.written.size();
            }
            observer.step("after force of " + name);
        }

        @Override
        public void close() {
            appender.close();
        }
    }
}
