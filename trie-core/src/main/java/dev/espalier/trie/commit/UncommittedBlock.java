package dev.espalier.trie.commit;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.hash.Keccak256;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StorageChange;
import dev.espalier.trie.spi.WarmRows;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A block in the making: takes a client's writes, gives state roots, is sealed under its id and committed or discarded.
 *
 * <p>What counts is the net effect of the writes when a root is computed; a slot may be set before its account is put.
 * {@link #putAccount} keeps storage; {@link #deleteAccount} drops storage and the block's earlier writes to the account,
 * and later writes start afresh. No account is dropped for being empty (that is the client's rule, EIP-161).
 *
 * <p>Until it is sealed a block belongs to one thread at a time. Sealed, it does not change any more and any thread may
 * read it. Keys are given plain or, as {@link Hash32}, already hashed.
 */
public final class UncommittedBlock implements TrieView {
    private final CommitmentTrie trie;
    private final BlockBase base;
    private final LeafKind kind;
    private final FoldCounters counters = new FoldCounters();
    private final BlockChanges changes = new BlockChanges();
    private final PendingChanges pending = new PendingChanges();
    private final KeyHashes hashes = new KeyHashes();
    private final BlockReads reads = new BlockReads();
    private final LayeredSource source;
    private final StateReader reader = new StateReader(this::stored);
    private final AtomicBoolean closed = new AtomicBoolean();
    private StateMark mark;
    private boolean readsAhead;
    private volatile Stage stage = Stage.OPEN;

    private enum Stage {
        OPEN,
        SEALED,
        /** Computing a root failed half-way, so what the block changed so far is not to be relied on. */
        FAILED,
        CLOSED
    }

    /** Takes over one hold on the base's view. */
    UncommittedBlock(CommitmentTrie trie, BlockBase base) {
        this.trie = trie;
        this.base = base;
        this.kind = trie.options().leaves();
        this.source = new LayeredSource(changes, base.layers(), base.shared().view(), counters);
        this.mark = base.mark();
    }

    /** Creates or overwrites an account; its storage stays. */
    public void putAccount(Address address, Account account) {
        writes(address).put(Objects.requireNonNull(account, "account"));
    }

    /** Creates or overwrites the account of a hashed address; its storage stays. */
    public void putAccount(Hash32 hashedAddress, Account account) {
        writes(hashedAddress).put(Objects.requireNonNull(account, "account"));
    }

    /** Deletes an account with its storage, if it is there. No slot is read. */
    public void deleteAccount(Address address) {
        writes(address).delete();
    }

    /** Deletes the account of a hashed address with its storage, if it is there. */
    public void deleteAccount(Hash32 hashedAddress) {
        writes(hashedAddress).delete();
    }

    /**
     * Sets a slot. Setting one of an account that does not exist when a root is computed makes that a
     * {@link dev.espalier.trie.MissingAccountException}.
     *
     * @param value 0 deletes the slot, and does nothing if it is not there
     */
    public void putStorage(Address address, UInt256 slot, UInt256 value) {
        writes(address).write(hashes.of(slot), Objects.requireNonNull(value, "value"));
    }

    /** Sets a hashed slot of a hashed address, as {@link #putStorage(Address, UInt256, UInt256)}. */
    public void putStorage(Hash32 hashedAddress, Hash32 hashedSlot, UInt256 value) {
        writes(hashedAddress)
                .write(Objects.requireNonNull(hashedSlot, "hashedSlot"), Objects.requireNonNull(value, "value"));
    }

    /**
     * Sets a raw leaf.
     *
     * @param value copied; what stands in the leaf node
     * @throws IllegalArgumentException if it is empty, which no trie can hold
     * @throws IllegalStateException if the trie does not hold raw leaves
     */
    public void putLeaf(Hash32 key, byte[] value) {
        requireWritable(LeafKind.RAW);
        if (value.length == 0) {
            throw new IllegalArgumentException("leaf " + key + ": value is empty, expected at least 1 byte");
        }
        pending.leaves().put(key, new PendingChanges.LeafWrite(value.clone()));
    }

    /** Deletes a raw leaf, if it is there. */
    public void deleteLeaf(Hash32 key) {
        requireWritable(LeafKind.RAW);
        pending.leaves().put(key, new PendingChanges.LeafWrite(null));
    }

    private PendingChanges.OfAccount writes(Address address) {
        requireWritable(LeafKind.STATE);
        return pending.of(hashes.of(address), address);
    }

    private PendingChanges.OfAccount writes(Hash32 hashedAddress) {
        requireWritable(LeafKind.STATE);
        return pending.of(hashedAddress, hashedAddress);
    }

    @Override
    public @Nullable Account account(Address address) {
        return account(key(address));
    }

    @Override
    public @Nullable Account account(Hash32 hashedAddress) {
        requireReadable(LeafKind.STATE);
        PendingChanges.OfAccount written = pending.find(hashedAddress);
        if (written != null && written.fate() != PendingChanges.Fate.KEPT) {
            return written.account();
        }
        AccountRecord record = reader.account(hashedAddress);
        return record == null ? null : record.account();
    }

    @Override
    public UInt256 storage(Address address, UInt256 slot) {
        return storage(key(address), key(slot));
    }

    @Override
    public UInt256 storage(Hash32 hashedAddress, Hash32 hashedSlot) {
        requireReadable(LeafKind.STATE);
        PendingChanges.OfAccount written = pending.find(hashedAddress);
        if (written != null) {
            UInt256 value = written.slots().get(hashedSlot);
            if (value != null) {
                return value;
            }
            if (written.dropsStorage()) {
                return UInt256.ZERO;
            }
        }
        return reader.storage(hashedAddress, hashedSlot);
    }

    /** Computes the pending writes first. */
    @Override
    public Hash32 storageRoot(Address address) {
        return storageRoot(key(address));
    }

    /** Computes the pending writes first. */
    @Override
    public Hash32 storageRoot(Hash32 hashedAddress) {
        requireReadable(LeafKind.STATE);
        computePending();
        AccountRecord record = reader.account(hashedAddress);
        return record == null ? NodeHasher.EMPTY_ROOT : record.storageRoot();
    }

    @Override
    public byte @Nullable [] leaf(Hash32 key) {
        requireReadable(LeafKind.RAW);
        PendingChanges.LeafWrite written = pending.leaves().get(key);
        if (written != null) {
            return written.bytes() == null ? null : written.bytes().clone();
        }
        return reader.leaf(key);
    }

    /** Finds a leaf below the pending writes, keeping it while the block is open, since its root will need it. */
    private byte @Nullable [] stored(long trieId, Hash32 key) {
        LeafChange changed = changes.leaf(trieId, key);
        if (changed != null) {
            return changed.after();
        }
        if (stage != Stage.OPEN) {
            return source.leaf(trieId, key);
        }
        if (reads.knows(trieId, key)) {
            return reads.stored(trieId, key);
        }
        byte[] stored = source.leaf(trieId, key);
        reads.keep(trieId, key, stored);
        return stored;
    }

    private Hash32 key(Address address) {
        return stage == Stage.OPEN ? hashes.of(address) : Keccak256.hash32(address.toBytes());
    }

    private Hash32 key(UInt256 slot) {
        return stage == Stage.OPEN ? hashes.of(slot) : Keccak256.hash32(slot.toBytes32());
    }

    /**
     * Computes the state root of the parent's state with everything written so far. Writes nothing to the store; it may
     * be asked again between writes, and does only what was written since.
     *
     * @throws dev.espalier.trie.MissingAccountException if a slot was set of an account that does not exist; the writes
     *     stay, so putting the account mends it
     * @throws dev.espalier.trie.CorruptStoreException if what is stored contradicts itself; the block is then of no
     *     further use
     */
    @Override
    public Hash32 stateRoot() {
        requireReadable(kind);
        computePending();
        return mark.root();
    }

    private void computePending() {
        if (stage != Stage.OPEN || pending.isEmpty()) {
            return;
        }
        long start = System.nanoTime();
        Normaliser normaliser = new Normaliser(source, changes, reads, trie::newStorageId);
        StateFold fold = new StateFold(source, changes, trie.foldSettings(), counters);
        if (kind == LeafKind.RAW) {
            LeafOp[] ops = normaliser.leaves(pending);
            counters.normaliseNanos.add(System.nanoTime() - start);
            stage = Stage.FAILED;
            mark = fold.foldLeaves(mark, ops, LeafValue.RAW);
        } else {
            List<AccountUpdate> updates = normaliser.accounts(pending);
            counters.normaliseNanos.add(System.nanoTime() - start);
            stage = Stage.FAILED;
            mark = fold.foldAccounts(mark, updates);
            updates.forEach(update -> dropLostStorage(update.op()));
        }
        pending.clear();
        stage = Stage.OPEN;
    }

    /** Storage that the block itself wrote to a trie that the account has lost since is of no interest to anyone. */
    private void dropLostStorage(LeafOp account) {
        StorageChange lost = BlockChanges.lost(account.key(), account.before(), account.after());
        if (lost != null) {
            changes.dropTrie(lost.storageId());
        }
    }

    /**
     * Ends writing: computes the root if needed and keeps the block under its id, so that children may begin on it and
     * it may be committed. It lives until it is committed or discarded, its parent leaves the window, or the bounds on
     * sealed blocks push it out.
     *
     * @throws IllegalStateException if the block is sealed already, the id is known already, the parent was discarded,
     *     unwound or executed again since the block was begun, or the bounds on sealed blocks leave no room
     */
    public void seal(BlockId id) {
        requireWritable(kind);
        computePending();
        StateMark sealed = new StateMark(Objects.requireNonNull(id, "id"), mark.root(), mark.cell());
        trie.seal(new SealedBlock(base, changes, sealed, new BlockInstance(), changes.retainedBytes()));
        mark = sealed;
        stage = Stage.SEALED;
    }

    /**
     * Commits the block: its log record is durable first, then its state is visible.
     *
     * @param expectedRoot the root that the block's header gives
     * @throws dev.espalier.trie.RootMismatchException if the block gives another root; it stays sealed
     * @throws IllegalStateException if the block is not sealed, was discarded, or its parent is not the head
     */
    public void commit(Hash32 expectedRoot) {
        requireReadable(kind);
        if (stage != Stage.SEALED) {
            throw new IllegalStateException("block on " + base.mark().block() + " is not sealed, so it has no id");
        }
        trie.commit(mark.block(), expectedRoot);
    }

    /**
     * Starts reading ahead for this block, whose own reads of rows pass through {@code rows} from now on. Any thread may
     * read ahead, at the state that the block began on.
     *
     * @param rows keeps what was read ahead; never asked for what the block or a block below it has changed
     * @return to be closed; it may outlive the block's handle
     * @throws IllegalStateException if the block is sealed, is read ahead for already, or holds raw leaves
     */
    public ReadAhead readAhead(WarmRows rows) {
        requireWritable(LeafKind.STATE);
        if (readsAhead) {
            throw new IllegalStateException("block on " + base.mark().block() + " is read ahead for already");
        }
        readsAhead = true;
        source.readRowsThrough(rows::load);
        return trie.readAhead(base, rows);
    }

    /** Lets the handle go and discards the block if it is not sealed; a second call does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            stage = Stage.CLOSED;
            trie.closed(counters.snapshot());
            base.shared().release();
        }
    }

    /** How many uncommitted or undone blocks lie between this one and the store's view. */
    int layers() {
        return base.layers().size();
    }

    /** Returns what computing the block's roots did so far. */
    public BlockStats stats() {
        return counters.snapshot();
    }

    private void requireWritable(LeafKind wanted) {
        requireReadable(wanted);
        if (stage != Stage.OPEN) {
            throw new IllegalStateException("block " + mark.block() + " is sealed: no write, no second seal");
        }
    }

    private void requireReadable(LeafKind wanted) {
        if (stage == Stage.CLOSED) {
            throw new IllegalStateException("block on " + base.mark().block() + " is closed");
        }
        if (stage == Stage.FAILED) {
            throw new IllegalStateException("block on " + base.mark().block()
                    + ": computing its root failed, so it can only be closed and begun anew");
        }
        if (wanted != kind) {
            throw new IllegalStateException("leaves are " + kind + ", expected " + wanted);
        }
    }
}
