package dev.espalier.bench.json;

/** Is told how far a file has been read. Called on the thread that reads. */
public interface ReadProgress {
    /** Ignores what it is told. */
    ReadProgress NONE = (file, bytesRead, bytesInFile) -> {};

    /**
     * Some more of the file has been read.
     *
     * @param bytesRead so far, as stored: compressed bytes of a gzip file
     * @param bytesInFile the file's length
     */
    void readTo(String file, long bytesRead, long bytesInFile);
}
