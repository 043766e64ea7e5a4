package dev.espalier.store;

import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.StateMark;
import java.util.Map;

/**
 * An overlay that takes no more changes, and the state that it reaches: what a flush writes.
 *
 * @param seq the newest record in it
 * @param dropped the storage tries lost so far, each with the seq of the record that lost it
 */
record SealedOverlay(Overlay overlay, long seq, StateMark mark, Map<Long, Long> dropped, long nextStorageId) {
    /** The rows that a flush changes in the files. */
    RowChanges rows() {
        return hook -> overlay.forEachRow(seq, (path, slot) -> hook.rowChanged(path, null, slot.value()));
    }
}
