package dev.espalier.trie.codec;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A branch row that owns its bytes. Immutable, so any thread may hold it for any time; made by {@link RowBuilder#freeze}
 * or {@link RowCodec#decode}, or of another row, so it is always valid.
 */
public non-sealed class BranchRow extends RowReader {
    private final byte[] bytes;

    /** Takes ownership of validated bytes. */
    BranchRow(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Is the same row for someone who keeps more beside it, in one object. Shares the bytes, which nobody can change. */
    protected BranchRow(BranchRow same) {
        bytes = same.bytes;
    }

    @Override
    final byte[] bytes() {
        return bytes;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof BranchRow row && Arrays.equals(bytes, row.bytes);
    }

    @Override
    public final int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public final String toString() {
        return "row[depth=" + depth() + ", present=" + Integer.toHexString(present()) + ", "
                + HexFormat.of().formatHex(bytes) + "]";
    }
}
