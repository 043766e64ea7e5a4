package dev.espalier.store.log;

import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.ChangeLog;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The records of a store's changes together with the list of its segment files, which is what a store needs of its log.
 *
 * <p>Every change is one step: after a crash it is there as a whole or not at all, but for {@link #prune}, which may have
 * forgotten some of the records. Safe for use by several threads.
 */
public interface StoreLog extends ChangeLog, AutoCloseable {
    /** Returns whose state it is. */
    StoreIdentity identity();

    /** Returns the seq of the newest record ever appended, forgotten or not; 0 if there never was one. */
    long newestSeq();

    /** Returns the list of live files. */
    FileList fileList();

    /**
     * Replaces the list of live files. It is durable when this returns, and so is every appended record.
     *
     * @throws IllegalArgumentException if it does not follow the present list
     */
    void switchFiles(FileList next);

    /**
     * Reads and decodes every record.
     *
     * @return how many there are
     * @throws CorruptStoreException if one is damaged
     */
    long verify();

    /**
     * Copies the log as it is at some moment of the call to another directory.
     *
     * @return the file list of the copy: the segment files that belong to it
     * @throws IllegalArgumentException if there is a log in the directory
     * @throws UncheckedIOException if it cannot be copied
     */
    FileList backup(Path directory);

    /** Makes every appended record durable and closes the log; again does nothing. */
    @Override
    void close();
}
