package dev.espalier.store;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A process that opens a store beside its writer again and again, verifies it, and says what it saw. */
final class ReadOnlyChild {
    static final String SEEN = "seen ";

    private ReadOnlyChild() {}

    /**
     * Runs.
     *
     * @param args directory, milliseconds
     */
    public static void main(String[] args) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[1]));
        while (System.nanoTime() - until < 0) {
            try (ReadOnlyStore store = ReadOnlyStore.open(Path.of(args[0]))) {
                VerificationReport report = StoreVerification.of(store);
                System.out.println(
                        SEEN + store.seq() + " " + report.faultCount() + " " + report.walked() + " " + report.faults());
            }
        }
    }
}
