package dev.espalier.fuzz;

/** How long a target runs; filled in by the build. */
final class FuzzTime {
    static final String EACH = "${fuzz.time}";

    private FuzzTime() {}
}
