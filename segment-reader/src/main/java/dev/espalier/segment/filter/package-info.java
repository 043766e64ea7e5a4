/**
 * Existence filters: they say that a key is certainly absent, or that it may be there, without a read.
 *
 * <p>They are resident and immutable; any number of threads may ask at once.
 */
@NullMarked
package dev.espalier.segment.filter;

import org.jspecify.annotations.NullMarked;
