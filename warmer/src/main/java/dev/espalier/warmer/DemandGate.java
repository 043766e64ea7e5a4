package dev.espalier.warmer;

import java.util.function.BooleanSupplier;

/**
 * Lets reads that somebody waits for go first: no read ahead begins while one of them is under way. Safe for use by
 * several threads.
 */
final class DemandGate {
    private int demands;

    /** A read begins that somebody waits for. */
    synchronized void enter() {
        demands++;
    }

    /** Such a read ended. */
    synchronized void leave() {
        demands--;
        if (demands == 0) {
            notifyAll();
        }
    }

    /**
     * Waits until no such read is under way, or somebody waits for the caller itself. An interrupt stays set and ends
     * the waiting, not the read.
     *
     * @param awaited whether somebody waits for the caller; looked at again after {@link #look}
     */
    synchronized void awaitTurn(BooleanSupplier awaited) {
        try {
            while (demands > 0 && !awaited.getAsBoolean()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes those who wait look again whether somebody waits for them. */
    synchronized void look() {
        notifyAll();
    }
}
