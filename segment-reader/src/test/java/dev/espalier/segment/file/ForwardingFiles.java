package dev.espalier.segment.file;

import java.util.List;

/** Passes every call on: what a test changes it overrides. */
public abstract class ForwardingFiles implements SegmentFiles {
    private final SegmentFiles files;

    /** Passes calls on to others. */
    protected ForwardingFiles(SegmentFiles files) {
        this.files = files;
    }

    @Override
    public FileAppender create(String name) {
        return files.create(name);
    }

    @Override
    public MappedFile openMapped(String name) {
        return files.openMapped(name);
    }

    @Override
    public void rename(String from, String to) {
        files.rename(from, to);
    }

    @Override
    public void delete(String name) {
        files.delete(name);
    }

    @Override
    public List<String> list() {
        return files.list();
    }

    @Override
    public void forceDirectory() {
        files.forceDirectory();
    }
}
