/**
 * Measures what it costs to look rows and leaves up in a store's segment files whose pages are not in memory: {@link
 * dev.espalier.bench.lookup.LookupTrial} runs it, {@link dev.espalier.bench.lookup.LookupResult} is what came of it.
 */
@NullMarked
package dev.espalier.bench.lookup;

import org.jspecify.annotations.NullMarked;
