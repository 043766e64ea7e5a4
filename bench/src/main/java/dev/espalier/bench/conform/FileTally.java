package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.BlockChange;
import dev.espalier.bench.dataset.FileKind;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.json.UnreadableInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Counts while a file is checked. */
final class FileTally {
    private final String file;
    private final @Nullable FileKind kind;
    private final List<Failure> failures = new ArrayList<>();
    private final TreeSet<String> skipReasons = new TreeSet<>();
    private final List<Path> keptStores = new ArrayList<>();
    private int cases;
    private int passed;
    private int skipped;
    private int sideBlocks;
    private int unwinds;
    private EngineWork work = EngineWork.NONE;
    private @Nullable String damage;

    FileTally(String file, @Nullable FileKind kind) {
        this.file = file;
        this.kind = kind;
    }

    void caseSeen() {
        cases++;
    }

    void caseSkipped(String reason) {
        cases++;
        skipped++;
        skipReasons.add(reason);
    }

    void caseEnded(CaseResult result) {
        sideBlocks += result.extent().sideBlocks();
        unwinds += result.extent().unwinds();
        work = work.plus(result.work());
    }

    void passed() {
        passed++;
    }

    void failed(BlockChange block, String caseName, String got, @Nullable RuntimeException cause) {
        failed(block.line(), caseName, block.label(), got, block.root().toString(), cause);
    }

    void failed(
            int line, String caseName, String block, String got, String expected, @Nullable RuntimeException cause) {
        failures.add(new Failure(file, line, caseName, block, got, expected, cause));
    }

    int failures() {
        return failures.size();
    }

    /**
     * Runs what reads the file. Whatever it throws is this file's own trouble and counted as that; the other files still
     * have to be checked.
     */
    void reading(Runnable read) {
        try {
            read.run();
        } catch (UnreadableInputException e) {
            damage = e.getMessage();
        } catch (StackOverflowError e) {
            damage = file + ": its values are nested too deeply to be read";
        } catch (RuntimeException e) {
            failed(0, "", "", "internal error: " + e, "an answer", e);
        }
    }

    void storeKept(@Nullable Path directory) {
        if (directory != null) {
            keptStores.add(directory);
        }
    }

    FileReport report() {
        return new FileReport(
                file,
                kind,
                cases,
                passed,
                failures.size(),
                skipped,
                sideBlocks,
                unwinds,
                Collections.unmodifiableSortedSet(skipReasons),
                List.copyOf(failures),
                List.copyOf(keptStores),
                damage,
                work);
    }
}
