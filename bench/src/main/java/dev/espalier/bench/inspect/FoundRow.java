package dev.espalier.bench.inspect;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;

/**
 * A row on the way of a key.
 *
 * @param child the child that the key leads to, present or not
 * @param place the overlay, or the name of the segment file that has the row
 */
public record FoundRow(BranchPath path, BranchRow row, int child, String place) {}
