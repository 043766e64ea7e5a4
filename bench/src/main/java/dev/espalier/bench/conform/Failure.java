package dev.espalier.bench.conform;

import org.jspecify.annotations.Nullable;

/**
 * A check that failed.
 *
 * @param file as the user gave it
 * @param line where the block or case stands, counted from 1; 0 when the whole file failed
 * @param caseName not unique, may be empty
 * @param block which block of the case; empty for a case without blocks
 * @param got what came out, or why nothing did
 * @param expected what the file says
 * @param cause thrown by the engine; null when it gave an answer
 */
public record Failure(
        String file,
        int line,
        String caseName,
        String block,
        String got,
        String expected,
        @Nullable RuntimeException cause) {

    @Override
    public String toString() {
        String where = line == 0
                ? ""
                : "line " + line + ": case \"" + caseName + '"' + (block.isEmpty() ? "" : ", " + block) + ": ";
        return file + ": " + where + "got " + got + ", expected " + expected;
    }
}
