package dev.espalier.trie.codec;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A branch row that owns its bytes. Immutable, so any thread may hold it for any time; made by {@link RowBuilder#freeze}
 * or {@link RowCodec#decode} only, so it is always valid.
 */
public final class BranchRow extends RowReader {
    private final byte[] bytes;

    /** Takes ownership of validated bytes. */
    BranchRow(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BranchRow row && Arrays.equals(bytes, row.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "row[depth=" + depth() + ", present=" + Integer.toHexString(present()) + ", "
                + HexFormat.of().formatHex(bytes) + "]";
    }
}
