/**
 * Feeds parsers of stored bytes with bytes that a fuzzer makes up. A parser gives a value that encodes to the same bytes,
 * or says that they are damaged; nothing else. Run by {@code mvn -Pfuzz}, for {@code -Dfuzz.time=2m} each.
 */
@NullMarked
package dev.espalier.fuzz;

import org.jspecify.annotations.NullMarked;
