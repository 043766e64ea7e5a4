package dev.espalier.segment.file;

/** How pages are read. */
public enum ReadAccess {
    /**
     * Through a mapping that is advised to read single pages ahead of nothing; by position where the system refuses the
     * mapping or the advice, because without it a random read of 4 KiB may fetch megabytes.
     */
    MAPPED,
    /** By position: a call of the system for each read. */
    POSITIONAL
}
