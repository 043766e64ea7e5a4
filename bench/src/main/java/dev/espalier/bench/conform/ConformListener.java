package dev.espalier.bench.conform;

/** Is told what comes out, as soon as it is known. */
public interface ConformListener {
    /** A file's reading begins. */
    default void fileBegun(String file) {}

    /** A case of blocks has come out. */
    default void caseDone(String file, CaseResult result) {}

    /** A file has come out, or could not be read. */
    void fileDone(FileReport report);
}
