package dev.espalier.bench.lookup;

/**
 * What one way to look things up cost, the medians of the rounds.
 *
 * @param kind what was looked up
 * @param concurrency pages asked of the disk at once; 0: one key after the other, without a batch
 * @param keys looked up in a round
 * @param pagesPerKey data pages read, by the reader's own count
 * @param faultsPerKey major faults of the process
 * @param microsPerKey elapsed
 */
public record LookupResult(
        LookupKind kind, int concurrency, int keys, double pagesPerKey, double faultsPerKey, double microsPerKey) {}
