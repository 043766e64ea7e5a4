package dev.espalier.warmer;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.warmer.BlockAccessList.AccountChanges;
import dev.espalier.warmer.BlockAccessList.SlotChanges;
import java.util.ArrayList;
import java.util.List;

/**
 * Picks the keys of an access list to read ahead for: what will be written, and what is only read if so wished. A slot
 * whose last value is 0 is expected to be cleared, so that the neighbour which a collapse moves is read too.
 */
final class AccessListPlanner {
    private final BlockAccessList list;
    private final boolean readOnly;
    private final int keys;
    private final int leftOut;

    AccessListPlanner(BlockAccessList list, boolean readOnly) {
        this.list = list;
        this.readOnly = readOnly;
        int written = 0;
        int onlyRead = 0;
        for (AccountChanges account : list.accounts()) {
            written += account.storageChanges().size();
            onlyRead += account.storageReads().size();
            if (account.isChanged()) {
                written++;
            } else {
                onlyRead++;
            }
        }
        this.keys = readOnly ? written + onlyRead : written;
        this.leftOut = readOnly ? 0 : onlyRead;
    }

    /** How many keys are picked: accounts and slots. */
    int keys() {
        return keys;
    }

    /** How many are not. */
    int leftOut() {
        return leftOut;
    }

    /** Returns the keys that are picked, hashed. */
    List<WarmKey> hashed(BlockKeys hashes) {
        List<WarmKey> hashed = new ArrayList<>(keys);
        for (AccountChanges account : list.accounts()) {
            if (account.isChanged() || readOnly) {
                addKeys(account, hashes.hash(account.address()), hashed);
            }
        }
        return hashed;
    }

    private void addKeys(AccountChanges account, Hash32 address, List<WarmKey> to) {
        to.add(new WarmKey(address, null, false));
        for (SlotChanges slot : account.storageChanges()) {
            to.add(new WarmKey(
                    address, BlockKeys.hash(slot.slot()), slot.valueAfter().isZero()));
        }
        if (readOnly) {
            for (UInt256 slot : account.storageReads()) {
                to.add(new WarmKey(address, BlockKeys.hash(slot), false));
            }
        }
    }
}
