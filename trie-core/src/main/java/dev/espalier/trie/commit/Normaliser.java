package dev.espalier.trie.commit;

import dev.espalier.trie.Account;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.MissingAccountException;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.spi.LeafRequests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns a block's writes into known inserts, updates and deletes: reads the previous value of every key that was
 * written, in one multi-get for the accounts and one for the slots, and drops writes that change nothing. So deleting
 * the absent and rewriting the equal never reach the trie.
 */
final class Normaliser {
    private static final LeafOp[] NO_OPS = {};

    private final StateSource source;
    private final BlockChanges own;
    private final BlockReads reads;
    private final LongSupplier storageIds;

    /**
     * @param source reads through {@code own} first
     * @param own what the block changed so far
     * @param reads what was read below {@code own}
     * @param storageIds gives a new storage id
     */
    Normaliser(StateSource source, BlockChanges own, BlockReads reads, LongSupplier storageIds) {
        this.source = source;
        this.own = own;
        this.reads = reads;
        this.storageIds = storageIds;
    }

    /**
     * Returns the account updates that the writes amount to, sorted by key.
     *
     * @throws MissingAccountException if a slot is set of an account that does not exist afterwards
     */
    List<AccountUpdate> accounts(PendingChanges pending) {
        PendingChanges.OfAccount[] writes = pending.accounts().values().toArray(PendingChanges.OfAccount[]::new);
        Arrays.sort(writes, (one, other) -> one.key().compareTo(other.key()));
        Lookup records = new Lookup();
        for (PendingChanges.OfAccount write : writes) {
            records.want(0, write.key());
        }
        records.load();
        List<Prepared> prepared = new ArrayList<>(writes.length);
        Lookup slots = new Lookup();
        for (int i = 0; i < writes.length; i++) {
            Prepared one = prepare(writes[i], records.stored(i));
            prepared.add(one);
            for (Hash32 slot : one.previousSlots()) {
                slots.want(one.start.id(), slot);
            }
        }
        slots.load();
        return updates(prepared, slots);
    }

    /** An account's writes beside its record before. */
    private static final class Prepared {
        private final PendingChanges.OfAccount write;
        private final byte @Nullable [] stored;
        private final @Nullable Account after;
        private final AccountUpdate.Storage start;
        private final Hash32[] slots;

        Prepared(
                PendingChanges.OfAccount write,
                byte @Nullable [] stored,
                @Nullable Account after,
                AccountUpdate.Storage start) {
            this.write = write;
            this.stored = stored;
            this.after = after;
            this.start = start;
            this.slots = write.slots().keySet().toArray(Hash32[]::new);
            Arrays.sort(slots);
        }

        /** The slots that may have had a value before. */
        Hash32[] previousSlots() {
            return start.id() == 0 ? new Hash32[0] : slots;
        }
    }

    private static Prepared prepare(PendingChanges.OfAccount write, byte @Nullable [] stored) {
        AccountRecord before = stored == null ? null : AccountRecord.decode(stored);
        Account after = switch (write.fate()) {
            case KEPT -> before == null ? null : before.account();
            case PUT -> write.account();
            case DELETED -> null;
        };
        if (after == null) {
            long set = write.slots().values().stream()
                    .filter(value -> !value.isZero())
                    .count();
            if (set > 0) {
                throw new MissingAccountException(write.name(), (int) set);
            }
        }
        AccountUpdate.Storage start =
                before == null || write.dropsStorage() ? AccountUpdate.Storage.NONE : AccountUpdate.Storage.of(before);
        return new Prepared(write, stored, after, start);
    }

    private List<AccountUpdate> updates(List<Prepared> prepared, Lookup previous) {
        List<AccountUpdate> updates = new ArrayList<>(prepared.size());
        int at = 0;
        for (Prepared one : prepared) {
            List<LeafOp> ops = new ArrayList<>(one.slots.length);
            for (Hash32 slot : one.slots) {
                byte[] before = one.start.id() == 0 ? null : previous.stored(at++);
                UInt256 value = one.write.slots().get(slot);
                LeafOp op = LeafOp.of(slot, before, value == null || value.isZero() ? null : value.toMinimalBytes());
                if (op.changes()) {
                    ops.add(op);
                }
            }
            AccountUpdate update = update(one, ops.toArray(NO_OPS));
            if (update != null) {
                updates.add(update);
            }
        }
        return updates;
    }

    /** Returns null if nothing of the account changes. */
    private @Nullable AccountUpdate update(Prepared one, LeafOp[] slots) {
        if (one.after == null) {
            return one.stored == null
                    ? null
                    : new AccountUpdate(one.write.key(), one.stored, null, AccountUpdate.Storage.NONE, NO_OPS, null);
        }
        AccountUpdate.Storage start = one.start;
        if (start.id() == 0 && slots.length > 0) {
            start = AccountUpdate.Storage.empty(storageIds.getAsLong());
        }
        if (slots.length == 0 && one.stored != null) {
            AccountRecord after = new AccountRecord(one.after, start.id(), start.cell(), start.root());
            if (Arrays.equals(one.stored, after.encode())) {
                return null;
            }
        }
        return new AccountUpdate(one.write.key(), one.stored, one.after, start, slots, null);
    }

    /** Returns the operations that writes of raw leaves amount to, sorted by key. */
    LeafOp[] leaves(PendingChanges pending) {
        Hash32[] keys = pending.leaves().keySet().toArray(Hash32[]::new);
        Arrays.sort(keys);
        Lookup previous = new Lookup();
        for (Hash32 key : keys) {
            previous.want(0, key);
        }
        previous.load();
        List<LeafOp> ops = new ArrayList<>(keys.length);
        for (int i = 0; i < keys.length; i++) {
            PendingChanges.LeafWrite write = pending.leaves().get(keys[i]);
            LeafOp op = LeafOp.of(keys[i], previous.stored(i), write == null ? null : write.bytes());
            if (op.changes()) {
                ops.add(op);
            }
        }
        return ops.toArray(NO_OPS);
    }

    /** A multi-get that leaves out what the block has read already. */
    private final class Lookup {
        private final List<byte @Nullable []> stored = new ArrayList<>();
        private final List<Wanted> wanted = new ArrayList<>();

        void want(long trieId, Hash32 key) {
            if (own.leaf(trieId, key) == null && reads.knows(trieId, key)) {
                stored.add(reads.stored(trieId, key));
            } else {
                wanted.add(new Wanted(trieId, key, stored.size()));
                stored.add(null);
            }
        }

        /** Storage ids do not follow the accounts' order, so the requests are sorted. */
        void load() {
            wanted.sort(null);
            LeafRequests requests = new LeafRequests();
            wanted.forEach(leaf -> requests.add(leaf.trieId(), leaf.key()));
            source.loadLeaves(requests);
            for (int i = 0; i < requests.size(); i++) {
                stored.set(wanted.get(i).place(), requests.stored(i));
            }
        }

        byte @Nullable [] stored(int index) {
            return stored.get(index);
        }
    }

    /** A leaf to read and the place of the answer. */
    private record Wanted(long trieId, Hash32 key, int place) implements Comparable<Wanted> {
        @Override
        public int compareTo(Wanted other) {
            int order = Long.compareUnsigned(trieId, other.trieId);
            return order == 0 ? key.compareTo(other.key) : order;
        }
    }
}
