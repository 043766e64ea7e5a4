package dev.espalier.segment.file;

import java.util.List;

/**
 * The directory that a store's segments live in.
 *
 * <p>A name is a plain file name, without a separator. Every failure of the file system is a
 * {@link java.io.UncheckedIOException} that names the file. Any number of threads may call it at once; two that write,
 * rename or delete the same name agree among themselves.
 */
public interface SegmentFiles {
    /** Creates an empty file to append to, in place of one that a crash may have left under the name. */
    FileAppender create(String name);

    /** Opens a file for random reads. */
    MappedFile openMapped(String name);

    /** Renames a file in one step, in place of one that may stand under the new name. */
    void rename(String from, String to);

    /** Deletes a file; does nothing if there is none. A file that is still open stays readable where the system allows. */
    void delete(String name);

    /** Returns the names of all files, sorted. */
    List<String> list();

    /** Makes creations, renames and deletions durable. */
    void forceDirectory();
}
