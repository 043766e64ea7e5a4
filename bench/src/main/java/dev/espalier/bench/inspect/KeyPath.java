package dev.espalier.bench.inspect;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.walk.KeyPathWalker.End;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of a key down its trie.
 *
 * @param trieId 0 for the account trie, else a storage id
 * @param root the trie's root cell
 * @param rows from the root down
 * @param stored the key's leaf as it is stored; null if there is none
 * @param place the overlay, or the name of the segment file that has the leaf; null if there is none
 */
public record KeyPath(
        long trieId,
        RootCell root,
        Hash32 key,
        List<FoundRow> rows,
        End end,
        byte @Nullable [] stored,
        @Nullable String place) {}
