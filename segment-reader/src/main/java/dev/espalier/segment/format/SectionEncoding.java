package dev.espalier.segment.format;

import dev.espalier.trie.CorruptStoreException;

/** How a section's bytes are to be read. */
public enum SectionEncoding {
    /** The form of version 1. */
    PLAIN(0),
    /** Of pages: values are compressed, with the dictionary that stands in a section of its own. */
    ZSTD(1),
    /** Of an index: it has the separator of each 16th page. */
    SPARSE(2),
    /** Of a filter: a perfect hash that says the page as well. */
    PERFECT_HASH(3);

    private final int code;

    SectionEncoding(int code) {
        this.code = code;
    }

    /** Returns the number that stands for the encoding in a file. */
    public int code() {
        return code;
    }

    static SectionEncoding of(int code, SectionKind kind, String where) {
        for (SectionEncoding encoding : values()) {
            if (encoding.code == code && (encoding == PLAIN || encoding == kind.otherEncoding())) {
                return encoding;
            }
        }
        throw new CorruptStoreException(where + ": footer: " + kind + " encoding=" + Integer.toUnsignedString(code)
                + ", expected 0" + (kind.otherEncoding() == PLAIN ? "" : " or " + kind.otherEncoding().code));
    }
}
