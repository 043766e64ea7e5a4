package dev.espalier.bench.lookup;

/**
 * What one way to look things up cost, the medians of the rounds.
 *
 * @param kind what was looked up
 * @param concurrency pages asked of the disk at once; 0: one key after the other, without a batch
 * @param keys looked up in a round
 * @param perKey what a key cost
 */
public record LookupResult(LookupKind kind, int concurrency, int keys, Cost perKey) {
    /**
     * What looking up costs.
     *
     * @param probes filters asked, by the reader's own count; a section without a filter counts where its page is read
     * @param pages data pages read, by the reader's own count
     * @param faults major faults of the process
     * @param micros elapsed
     */
    public record Cost(double probes, double pages, double faults, double micros) {}
}
