package dev.espalier.cache;

/**
 * What came of preloading a list of hot paths.
 *
 * @param outcome how it ended
 * @param listed paths in the list
 * @param loaded rows that were read
 * @param skipped paths that were not read: beyond the budget, or not where the rows above say any more
 * @param detail what was wrong; empty if nothing was
 */
public record PreloadReport(Outcome outcome, int listed, int loaded, int skipped, String detail) {
    /** How preloading ended. */
    public enum Outcome {
        /** The list was gone through. */
        LOADED,
        /** There is no list. */
        NO_LIST,
        /** The file is no list of this version, or was damaged. It was ignored. */
        DAMAGED,
        /** The list is of another state. It was ignored. */
        OTHER_STATE,
        /** A row was not what the list says. Rows read before are in the cache; they were checked one by one. */
        STOPPED
    }
}
