/** Tests of the store on disk. */
@NullMarked
package dev.espalier.store;

import org.jspecify.annotations.NullMarked;
