package dev.espalier.store;

import dev.espalier.trie.commit.LeafKind;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * What a verification looks at.
 *
 * @param view past every cache; closed by whoever opened it
 * @param verifyLog reads every record and returns how many there are
 * @param isLost tells whether a storage trie counts as lost
 * @param nextStorageId gives a number greater than every storage id given out
 */
record VerifiedState(
        LayeredView view, LeafKind leaves, LongSupplier verifyLog, LongPredicate isLost, LongSupplier nextStorageId) {}
