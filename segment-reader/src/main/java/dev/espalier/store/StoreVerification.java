package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.spi.TrieStore;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Checks a whole store: every page of every segment, every log record, and every trie of the head's state, from the
 * leaves' values up to the root. Reads everything once, mostly in order; its memory does not grow with the state. Used
 * for one call, by one thread.
 */
public final class StoreVerification {
    /** Storage tries are walked in the order of their ids, so many at a time. */
    private static final int TRIES_AT_ONCE = 1 << 16;

    private final VerifiedState state;
    private final LayeredView view;
    private final FaultList faults = new FaultList();
    private final List<Storage> waiting = new ArrayList<>();
    private long accounts;
    private long storageTries;
    private long slots;

    /** An account's storage, to be walked later. */
    private record Storage(Hash32 account, AccountRecord of) {}

    private StoreVerification(VerifiedState state) {
        this.state = state;
        view = state.view();
    }

    /**
     * Checks a store as it is now; commits, flushes and merges may go on beside it.
     *
     * @throws UncheckedIOException if the disk fails
     */
    public static VerificationReport of(LayeredStore store) {
        try (LayeredView view = (LayeredView) store.openView(TrieStore.ReadMode.BYPASS_CACHE)) {
            return new StoreVerification(store.verified(view)).run();
        }
    }

    /**
     * Checks the state that was opened beside another process.
     *
     * @throws UncheckedIOException if the disk fails
     */
    public static VerificationReport of(ReadOnlyStore store) {
        try (LayeredView view = store.openView()) {
            return new StoreVerification(store.verified(view)).run();
        }
    }

    private VerificationReport run() {
        List<Segment> segments = view.layers().segments().newestFirst();
        segments.forEach(this::checkFile);
        long records = checkLog();
        boolean walk = faults.count() == 0;
        TrieWalk accountWalk = newWalk();
        TrieWalk storageWalk = newWalk();
        if (walk) {
            walk(accountWalk, storageWalk);
        }
        long rowsInSegments = segments.stream().mapToLong(s -> s.info().rows()).sum();
        long leavesInSegments =
                segments.stream().mapToLong(s -> s.info().leaves()).sum();
        return new VerificationReport(
                view.mark(),
                segments.size(),
                records,
                walk,
                accounts,
                storageTries,
                slots,
                accountWalk.rows() + storageWalk.rows(),
                rowsInSegments - accountWalk.segmentRows() - storageWalk.segmentRows(),
                leavesInSegments - accountWalk.segmentLeaves() - storageWalk.segmentLeaves(),
                accountWalk.unchecked() + storageWalk.unchecked(),
                faults.count(),
                faults.faults());
    }

    private TrieWalk newWalk() {
        return new TrieWalk(
                new LiveEntries(view.layers(), view.seq(), false),
                new LiveEntries(view.layers(), view.seq(), true),
                faults);
    }

    private void checkFile(Segment segment) {
        try {
            segment.verify();
        } catch (CorruptStoreException e) {
            faults.add(segment.info().name(), String.valueOf(e.getMessage()));
        }
    }

    private long checkLog() {
        try {
            return state.verifyLog().getAsLong();
        } catch (CorruptStoreException e) {
            faults.add(LmdbLog.FILE_NAME, String.valueOf(e.getMessage()));
            return 0;
        }
    }

    private void walk(TrieWalk accountWalk, TrieWalk storageWalk) {
        boolean raw = state.leaves() == LeafKind.RAW;
        accountWalk.walk(
                BranchPath.ACCOUNT_TRIE,
                view.mark().cell(),
                view.mark().root(),
                state.leaves().valueIn(BranchPath.ACCOUNT_TRIE),
                (key, stored) -> {
                    accounts++;
                    if (!raw) {
                        addStorage(key, AccountRecord.decode(stored), storageWalk);
                    }
                });
        walkWaiting(storageWalk);
    }

    private void addStorage(Hash32 account, AccountRecord record, TrieWalk storageWalk) {
        if (record.storageId() == 0) {
            return;
        }
        waiting.add(new Storage(account, record));
        if (waiting.size() == TRIES_AT_ONCE) {
            walkWaiting(storageWalk);
        }
    }

    private void walkWaiting(TrieWalk walk) {
        waiting.sort(Comparator.comparing(storage -> storage.of().storageId(), Long::compareUnsigned));
        for (Storage storage : waiting) {
            AccountRecord record = storage.of();
            checkId(storage.account(), record.storageId());
            storageTries++;
            walk.walk(
                    record.storageId(), record.storageCell(), record.storageRoot(), LeafValue.SLOT, (_, _) -> slots++);
        }
        waiting.clear();
    }

    /** A live trie that counts as lost would go with the next merge; an id that is still free would be given out twice. */
    private void checkId(Hash32 account, long storageId) {
        String what = "account " + account + ": storage id " + Long.toUnsignedString(storageId);
        if (state.isLost().test(storageId)) {
            faults.add("store", what + ": counts as lost, expected it to be live");
        }
        if (Long.compareUnsigned(storageId, state.nextStorageId().getAsLong()) >= 0) {
            faults.add(
                    "store",
                    what + ": expected less than the next one to be given out, "
                            + Long.toUnsignedString(state.nextStorageId().getAsLong()));
        }
    }
}
