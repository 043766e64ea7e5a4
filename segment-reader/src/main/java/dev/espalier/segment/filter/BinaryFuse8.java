package dev.espalier.segment.filter;

import dev.espalier.trie.CorruptStoreException;

/**
 * A binary fuse filter with fingerprints of 8 bits: about 9 bits a key, and 0.39 % of absent keys are not recognized. A
 * key that was put in always is.
 *
 * <p>Source: Graf and Lemire, "Binary Fuse Filters: Fast and Smaller Than Xor Filters", ACM Journal of Experimental
 * Algorithmics 27 (2022). Immutable; any number of threads may ask at once.
 */
public final class BinaryFuse8 {
    /*
     * A key's three cells lie in three consecutive segments of the fingerprint array, and the xor of the cells is the
     * key's fingerprint. FuseShape finds the cells, FuseBuilder the content, FuseLayout is the byte form.
     */

    private final FuseShape shape;
    private final long seed;
    private final byte[] source;
    private final int fingerprintsAt;

    BinaryFuse8(FuseShape shape, long seed, byte[] source, int fingerprintsAt) {
        this.shape = shape;
        this.seed = seed;
        this.source = source;
        this.fingerprintsAt = fingerprintsAt;
    }

    /**
     * Builds a filter. The result depends on the set of hashes alone. Takes about 30 bytes of scratch memory a hash.
     *
     * @param hashes well-mixed 64-bit hashes of the keys in any order, repeats allowed; sorted by this call
     * @param from the first one to use
     * @param to the end of those to use; at most 2^28 of them
     */
    public static BinaryFuse8 build(long[] hashes, int from, int to) {
        return new FuseBuilder(hashes, from, to).build();
    }

    /** Tells whether a key may be among those that were put in; false is certain. */
    public boolean mayContain(long hash) {
        long mixed = FuseShape.mix(hash, seed);
        int first = shape.firstCell(mixed);
        int found = source[fingerprintsAt + first]
                ^ source[fingerprintsAt + shape.secondCell(first, mixed)]
                ^ source[fingerprintsAt + shape.thirdCell(first, mixed)]
                ^ FuseShape.fingerprint(mixed);
        return (found & 0xFF) == 0;
    }

    /** Returns the length of the byte form. */
    public int encodedLength() {
        return FuseLayout.HEADER_BYTES + shape.cells();
    }

    /** Writes the byte form, which {@link #decode} reads. */
    public void encodeTo(byte[] target, int offset) {
        FuseLayout.writeHeader(shape, seed, target, offset);
        System.arraycopy(source, fingerprintsAt, target, offset + FuseLayout.HEADER_BYTES, shape.cells());
    }

    /**
     * Reads a byte form.
     *
     * @param source kept by reference, so it must not change afterwards
     * @param offset where the form begins
     * @param limit where the form ends at the latest; {@link #encodedLength} tells where it ended
     * @param where names the file and part for an error
     * @throws CorruptStoreException if the header is impossible or the form does not fit
     */
    public static BinaryFuse8 decode(byte[] source, int offset, int limit, String where) {
        FuseShape shape = FuseLayout.readShape(source, offset, limit, where);
        long seed = FuseLayout.readSeed(source, offset);
        return new BinaryFuse8(shape, seed, source, offset + FuseLayout.HEADER_BYTES);
    }
}
