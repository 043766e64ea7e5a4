package dev.espalier.trie.commit;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.WarmRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a block will need for its root, before the block has written it: the same leaves and rows, by the same
 * level-by-level reader, at the state that the block began on. Nothing that it reads changes the block.
 *
 * <p>It holds that state until it is closed, which may be after the block is. Any number of threads may read at once;
 * it is closed when none does any more.
 */
public final class ReadAhead implements AutoCloseable {
    private static final LeafOp[] NO_OPS = {};

    private final BlockBase base;
    private final LayeredSource source;
    private final Runnable onClose;
    private final ConcurrentHashMap<Hash32, KnownAccount> accounts = new ConcurrentHashMap<>();
    private boolean closed;

    /** An account that was read; without a record it does not exist. */
    private record KnownAccount(byte @Nullable [] stored, AccountUpdate.Storage storage) {
        static KnownAccount of(byte @Nullable [] stored) {
            return new KnownAccount(
                    stored,
                    stored == null
                            ? AccountUpdate.Storage.NONE
                            : AccountUpdate.Storage.of(AccountRecord.decode(stored)));
        }
    }

    /** Takes over one hold on the base's view. */
    ReadAhead(BlockBase base, WarmRows rows, Runnable onClose) {
        this.base = base;
        this.source = base.source(new FoldCounters());
        this.onClose = onClose;
        source.readRowsThrough(rows::loadAhead);
    }

    /**
     * Reads what the writes will need: the previous values, the rows on the way to the keys, and the neighbour leaves
     * that the writes will move. What was read for an earlier call is not read again, but for leaves of slots.
     *
     * @param writes sorted by account, without repeats
     * @throws dev.espalier.trie.CorruptStoreException if what is stored contradicts itself
     */
    public void read(List<ExpectedWrites> writes) {
        List<LeafOp> fresh = new ArrayList<>();
        List<KnownAccount> known = readAccounts(writes, fresh);
        Unfolder unfolder = new Unfolder(source, null);
        for (TrieUpdate storage : storageTries(writes, known)) {
            unfolder.add(storage);
        }
        StateMark mark = base.mark();
        unfolder.add(new TrieUpdate(0, LeafValue.ACCOUNT, mark.cell(), mark.root(), fresh.toArray(NO_OPS)));
        unfolder.run();
    }

    /** Returns the accounts in order; those that no call has read before join {@code fresh}. */
    private List<KnownAccount> readAccounts(List<ExpectedWrites> writes, List<LeafOp> fresh) {
        LeafRequests records = new LeafRequests();
        for (ExpectedWrites write : writes) {
            if (!accounts.containsKey(write.account())) {
                records.add(0, write.account());
            }
        }
        source.loadLeaves(records);
        for (int i = 0; i < records.size(); i++) {
            byte[] stored = records.stored(i);
            if (accounts.putIfAbsent(records.key(i), KnownAccount.of(stored)) == null) {
                fresh.add(LeafOp.pending(records.key(i), stored));
            }
        }
        List<KnownAccount> known = new ArrayList<>(writes.size());
        for (ExpectedWrites write : writes) {
            known.add(Objects.requireNonNull(accounts.get(write.account())));
        }
        return known;
    }

    /** A storage trie that does not exist yet needs no read. */
    private List<TrieUpdate> storageTries(List<ExpectedWrites> writes, List<KnownAccount> known) {
        List<SlotRead> reads = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            long trieId = known.get(i).storage.id();
            if (trieId != 0) {
                for (ExpectedWrites.Slot slot : writes.get(i).slots()) {
                    reads.add(new SlotRead(trieId, slot, known.get(i).storage));
                }
            }
        }
        reads.sort(null);
        LeafRequests previous = new LeafRequests();
        reads.forEach(read -> previous.add(read.trieId, read.slot.key()));
        source.loadLeaves(previous);
        List<TrieUpdate> tries = new ArrayList<>();
        List<LeafOp> ops = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            SlotRead read = reads.get(i);
            LeafOp op = read.op(previous.stored(i));
            if (op != null) {
                ops.add(op);
            }
            if (i + 1 == reads.size() || reads.get(i + 1).trieId != read.trieId) {
                tries.add(read.trie(ops.toArray(NO_OPS)));
                ops.clear();
            }
        }
        return tries;
    }

    /** A slot whose previous value is read. */
    private record SlotRead(long trieId, ExpectedWrites.Slot slot, AccountUpdate.Storage storage)
            implements Comparable<SlotRead> {
        /** Returns null where the write will change nothing. */
        @Nullable
        LeafOp op(byte @Nullable [] previous) {
            if (!slot.cleared()) {
                return LeafOp.pending(slot.key(), previous);
            }
            return previous == null ? null : LeafOp.of(slot.key(), previous, null);
        }

        TrieUpdate trie(LeafOp[] ops) {
            return new TrieUpdate(trieId, LeafValue.SLOT, storage.cell(), storage.root(), ops);
        }

        @Override
        public int compareTo(SlotRead other) {
            int order = Long.compareUnsigned(trieId, other.trieId);
            return order == 0 ? slot.key().compareTo(other.slot.key()) : order;
        }
    }

    /** Lets the state go; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            base.shared().release();
            onClose.run();
        }
    }
}
