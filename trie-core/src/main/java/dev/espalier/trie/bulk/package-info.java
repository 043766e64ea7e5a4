/** Building whole tries from their leaves. */
@NullMarked
package dev.espalier.trie.bulk;

import org.jspecify.annotations.NullMarked;
