package dev.espalier.store;

import dev.espalier.segment.MergeOptions;
import dev.espalier.segment.MergeOutput;
import dev.espalier.segment.MergePace;
import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentCounters;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.SegmentMerge;
import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.KeyRange;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.store.lmdb.StoreFullException;
import dev.espalier.store.lmdb.StoreLock;
import dev.espalier.store.lmdb.StoreMismatchException;
import dev.espalier.store.log.FileList;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.bulk.TrieBuilder;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.spi.StateMark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Makes all rows of a store anew from its leaves alone: what helps where rows are damaged or missing. It works on the
 * flushed state, whose root the list of files has; what the log holds above that is replayed on the new rows when the store
 * is opened. The store must not be open. Used for one call, by one thread.
 *
 * <p>Memory: a buffer of rows, and a page index and filter of a part of the base. Disk: as much again as the store holds, and
 * its rows once more.
 */
public final class StoreRebuild {
    private static final long BUFFER_BYTES = 64L << 20;

    private final StoreOptions options;
    private final LmdbLog log;
    private final SegmentFiles files;
    private final FileList list;
    private final long bufferBytes;
    private long nextFileId;
    private long leafCount;

    /**
     * What a rebuild made.
     *
     * @param state the flushed state, whose rows are new
     * @param rows all rows, those of dropped storage tries that can still come back included
     * @param leaves all leaves
     * @param files the files of the new base; 0 if the store was never flushed, so that there was nothing to do
     */
    public record Result(StateMark state, long rows, long leaves, int files) {}

    private StoreRebuild(StoreOptions options, LmdbLog log, SegmentFiles files, long bufferBytes) {
        this.options = options;
        this.log = log;
        this.files = files;
        this.bufferBytes = bufferBytes;
        list = log.fileList();
        nextFileId = list.nextFileId();
    }

    /**
     * Rebuilds a store: writes a base with all its leaves and new rows, and puts it in place of all files in one step. On
     * any failure before that step the store is as it was.
     *
     * @param directory the store's directory
     * @param options what the store is, and how to write the base
     * @throws IllegalStateException if there is no store
     * @throws StoreMismatchException if it is that of another chain
     * @throws dev.espalier.store.lmdb.StoreLockedException if another holds the store, whom the message names
     * @throws CorruptStoreException if leaves or the log are damaged, or leaves do not give the recorded root of the state,
     *     or of an account's storage: then they have other values than the rows had, though their checksums are right
     * @throws java.io.UncheckedIOException if the disk fails
     */
    public static Result of(Path directory, StoreOptions options) {
        return of(directory, options, plain -> plain, BUFFER_BYTES);
    }

    /** Rebuilds with files that go through a decorator, and a buffer for rows of a size. */
    static Result of(Path directory, StoreOptions options, UnaryOperator<SegmentFiles> decorator, long bufferBytes) {
        try (StoreLock lock = StoreLock.acquire(directory);
                LmdbLog log = LmdbLog.openExisting(lock, options.log())) {
            if (!log.identity().matches(options.identity())) {
                throw new StoreMismatchException(
                        "store " + lock.directory() + ": found " + log.identity() + ", expected " + options.identity());
            }
            SegmentFiles files = decorator.apply(new DiskFiles(SegmentFolder.make(lock.directory()), options.access()));
            SegmentFolder.deleteOrphans(files, log.fileList());
            return new StoreRebuild(options, log, files, bufferBytes).run();
        }
    }

    private Result run() {
        List<Segment> old = new ArrayList<>();
        boolean replaced = false;
        try (RowRuns runs = new RowRuns(files, options.chainId(), () -> nextFileId++, bufferBytes)) {
            if (list.segments().isEmpty()) {
                return new Result(list.mark(), 0, 0, 0);
            }
            for (SegmentInfo info : list.segments()) {
                old.add(Segment.openLeaves(files, info, options.chainId(), new SegmentCounters()));
            }
            reading(old, state -> buildRows(new LiveEntries(state, list.flushedSeq(), true), runs));
            List<SegmentInfo> base = writeBase(old, runs);
            replace(base);
            replaced = true;
            return new Result(list.mark(), runs.rows(), leafCount, base.size());
        } finally {
            old.forEach(replaced ? Segment::retire : Segment::close);
        }
    }

    /** Builds every trie that has leaves, dropped ones too, since an unwind may bring them back. */
    private void buildRows(LiveEntries leaves, RowRuns runs) {
        TrieBuilder builder = new TrieBuilder(runs::add);
        TrieBuilder.Built accounts = new TrieBuilder.Built(RootCell.EMPTY, NodeHasher.EMPTY_ROOT);
        leaves.seek(SegmentKey.firstOf(BranchPath.ACCOUNT_TRIE));
        SegmentKey at = leaves.key();
        while (at != null) {
            long trieId = at.trieId();
            builder.start(trieId, options.leaves().valueIn(trieId));
            while (at != null && at.trieId() == trieId) {
                builder.leaf(at.key(), leaves.value());
                leafCount++;
                leaves.advance();
                at = leaves.key();
            }
            TrieBuilder.Built built = builder.finish();
            if (trieId == BranchPath.ACCOUNT_TRIE) {
                accounts = built;
            }
        }
        if (!accounts.root().equals(list.mark().root())
                || !accounts.cell().equals(list.mark().cell())) {
            throw new CorruptStoreException("rebuild: the leaves give root " + accounts.root() + ", expected "
                    + list.mark().root() + " of block " + list.mark().block()
                    + ", seq " + list.flushedSeq());
        }
    }

    private static void reading(List<Segment> segments, Consumer<Layers> action) {
        Layers state = new Layers(new Overlay(), null, new SegmentSet(segments));
        try {
            action.accept(state);
        } finally {
            state.segments().release();
        }
    }

    private List<SegmentInfo> writeBase(List<Segment> old, RowRuns runs) {
        List<Segment> inputs = new ArrayList<>(runs.finish());
        inputs.addAll(old);
        SegmentMerge merge = new SegmentMerge(
                files,
                inputs,
                new MergeOptions(true, id -> false, MergePace.unlimited(), options.shortKeys(), options.encoding()));
        List<MergeOutput> outputs = new ArrayList<>();
        for (KeyRange range : merge.partition(options.partitionBytes())) {
            long fileId = nextFileId++;
            outputs.add(new MergeOutput(
                    SegmentFolder.nameOf(fileId),
                    new SegmentIdentity(
                            options.chainId(), fileId, fromSeq(old), list.flushedSeq(), SegmentKind.BASE, range)));
        }
        List<SegmentInfo> base = merge.run(outputs);
        boolean right = false;
        try {
            checkStorage(base);
            right = true;
            return base;
        } finally {
            if (!right) {
                base.forEach(info -> files.delete(info.name()));
            }
        }
    }

    private long fromSeq(List<Segment> old) {
        return Math.min(list.flushedSeq(), old.getLast().identity().fromSeq());
    }

    private void checkStorage(List<SegmentInfo> base) {
        if (options.leaves() == LeafKind.RAW) {
            return;
        }
        List<Segment> opened = new ArrayList<>();
        try {
            for (SegmentInfo info : base) {
                opened.add(Segment.open(files, info, options.chainId(), new SegmentCounters()));
            }
            reading(opened, state -> new StorageCells(state, list.flushedSeq()).check());
        } finally {
            opened.forEach(Segment::close);
        }
    }

    /** Where it is not known whether the step was done, both the old and the new files stay until the next opening. */
    private void replace(List<SegmentInfo> base) {
        try {
            log.switchFiles(new FileList(
                    list.generation() + 1,
                    list.flushedSeq(),
                    list.mark(),
                    list.nextStorageId(),
                    nextFileId,
                    base,
                    list.dropped()));
        } catch (StoreFullException e) {
            base.forEach(info -> files.delete(info.name()));
            throw e;
        }
    }
}
