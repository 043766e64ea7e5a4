package dev.espalier.bench.conform;

/** What a command came to. */
public enum Outcome {
    /** All that was checked is right. */
    PASSED(0),
    /** A check failed. */
    CHECK_FAILED(1),
    /** The call or a file of it could not be used. */
    UNREADABLE_INPUT(2);

    private final int exitCode;

    Outcome(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Returns the exit code of the process. */
    public int exitCode() {
        return exitCode;
    }
}
