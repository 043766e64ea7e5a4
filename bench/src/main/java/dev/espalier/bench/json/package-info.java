/**
 * JSON in and out: {@link dev.espalier.bench.json.JsonCursor} reads a file's values as a stream, gzip or plain, {@link
 * dev.espalier.bench.json.JsonLine} writes a result as one line. The only importer of Jackson.
 */
@NullMarked
package dev.espalier.bench.json;

import org.jspecify.annotations.NullMarked;
