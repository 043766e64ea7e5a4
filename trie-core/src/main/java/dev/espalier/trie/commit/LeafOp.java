package dev.espalier.trie.commit;

import dev.espalier.trie.Hash32;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One leaf that a batch inserts, updates, deletes, or carries to another depth unchanged.
 *
 * <p>What it does is known before the trie is read. The stored bytes after may come later: an account's record is known
 * only when its storage trie is folded.
 */
final class LeafOp implements Cell {
    private final Hash32 key;
    private final byte @Nullable [] before;
    private final boolean deletes;
    private byte @Nullable [] after;

    private LeafOp(Hash32 key, byte @Nullable [] before, boolean deletes, byte @Nullable [] after) {
        this.key = key;
        this.before = before;
        this.deletes = deletes;
        this.after = after;
    }

    /** An insert, update or delete, by which of the two values is null. */
    static LeafOp of(Hash32 key, byte @Nullable [] before, byte @Nullable [] after) {
        return new LeafOp(key, before, after == null, after);
    }

    /** An insert or update whose bytes are given later. */
    static LeafOp pending(Hash32 key, byte @Nullable [] before) {
        return new LeafOp(key, before, false, null);
    }

    /** A leaf that stays but may move to another depth. */
    static LeafOp carried(Hash32 key, byte[] stored) {
        return new LeafOp(key, stored, false, stored);
    }

    void resolve(byte[] stored) {
        after = stored;
    }

    Hash32 key() {
        return key;
    }

    byte @Nullable [] before() {
        return before;
    }

    byte @Nullable [] after() {
        return after;
    }

    /** The bytes of a leaf that is there afterwards. */
    byte[] stored() {
        return Objects.requireNonNull(after, "leaf bytes not resolved");
    }

    boolean deletes() {
        return deletes;
    }

    boolean exists() {
        return before != null;
    }

    boolean changes() {
        return !Arrays.equals(before, after);
    }
}
