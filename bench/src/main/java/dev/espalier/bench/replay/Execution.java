package dev.espalier.bench.replay;

import dev.espalier.bench.workload.Access;
import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.UncommittedBlock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executes a block's accesses as an EVM does: what is changed is read first, at the block's own state, and gas is charged
 * by what was read. Confined to the block's thread.
 */
public final class Execution implements Consumer<Access> {
    private final UncommittedBlock block;
    private final TouchListener touches;
    private long gasOfEarlier;
    /** Null while the protocol's own accesses are executed. */
    private @Nullable TransactionGas transaction;

    /** Begins to execute a block, which has not been written to yet. */
    public Execution(UncommittedBlock block, TouchListener touches) {
        this.block = block;
        this.touches = touches;
    }

    /** Returns the gas of all transactions so far. */
    public long gas() {
        return gasOfEarlier + (transaction == null ? 0 : transaction.total());
    }

    @Override
    public void accept(Access access) {
        switch (access) {
            case Access.ProtocolCalls _ -> endTransaction();
            case Access.Transaction begun -> begin(begun);
            case Access.AccountRead read -> readAccount(read.address());
            case Access.Payment payment -> pay(payment.address(), payment.balance());
            case Access.SlotRead read -> readSlot(read.address(), read.slot());
            case Access.SlotChange change -> changeSlot(change);
            case Access.Computation computation -> {
                if (transaction != null) {
                    transaction.compute(computation.gas());
                }
            }
        }
    }

    private void endTransaction() {
        gasOfEarlier = gas();
        transaction = null;
    }

    private void begin(Access.Transaction begun) {
        endTransaction();
        transaction = new TransactionGas(begun.sender(), begun.recipient());
        touches.writes(begun.sender());
        Account sender = current(begun.sender());
        block.putAccount(begun.sender(), new Account(sender.nonce() + 1, begun.senderBalance(), sender.codeHash()));
        touches.reads(begun.recipient());
        block.account(begun.recipient());
    }

    private Account current(Address address) {
        Account account = block.account(address);
        return account == null ? Account.EMPTY : account;
    }

    private void readAccount(Address address) {
        touches.reads(address);
        block.account(address);
        if (transaction != null) {
            transaction.readAccount(address);
        }
    }

    private void pay(Address address, UInt256 balance) {
        touches.writes(address);
        Account found = block.account(address);
        Account account = found == null ? Account.EMPTY : found;
        block.putAccount(address, new Account(account.nonce(), balance, account.codeHash()));
        if (transaction != null) {
            transaction.pay(address, found != null);
        }
    }

    private void readSlot(Address address, UInt256 slot) {
        touches.reads(address, slot);
        UInt256 current = block.storage(address, slot);
        if (transaction != null) {
            transaction.readSlot(address, slot, current);
        }
    }

    private void changeSlot(Access.SlotChange change) {
        touches.writes(change.address(), change.slot());
        UInt256 current = block.storage(change.address(), change.slot());
        block.putStorage(change.address(), change.slot(), change.value());
        if (transaction != null) {
            transaction.changeSlot(change.address(), change.slot(), current, change.value());
        }
    }
}
