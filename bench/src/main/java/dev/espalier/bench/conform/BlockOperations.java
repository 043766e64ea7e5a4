package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.StateOperation;
import dev.espalier.bench.dataset.StateOperation.DeleteAccount;
import dev.espalier.bench.dataset.StateOperation.SetAccount;
import dev.espalier.bench.dataset.StateOperation.SetLeaf;
import dev.espalier.bench.dataset.StateOperation.SetSlot;
import dev.espalier.bench.engine.AccessListBuilder;
import dev.espalier.bench.engine.BlockWarming;
import dev.espalier.trie.Account;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.warmer.BlockAccessList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a file's operations into a block: the one place that does. */
final class BlockOperations {
    private BlockOperations() {}

    /** Applies the operations in order, each after the warmer was told of it. */
    static void apply(List<StateOperation> operations, UncommittedBlock block, BlockWarming warming) {
        warming.announce(() -> accessList(operations));
        for (StateOperation operation : operations) {
            touch(operation, warming);
            apply(operation, block);
        }
    }

    private static BlockAccessList accessList(List<StateOperation> operations) {
        AccessListBuilder list = new AccessListBuilder();
        for (StateOperation operation : operations) {
            switch (operation) {
                case SetAccount set -> list.account(set.address());
                case DeleteAccount delete -> list.account(delete.address());
                case SetSlot set -> list.slot(set.address(), set.slot(), set.value());
                case SetLeaf _ -> {
                    // Raw leaves have no address.
                }
            }
        }
        return list.build();
    }

    private static void touch(StateOperation operation, BlockWarming warming) {
        switch (operation) {
            case SetAccount set -> warming.touch(set.address());
            case DeleteAccount delete -> warming.touch(delete.address());
            case SetSlot set -> warming.touch(set.address(), set.slot());
            case SetLeaf _ -> {
                // Raw leaves have no address.
            }
        }
    }

    private static void apply(StateOperation operation, UncommittedBlock block) {
        switch (operation) {
            case SetAccount set -> block.putAccount(set.address(), account(set, block));
            case DeleteAccount delete -> block.deleteAccount(delete.address());
            case SetSlot set -> block.putStorage(set.address(), set.slot(), set.value());
            case SetLeaf set when set.value().isEmpty() -> block.deleteLeaf(set.key());
            case SetLeaf set -> block.putLeaf(set.key(), set.value().toBytes());
        }
    }

    private static Account account(SetAccount set, UncommittedBlock block) {
        boolean whole = set.balance() != null && set.nonce() != null && set.codeHash() != null;
        @Nullable Account read = whole ? null : block.account(set.address());
        Account previous = read == null ? Account.EMPTY : read;
        return new Account(
                set.nonce() == null ? previous.nonce() : set.nonce(),
                set.balance() == null ? previous.balance() : set.balance(),
                set.codeHash() == null ? previous.codeHash() : set.codeHash());
    }
}
