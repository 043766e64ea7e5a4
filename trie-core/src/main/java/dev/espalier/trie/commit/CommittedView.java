package dev.espalier.trie.commit;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.hash.Keccak256;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A read-only view of a committed or sealed block. */
final class CommittedView implements TrieView {
    private final BlockBase base;
    private final LeafKind kind;
    private final StateReader reader;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Runnable onClose;

    /** Takes over one hold on the base's view. */
    CommittedView(BlockBase base, LeafKind kind, FoldCounters counters, Runnable onClose) {
        this.base = base;
        this.kind = kind;
        this.reader = new StateReader(base.source(counters)::leaf);
        this.onClose = onClose;
    }

    @Override
    public @Nullable Account account(Address address) {
        return account(Keccak256.hash32(address.toBytes()));
    }

    @Override
    public @Nullable Account account(Hash32 hashedAddress) {
        AccountRecord record = record(hashedAddress);
        return record == null ? null : record.account();
    }

    @Override
    public UInt256 storage(Address address, UInt256 slot) {
        return storage(Keccak256.hash32(address.toBytes()), Keccak256.hash32(slot.toBytes32()));
    }

    @Override
    public UInt256 storage(Hash32 hashedAddress, Hash32 hashedSlot) {
        requireOpen(LeafKind.STATE);
        return reader.storage(hashedAddress, hashedSlot);
    }

    @Override
    public Hash32 storageRoot(Address address) {
        return storageRoot(Keccak256.hash32(address.toBytes()));
    }

    @Override
    public Hash32 storageRoot(Hash32 hashedAddress) {
        AccountRecord record = record(hashedAddress);
        return record == null ? NodeHasher.EMPTY_ROOT : record.storageRoot();
    }

    private @Nullable AccountRecord record(Hash32 hashedAddress) {
        requireOpen(LeafKind.STATE);
        return reader.account(hashedAddress);
    }

    @Override
    public byte @Nullable [] leaf(Hash32 key) {
        requireOpen(LeafKind.RAW);
        return reader.leaf(key);
    }

    @Override
    public Hash32 stateRoot() {
        requireOpen(kind);
        return base.mark().root();
    }

    private void requireOpen(LeafKind wanted) {
        if (closed.get()) {
            throw new IllegalStateException("view of block " + base.mark().block() + " is closed");
        }
        if (wanted != kind) {
            throw new IllegalStateException("leaves are " + kind + ", expected " + wanted);
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            base.shared().release();
            onClose.run();
        }
    }
}
