package dev.espalier.store;

import dev.espalier.trie.spi.StateMark;
import java.util.List;

/**
 * What a {@link StoreVerification} found.
 *
 * @param head the state that was checked
 * @param segments segment files read from end to end
 * @param logRecords log records read
 * @param walked whether the tries were walked; they are not where a file is damaged
 * @param accounts accounts, or leaves of a trie of raw leaves
 * @param storageTries storage tries that an account names
 * @param slots their leaves
 * @param rows live rows of all tries
 * @param deadRows rows in segments that the head does not show: shadowed by newer ones, or of tries that are gone
 * @param deadLeaves leaves in segments that the head does not show
 * @param uncheckedEntries rows and leaves below a row that is missing or wrong
 * @param faultCount how many faults there are
 * @param faults the first of them
 */
public record VerificationReport(
        StateMark head,
        int segments,
        long logRecords,
        boolean walked,
        long accounts,
        long storageTries,
        long slots,
        long rows,
        long deadRows,
        long deadLeaves,
        long uncheckedEntries,
        long faultCount,
        List<StoreFault> faults) {
    /** Takes a copy of the list. */
    public VerificationReport {
        faults = List.copyOf(faults);
    }
}
