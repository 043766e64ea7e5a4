package dev.espalier.store;

import dev.espalier.trie.spi.StateMark;
import java.util.Map;

/**
 * An overlay that takes no more changes, and the state that it reaches: what a flush writes.
 *
 * @param seq the newest record in it
 * @param dropped the storage tries lost so far, each with the seq of the record that lost it
 */
record SealedOverlay(Overlay overlay, long seq, StateMark mark, Map<Long, Long> dropped, long nextStorageId) {}
