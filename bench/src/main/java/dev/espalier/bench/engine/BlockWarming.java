package dev.espalier.bench.engine;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.warmer.BlockAccessList;
import dev.espalier.warmer.BlockWarmer;
import dev.espalier.warmer.Warmer;
import dev.espalier.warmer.WarmerReport;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Warms one block as the settings say: by touches, by its access list, or not at all. Confined to the thread that owns the
 * block; closed after the block's root is computed.
 */
public final class BlockWarming implements AutoCloseable {
    /** Does nothing. */
    static final BlockWarming NONE = new BlockWarming(null, null);

    private static final long LOOK_NANOS = 20_000;

    private final @Nullable BlockWarmer byTouch;
    private final @Nullable BlockWarmer byList;

    private BlockWarming(@Nullable BlockWarmer byTouch, @Nullable BlockWarmer byList) {
        this.byTouch = byTouch;
        this.byList = byList;
    }

    static BlockWarming begin(Warmer warmer, WarmerSettings.Mode mode, UncommittedBlock block) {
        BlockWarmer begun = warmer.begin(block);
        return switch (mode) {
            case TOUCH -> new BlockWarming(begun, null);
            case ACCESS_LIST -> new BlockWarming(null, begun);
        };
    }

    /** Says before the block is executed what it will access. */
    public void announce(Supplier<BlockAccessList> accesses) {
        if (byList != null) {
            byList.prefetch(accesses.get());
        }
    }

    /** Says that the block is about to write an account. */
    public void touch(Address address) {
        if (byTouch != null) {
            byTouch.touch(address);
        }
    }

    /** Says that the block is about to write a slot. */
    public void touch(Address address, UInt256 slot) {
        if (byTouch != null) {
            byTouch.touch(address, slot);
        }
    }

    /** Waits until everything that was asked for is read ahead: a run that is to show the warmer at work does. */
    public void awaitWarm() {
        BlockWarmer warmer = byTouch == null ? byList : byTouch;
        while (warmer != null && isBehind(warmer.report())) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static boolean isBehind(WarmerReport report) {
        return report.touched() - report.readOnly() - report.duplicate() - report.dropped() - report.failed()
                > report.warmed();
    }

    /** Ends reading ahead: drops what waits, waits for what is in flight. To be called before the root is computed. */
    public void drain() {
        if (byTouch != null) {
            byTouch.awaitDrain();
        }
        if (byList != null) {
            byList.awaitDrain();
        }
    }

    /** Returns what was read ahead for the block so far. */
    public WarmerReport report() {
        BlockWarmer warmer = byTouch == null ? byList : byTouch;
        return warmer == null ? WarmerReport.NONE : warmer.report();
    }

    @Override
    public void close() {
        if (byTouch != null) {
            byTouch.close();
        }
        if (byList != null) {
            byList.close();
        }
    }
}
