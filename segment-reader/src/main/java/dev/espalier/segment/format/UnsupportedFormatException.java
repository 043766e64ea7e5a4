package dev.espalier.segment.format;

import dev.espalier.trie.EspalierException;

/** A file is intact but in a format version that this build does not read: use a build that does. */
public final class UnsupportedFormatException extends EspalierException {
    private static final long serialVersionUID = 1L;

    private final long version;
    private final long supported;

    /**
     * Creates one.
     *
     * @param what names the file
     * @param version the version found
     * @param oldest the oldest version that this build reads
     * @param newest the newest version that this build reads
     */
    public UnsupportedFormatException(String what, long version, long oldest, long newest) {
        super(what + ": format version=" + version + ", expected " + (oldest == newest ? "" : oldest + "..") + newest
                + (version > newest
                        ? ": written by a newer build, upgrade"
                        : ": too old, convert with an older build"));
        this.version = version;
        supported = newest;
    }

    /** Tells whether the file is of a newer version than this build reads; else it is of an older one. */
    public boolean isTooNew() {
        return version > supported;
    }
}
