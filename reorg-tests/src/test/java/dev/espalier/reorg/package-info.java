/** What must hold of roots and rows through reorganisations, with every module put together; tests only. */
@NullMarked
package dev.espalier.reorg;

import org.jspecify.annotations.NullMarked;
