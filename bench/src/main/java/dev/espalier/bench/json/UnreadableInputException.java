package dev.espalier.bench.json;

import java.util.Objects;

/**
 * A file of known answers that is missing, empty, damaged or of no known kind, or a directory that cannot be used. The
 * message is meant for the user.
 */
public final class UnreadableInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final int line;

    /**
     * @param file the file's name as the user gave it
     * @param line counted from 1; 0 when the problem is not in a line
     * @param problem what is wrong and what was expected
     */
    public UnreadableInputException(String file, int line, String problem) {
        super((file.isEmpty() ? "\"\"" : file) + ": " + (line > 0 ? "line " + line + ": " : "") + problem);
        this.file = file;
        this.line = line;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** Returns the file's name as the user gave it. */
    public String file() {
        return file;
    }

    /** Returns the line, counted from 1; 0 when the problem is not in a line. */
    public int line() {
        return line;
    }
}
