package dev.espalier.trie.memory;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StorageChange;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;

/**
 * Keeps a state on the heap: every row and leaf, in as many versions as open views need, and the log of the window.
 *
 * <p>About 0.7 KB of heap a storage slot. Nothing survives the process. Storage of deleted accounts goes when no unwind
 * and no view can reach it any more.
 */
public final class MemoryStore implements TrieStore {
    /** The default window in blocks. */
    public static final int DEFAULT_WINDOW = 512;

    private final int window;
    private final ChangeLog log;
    private final Map<Long, Table> tables = new ConcurrentHashMap<>();
    private final Set<Table> withRemovals = new HashSet<>();
    private final Map<Long, Long> lostAt = new HashMap<>();
    private final Set<View> openViews = new HashSet<>();
    private final AtomicLong lastSeq = new AtomicLong();
    private final AtomicLong nextStorageId = new AtomicLong(1);
    private volatile Head head = new Head(0, StateMark.EMPTY);
    private volatile boolean stopped;
    private long prunedBelow;

    /** The newest state; replaced as one. */
    private record Head(long seq, StateMark mark) {}

    /** One trie's rows and leaves. */
    private static final class Table {
        private final VersionedMap<BranchPath, BranchRow> rows = new VersionedMap<>();
        private final VersionedMap<Hash32, byte[]> leaves = new VersionedMap<>();
    }

    private MemoryStore(int window, ChangeLog log) {
        if (window < 1) {
            throw new IllegalArgumentException("window=" + window + ", expected at least 1 block");
        }
        this.window = window;
        this.log = log;
    }

    /** Returns an empty store with a window of 512 blocks. */
    public static MemoryStore create() {
        return withWindow(DEFAULT_WINDOW);
    }

    /**
     * Returns an empty store.
     *
     * @param blocks how many committed blocks can be unwound; at least 1
     * @throws IllegalArgumentException if the window is below 1
     */
    public static MemoryStore withWindow(int blocks) {
        return new MemoryStore(blocks, new MemoryChangeLog());
    }

    /**
     * Returns an empty store that writes its records to an empty log of the caller's.
     *
     * @param blocks how many committed blocks can be unwound; at least 1
     */
    public static MemoryStore over(ChangeLog log, int blocks) {
        return new MemoryStore(blocks, log);
    }

    @Override
    public StoreView openView(ReadMode mode) {
        synchronized (openViews) {
            View view = new View(head, prunedBelow);
            openViews.add(view);
            return view;
        }
    }

    private void close(View view) {
        synchronized (openViews) {
            openViews.remove(view);
        }
    }

    /** The seqs that views show or may be opened on, ascending. */
    private long[] readers() {
        synchronized (openViews) {
            return LongStream.concat(LongStream.of(head.seq), openViews.stream().mapToLong(view -> view.at.seq))
                    .sorted()
                    .distinct()
                    .toArray();
        }
    }

    /** The seq below which no unwind, and no view of an ancestor that is open, reaches back. */
    private long unreachableBelow() {
        synchronized (openViews) {
            long lowest = prunedBelow;
            for (View view : openViews) {
                lowest = Math.min(lowest, view.reachesBackTo);
            }
            return lowest;
        }
    }

    @Override
    public long reserveSeq() {
        return lastSeq.incrementAndGet();
    }

    @Override
    public long reserveStorageId() {
        return nextStorageId.getAndIncrement();
    }

    @Override
    public long nextStorageId() {
        return nextStorageId.get();
    }

    @Override
    public void apply(LogRecord record, RowChanges rows) {
        if (stopped) {
            throw new IllegalStateException("store stopped when a change failed half-way: its state is lost");
        }
        if (!record.entry().before().equals(head.mark)) {
            throw new IllegalArgumentException("record starts from block "
                    + record.entry().before().block() + ", expected the head " + head.mark.block());
        }
        log.append(record);
        stopped = true;
        long seq = record.entry().seq();
        long[] readers = readers();
        for (LeafChange leaf : record.leaves()) {
            table(leaf.trieId(), leaf.after() == null).leaves.put(leaf.key(), leaf.after(), seq, readers);
        }
        rows.forEach(
                (path, _, after) -> table(path.trieId(), after == null).rows.put(path, after, seq, readers));
        for (StorageChange lost : record.lost()) {
            lostAt.put(lost.storageId(), seq);
        }
        record.regained().forEach(back -> lostAt.remove(back.storageId()));
        head = new Head(seq, record.entry().after());
        stopped = false;
        purge();
    }

    /** Returns a trie's table for a change; one that loses a key is looked at when views close. */
    private Table table(long trieId, boolean losesKey) {
        Table table = tables.get(trieId);
        if (table == null) {
            table = new Table();
            tables.put(trieId, table);
        }
        if (losesKey) {
            withRemovals.add(table);
        }
        return table;
    }

    /** Removes what neither a view nor an unwind can reach. */
    private void purge() {
        long oldest = readers()[0];
        withRemovals.removeIf(table -> {
            boolean rowsDone = table.rows.purge(oldest);
            boolean leavesDone = table.leaves.purge(oldest);
            return rowsDone && leavesDone;
        });
        long reached = unreachableBelow();
        lostAt.entrySet().removeIf(lost -> {
            boolean unreachable = lost.getValue() < reached && lost.getValue() <= oldest;
            if (unreachable) {
                tables.remove(lost.getKey());
            }
            return unreachable;
        });
    }

    @Override
    public ChangeLog log() {
        return log;
    }

    @Override
    public int window() {
        return window;
    }

    @Override
    public void prune(long seq) {
        synchronized (openViews) {
            prunedBelow = Math.max(prunedBelow, Math.min(seq, head.seq + 1));
        }
        log.prune(prunedBelow);
    }

    /** Returns the state that the newest record made. */
    public StateMark mark() {
        return head.mark;
    }

    /** Gives every row of the newest state, of dropped storage tries too, in no order. */
    public void forEachRow(BiConsumer<BranchPath, BranchRow> action) {
        long seq = head.seq;
        tables.values().forEach(table -> table.rows.forEach(seq, action));
    }

    /** Does nothing: the heap is freed when the store is no longer referred to. */
    @Override
    public void close() {}

    /** One version of the state. */
    private final class View implements StoreView {
        private final Head at;
        private final long reachesBackTo;
        private final AtomicBoolean closed = new AtomicBoolean();

        /** @param reachesBackTo the lowest seq whose change a block on an ancestor may undo over this view */
        View(Head at, long reachesBackTo) {
            this.at = at;
            this.reachesBackTo = reachesBackTo;
        }

        @Override
        public StateMark mark() {
            return at.mark;
        }

        @Override
        public long seq() {
            return at.seq;
        }

        @Override
        public void loadRows(RowRequests requests) {
            Table table = null;
            for (int i = 0; i < requests.size(); i++) {
                BranchPath path = requests.path(i);
                if (i == 0 || path.trieId() != requests.path(i - 1).trieId()) {
                    table = tables.get(path.trieId());
                }
                BranchRow row = table == null ? null : table.rows.get(path, at.seq);
                if (row != null) {
                    requests.answer(i, row);
                }
            }
        }

        @Override
        public void loadLeaves(LeafRequests requests) {
            Table table = null;
            for (int i = 0; i < requests.size(); i++) {
                if (i == 0 || requests.trieId(i) != requests.trieId(i - 1)) {
                    table = tables.get(requests.trieId(i));
                }
                requests.answer(i, table == null ? null : table.leaves.get(requests.key(i), at.seq));
            }
        }

        /** Reads every leaf of the trie: rows here store all rests, so nothing that is fast asks for this. */
        @Override
        public Hash32 keyOfLeaf(BranchPath row, int child, NodeRef leaf) {
            Hash32 prefix = RowReader.childPrefix(row, child);
            Hash32[] found = new Hash32[1];
            int[] count = new int[1];
            Table table = tables.get(row.trieId());
            if (table != null) {
                table.leaves.forEach(at.seq, (key, _) -> {
                    if (key.commonNibbles(prefix) > row.depth()) {
                        found[0] = key;
                        count[0]++;
                    }
                });
            }
            if (count[0] != 1) {
                throw new CorruptStoreException(
                        "row " + row + ": leaves below child " + child + "=" + count[0] + ", expected 1");
            }
            return found[0];
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                MemoryStore.this.close(this);
            }
        }
    }
}
