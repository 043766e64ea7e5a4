package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.FileKind;
import dev.espalier.bench.engine.EngineWork;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * How a file came out.
 *
 * @param file as the user gave it
 * @param kind null when it could not be told
 * @param cases how many were seen, skipped ones included
 * @param passed checks that passed: a root or an RLP case each
 * @param failed checks that failed
 * @param skipped cases that were not checked
 * @param sideBlocks blocks that do not lead to the head of their case
 * @param unwinds how often a head went back to take another branch
 * @param skipReasons why cases were skipped
 * @param failures each failed check
 * @param keptStores the directories of stores that failed cases were played in
 * @param damage what is wrong with the file; null when it was read to its end
 * @param work what the engine did for it
 */
public record FileReport(
        String file,
        @Nullable FileKind kind,
        int cases,
        int passed,
        int failed,
        int skipped,
        int sideBlocks,
        int unwinds,
        SortedSet<String> skipReasons,
        List<Failure> failures,
        List<Path> keptStores,
        @Nullable String damage,
        EngineWork work) {

    /** Returns how many checks were made. */
    public int checks() {
        return passed + failed;
    }

    /** Returns whether the file could not be read to its end. */
    public boolean damaged() {
        return damage != null;
    }

    /** Returns whether the file was read and has no root at all to check. */
    public boolean hasNoRoots() {
        return !damaged() && checks() == 0 && skipped == 0;
    }
}
