package dev.espalier.store;

import dev.espalier.segment.file.FileAppender;
import dev.espalier.segment.file.ForwardingFiles;
import dev.espalier.segment.file.MappedFile;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.ForwardingLog;
import dev.espalier.store.log.StoreLog;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Places at which a process can be made to end at once, as by a power switch: nothing is closed, no hook runs. */
enum CrashPoint {
    /** Before a change's record is written. */
    BEFORE_RECORD,
    /** The record is durable, the overlay half filled. */
    AFTER_RECORD,
    /** A segment file is begun. */
    FILE_BEGUN,
    /** Some of it is written. */
    FILE_HALF_WRITTEN,
    /** It is written but not forced. */
    FILE_NOT_FORCED,
    /** It is forced but has its temporary name. */
    FILE_NOT_RENAMED,
    /** It has its name, but the directory is not forced. */
    DIRECTORY_NOT_FORCED,
    /** It is there but in no list yet. */
    FILE_NOT_LISTED,
    /** Before the transaction that switches the list of files. */
    BEFORE_LIST_CHANGE,
    /** The new list is committed, and readers still see the old one. */
    AFTER_LIST_CHANGE,
    /** Before records are forgotten. */
    BEFORE_PRUNE,
    /** They are forgotten. */
    AFTER_PRUNE,
    /** The list without the inputs of a merge is committed, but they are still there. */
    INPUTS_NOT_DELETED;

    /** Ends the process at the {@code count}-th time that one point is passed. */
    static final class Trap implements StoreParts {
        private final @Nullable CrashPoint point;
        private final AtomicInteger left;

        Trap(@Nullable CrashPoint point, int count) {
            this.point = point;
            this.left = new AtomicInteger(count);
        }

        void pass(CrashPoint passed) {
            if (passed == point && left.decrementAndGet() == 0) {
                Runtime.getRuntime().halt(CrashChild.HALTED);
            }
        }

        @Override
        public SegmentFiles files(SegmentFiles files) {
            return new Files(files, this);
        }

        @Override
        public StoreLog log(StoreLog log) {
            return new Log(log, this);
        }

        TrieStore around(TrieStore store) {
            return new Store(store, this);
        }
    }

    /** Segment files with a trap at each step. */
    private static final class Files extends ForwardingFiles {
        private final Trap trap;

        private Files(SegmentFiles files, Trap trap) {
            super(files);
            this.trap = trap;
        }

        @Override
        public FileAppender create(String name) {
            FileAppender appender = super.create(name);
            trap.pass(FILE_BEGUN);
            return new Appender(appender, trap);
        }

        @Override
        public MappedFile openMapped(String name) {
            trap.pass(FILE_NOT_LISTED);
            return super.openMapped(name);
        }

        @Override
        public void rename(String from, String to) {
            trap.pass(FILE_NOT_RENAMED);
            super.rename(from, to);
        }

        @Override
        public void delete(String name) {
            trap.pass(INPUTS_NOT_DELETED);
            super.delete(name);
        }

        @Override
        public void forceDirectory() {
            trap.pass(DIRECTORY_NOT_FORCED);
            super.forceDirectory();
        }
    }

    /** A file being written, with a trap. */
    private record Appender(FileAppender appender, Trap trap) implements FileAppender {
        @Override
        public void write(byte[] source, int offset, int length) {
            appender.write(source, offset, length / 2);
            trap.pass(FILE_HALF_WRITTEN);
            appender.write(source, offset + length / 2, length - length / 2);
        }

        @Override
        public void force() {
            trap.pass(FILE_NOT_FORCED);
            appender.force();
        }

        @Override
        public void close() {
            appender.close();
        }
    }

    /** A log with a trap around each step that the store takes in the background. */
    private static final class Log extends ForwardingLog {
        private final Trap trap;

        private Log(StoreLog log, Trap trap) {
            super(log);
            this.trap = trap;
        }

        @Override
        public void switchFiles(FileList next) {
            trap.pass(BEFORE_LIST_CHANGE);
            super.switchFiles(next);
            trap.pass(AFTER_LIST_CHANGE);
        }

        @Override
        public void prune(long seq) {
            List<LogEntry> kept = entries();
            boolean forgets = !kept.isEmpty() && kept.getFirst().seq() < seq;
            if (forgets) {
                trap.pass(BEFORE_PRUNE);
            }
            super.prune(seq);
            if (forgets) {
                trap.pass(AFTER_PRUNE);
            }
        }
    }

    /** A store with a trap before each record and in the middle of what follows it. */
    private record Store(TrieStore store, Trap trap) implements TrieStore {
        @Override
        public StoreView openView(ReadMode mode) {
            return store.openView(mode);
        }

        @Override
        public long reserveSeq() {
            return store.reserveSeq();
        }

        @Override
        public long reserveStorageId() {
            return store.reserveStorageId();
        }

        @Override
        public long nextStorageId() {
            return store.nextStorageId();
        }

        @Override
        public void apply(LogRecord record, RowChanges rows) {
            trap.pass(BEFORE_RECORD);
            store.apply(record, hook -> {
                trap.pass(AFTER_RECORD);
                rows.forEach(hook);
            });
        }

        @Override
        public ChangeLog log() {
            return store.log();
        }

        @Override
        public int window() {
            return store.window();
        }

        @Override
        public void prune(long seq) {
            store.prune(seq);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
