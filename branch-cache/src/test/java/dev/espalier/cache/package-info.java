/** Tests of the cache. */
@NullMarked
package dev.espalier.cache;

import org.jspecify.annotations.NullMarked;
