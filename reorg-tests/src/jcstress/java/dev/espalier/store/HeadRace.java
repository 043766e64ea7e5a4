package dev.espalier.store;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.cache.CacheOptions;
import dev.espalier.store.log.FileList;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A reader takes the head once, while a flush replaces it: first record 1 is in the active overlay; then the flush seals,
 * publishes to the cache and shows files. Beside it one thread reads, commits record 2, and reads again. H54, H44.
 *
 * <p>There are no segment files here. The cache has every row that the flush publishes, and stands for them.
 */
@JCStressTest
@Description("Reads of the head and a commit beside a flush: the layer of record 1 before and after the commit")
@Outcome(
        id = {"0, 0", "1, 1", "2, 2"},
        expect = ACCEPTABLE,
        desc = "both reads found record 1 in the active overlay, in the sealed one, or in files of the head's"
                + " generation")
@Outcome(
        id = {"0, 1", "0, 2", "1, 2"},
        expect = ACCEPTABLE,
        desc = "record 1 went down between the reads")
@Outcome(expect = FORBIDDEN, desc = "a row is in no layer, went up, is of a later record, or no set can be held")
@State
public class HeadRace {
    private static final int MISSING = -1;
    private static final int TOO_NEW = -2;
    private static final int NO_SET = -3;

    /** Nothing is compared with it: the check of hits is off. */
    private static final NodeRef ANY = NodeRef.ofHash(Hash32.ZERO);

    private static final int DEPTH = 3;
    private static final BranchPath ONE = BranchPath.of(0, Hash32.of(1L << 60, 0, 0, 0), DEPTH);
    private static final BranchPath TWO = BranchPath.of(0, Hash32.of(2L << 60, 0, 0, 0), DEPTH);
    private static final BranchRow ROW = row();

    private final BranchCache cache = BranchCache.create(CacheOptions.builder()
            .lifetime(CacheLifetime.CROSS_BLOCK)
            .budgetBytes(64 << 10)
            .shadowOneIn(0)
            .build());
    private final OpenViews views = new OpenViews();
    private final StoreHead head = new StoreHead(FileList.EMPTY, List.of(), cache, new StoreCounters());

    /** Begins with record 1 in the active overlay. */
    public HeadRace() {
        put(1, ONE);
    }

    private static BranchRow row() {
        RowBuilder builder = new RowBuilder();
        builder.start(DEPTH, null);
        builder.setBranch(0, ANY);
        builder.setBranch(1, ANY);
        return builder.freeze();
    }

    private void put(long seq, BranchPath path) {
        LogEntry entry = new LogEntry(seq, LogEntry.Kind.COMMIT, StateMark.EMPTY, StateMark.EMPTY);
        LogRecord record = new LogRecord(entry, List.of(), List.of(), List.of(), 1);
        head.put(record, hook -> hook.rowChanged(path, null, ROW), views);
    }

    /** A flush, but for its file. */
    @Actor
    public void flush() {
        SealedOverlay sealed = head.seal(0, 1);
        if (sealed == null) {
            throw new IllegalStateException("there is something to flush");
        }
        head.showFlushed(List.of(), sealed);
    }

    /** A reader, a commit when its record is durable, and another reader. */
    @Actor
    public void readAndCommit(II_Result r) {
        r.r1 = read();
        put(2, TWO);
        r.r2 = read();
    }

    /** Returns the layer that has record 1, when record 2 is seen exactly if the head has it. */
    private int read() {
        Head now = head.now();
        if (!now.layers().segments().acquire()) {
            // The set of that head was let go, so there is another head; of this race it is the last one.
            now = head.now();
            if (!now.layers().segments().acquire()) {
                return NO_SET;
            }
        }
        int second = layerOf(now, TWO);
        int first = layerOf(now, ONE);
        now.layers().segments().release();
        if (now.seq() == 1 && second != MISSING) {
            return TOO_NEW;
        }
        return now.seq() == 2 && second == MISSING ? MISSING : first;
    }

    /** Says which layer has a row: 0 the active overlay, 1 the sealed one, 2 files. */
    private int layerOf(Head at, BranchPath path) {
        Overlay sealed = at.layers().sealed();
        if (at.layers().active().row(path, at.seq()) != null) {
            return 0;
        }
        if (sealed != null && sealed.row(path, at.seq()) != null) {
            return 1;
        }
        return cache.get(path, ANY, at.generation()) == null ? MISSING : 2;
    }
}
