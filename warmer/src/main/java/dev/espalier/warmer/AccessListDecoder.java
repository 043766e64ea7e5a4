package dev.espalier.warmer;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.RlpException;
import dev.espalier.trie.codec.RlpReader;
import dev.espalier.warmer.BlockAccessList.AccountChanges;
import dev.espalier.warmer.BlockAccessList.BalanceChange;
import dev.espalier.warmer.BlockAccessList.CodeChange;
import dev.espalier.warmer.BlockAccessList.NonceChange;
import dev.espalier.warmer.BlockAccessList.SlotChanges;
import dev.espalier.warmer.BlockAccessList.StorageChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads one access list from RLP. Confined to one thread. */
final class AccessListDecoder {
    private static final Comparator<Address> BY_BYTES =
            (one, other) -> Arrays.compareUnsigned(one.toBytes(), other.toBytes());

    private final RlpReader rlp;

    AccessListDecoder(byte[] bytes) {
        rlp = new RlpReader(bytes);
    }

    BlockAccessList decode() {
        List<AccountChanges> accounts = sorted(this::account, AccountChanges::address, BY_BYTES, "address");
        rlp.expectEnd();
        return new BlockAccessList(accounts);
    }

    private AccountChanges account() {
        rlp.enterList();
        Address address = Address.of(rlp.readBytes(Address.BYTES));
        List<SlotChanges> changes = sorted(this::slot, SlotChanges::slot, Comparator.naturalOrder(), "slot");
        int readsAt = rlp.position();
        List<UInt256> reads = sorted(rlp::readUInt256, slot -> slot, Comparator.naturalOrder(), "slot");
        requireApart(changes, reads, readsAt);
        AccountChanges account = new AccountChanges(
                address,
                changes,
                reads,
                changes(BalanceChange::index, index -> new BalanceChange(index, rlp.readUInt256())),
                changes(NonceChange::index, index -> new NonceChange(index, rlp.readUnsignedLong())),
                changes(CodeChange::index, index -> new CodeChange(index, rlp.readBytes())));
        rlp.leaveList();
        return account;
    }

    private SlotChanges slot() {
        rlp.enterList();
        UInt256 slot = rlp.readUInt256();
        int changesAt = rlp.position();
        List<StorageChange> changes =
                changes(StorageChange::index, index -> new StorageChange(index, rlp.readUInt256()));
        if (changes.isEmpty()) {
            throw new RlpException("slot " + slot + " without a change, expected at least 1", changesAt);
        }
        rlp.leaveList();
        return new SlotChanges(slot, changes);
    }

    private <T> List<T> changes(Function<T, Integer> index, IntFunction<T> rest) {
        return sorted(() -> change(rest), index, Integer::compareUnsigned, "block access index");
    }

    private <T> T change(IntFunction<T> rest) {
        rlp.enterList();
        int indexAt = rlp.position();
        long index = rlp.readUnsignedLong();
        if (index >>> Integer.SIZE != 0) {
            throw new RlpException(
                    "block access index=" + Long.toUnsignedString(index) + ", expected at most 4294967295", indexAt);
        }
        T change = rest.apply((int) index);
        rlp.leaveList();
        return change;
    }

    /** Reads a list whose items must be in strictly ascending order. */
    private <T, K> List<T> sorted(Supplier<T> item, Function<T, K> key, Comparator<? super K> order, String what) {
        rlp.enterList();
        List<T> items = new ArrayList<>();
        K last = null;
        while (rlp.hasNext()) {
            int at = rlp.position();
            T next = item.get();
            requireAbove(last, key.apply(next), order, what, at);
            last = key.apply(next);
            items.add(next);
        }
        rlp.leaveList();
        return items;
    }

    private static <K> void requireAbove(@Nullable K last, K next, Comparator<? super K> order, String what, int at) {
        if (last != null && order.compare(last, next) >= 0) {
            throw new RlpException(what + " " + next + " after " + last + ", expected in ascending order", at);
        }
    }

    private static void requireApart(List<SlotChanges> changes, List<UInt256> reads, int at) {
        int read = 0;
        for (SlotChanges change : changes) {
            while (read < reads.size() && reads.get(read).compareTo(change.slot()) < 0) {
                read++;
            }
            if (read < reads.size() && reads.get(read).equals(change.slot())) {
                throw new RlpException("slot " + change.slot() + " is both changed and only read", at);
            }
        }
    }
}
