/**
 * Made-up state and traffic: the bloat account of the public benchmark, accounts beside it, and the slots that each
 * block overwrites. The same seed gives the same workload.
 */
@NullMarked
package dev.espalier.bench.workload;

import org.jspecify.annotations.NullMarked;
