package dev.espalier.warmer;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import java.util.List;

/**
 * What a block accesses, known before it is executed (EIP-7928): every account, the slots that are only read, and the
 * values after each change.
 *
 * <p>Changes carry a block access index: 0 before the first transaction, then each transaction's number, and one more
 * after the last; as unsigned 32 bits.
 *
 * @param accounts sorted by address, without repeats
 */
public record BlockAccessList(List<AccountChanges> accounts) {
    /** Takes a copy of the list. */
    public BlockAccessList {
        accounts = List.copyOf(accounts);
    }

    /**
     * Decodes the RLP form, which must be the one valid encoding: lists sorted, without repeats, slots either changed or
     * read.
     *
     * @throws dev.espalier.trie.codec.RlpException if it is not; it names the position
     */
    public static BlockAccessList decode(byte[] rlp) {
        return new AccessListDecoder(rlp).decode();
    }

    /**
     * What happens to one account.
     *
     * @param storageChanges slots that are written, sorted by slot
     * @param storageReads slots that are read and not written, sorted
     * @param balanceChanges sorted by index
     * @param nonceChanges sorted by index
     * @param codeChanges sorted by index
     */
    public record AccountChanges(
            Address address,
            List<SlotChanges> storageChanges,
            List<UInt256> storageReads,
            List<BalanceChange> balanceChanges,
            List<NonceChange> nonceChanges,
            List<CodeChange> codeChanges) {
        /** Takes copies of the lists. */
        public AccountChanges {
            storageChanges = List.copyOf(storageChanges);
            storageReads = List.copyOf(storageReads);
            balanceChanges = List.copyOf(balanceChanges);
            nonceChanges = List.copyOf(nonceChanges);
            codeChanges = List.copyOf(codeChanges);
        }

        /** Returns whether the account's record differs afterwards, or may. */
        public boolean isChanged() {
            return !(storageChanges.isEmpty()
                    && balanceChanges.isEmpty()
                    && nonceChanges.isEmpty()
                    && codeChanges.isEmpty());
        }
    }

    /**
     * What happens to one slot.
     *
     * @param changes sorted by index, at least one
     */
    public record SlotChanges(UInt256 slot, List<StorageChange> changes) {
        /**
         * Takes a copy of the list.
         *
         * @throws IllegalArgumentException if there is no change
         */
        public SlotChanges {
            changes = List.copyOf(changes);
            if (changes.isEmpty()) {
                throw new IllegalArgumentException("slot " + slot + ": changes=0, expected at least 1");
            }
        }

        /** Returns the value after the block. */
        public UInt256 valueAfter() {
            return changes.getLast().value();
        }
    }

    /** A slot's value after a change. */
    public record StorageChange(int index, UInt256 value) {}

    /** An account's balance after a change. */
    public record BalanceChange(int index, UInt256 balance) {}

    /** An account's nonce after a change, as unsigned. */
    public record NonceChange(int index, long nonce) {}

    /** An account's code after a change; the array is not to be changed. */
    public record CodeChange(int index, byte[] code) {}
}
