package dev.espalier.trie.codec;

/**
 * A window on an encoded row, filled by {@link RowCodec#decodeBranchInto} and reused from row to row, so that a scan
 * allocates nothing. Confined to one thread.
 */
public final class RowView extends RowReader {
    private static final byte[] NOTHING = new byte[RowLayout.HEADER_BYTES];

    private byte[] bytes = NOTHING;

    /** Creates a view on nothing: it reports no child until it is filled. */
    public RowView() {}

    @Override
    byte[] bytes() {
        return bytes;
    }

    void look(byte[] validated) {
        bytes = validated;
    }
}
