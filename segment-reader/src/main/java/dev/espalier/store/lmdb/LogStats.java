package dev.espalier.store.lmdb;

/**
 * Counts of a log at one moment.
 *
 * @param records records kept, those not yet durable included
 * @param oldestSeq the seq of the oldest one; 0 if there is none
 * @param newestSeq the seq of the newest one ever kept; 0 if there never was one
 * @param pendingRecords records not yet durable
 * @param fileBytes the file's size
 * @param mapBytes the map's size
 * @param commits transactions committed since the file was made; each was synced
 * @param openTransactions transactions open at this moment: those of calls in flight
 */
public record LogStats(
        long records,
        long oldestSeq,
        long newestSeq,
        long pendingRecords,
        long fileBytes,
        long mapBytes,
        long commits,
        int openTransactions) {}
