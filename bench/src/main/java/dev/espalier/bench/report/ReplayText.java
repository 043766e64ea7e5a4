package dev.espalier.bench.report;

import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.replay.BloatScenario;
import dev.espalier.bench.replay.BuiltState;
import dev.espalier.bench.replay.ReplayReport;
import dev.espalier.bench.replay.ReplayedBlock;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints a bloat replay: the start state and its check, a table with a line a block, the check of the last root. */
public final class ReplayText {
    private final PrintWriter out;
    private final BloatScenario scenario;

    /** Prints to {@code out}. */
    public ReplayText(PrintWriter out, BloatScenario scenario) {
        this.out = out;
        this.scenario = scenario;
    }

    /** Prints what is going to take a moment. */
    public void printBuilding(String what) {
        out.println("building " + what + " ...");
        out.flush();
    }

    /** Prints what was built and whether its storage root is the known one, then the table's headings. */
    public void printStart(BuiltState start) {
        out.printf(
                Locale.ROOT,
                "built a bloat account of %d slots and %d accounts beside it in %.1f s (seed %d)%n",
                scenario.slots(),
                scenario.accounts(),
                start.elapsedNanos() / 1e9,
                scenario.seed());
        out.println("storage root " + start.storageRoot() + ": " + verdict(start));
        out.println();
        out.printf(
                Locale.ROOT,
                "%5s  %-66s  %6s  %8s  %7s  %8s  %9s%n",
                "block",
                "state root",
                "Mgas",
                "Mgas/s",
                "loads",
                "distinct",
                "time ms");
        out.flush();
    }

    /** Prints a block's line. */
    public void printBlock(ReplayedBlock block) {
        out.printf(
                Locale.ROOT,
                "%5d  %s  %6.1f  %8.1f  %7d  %8d  %9.1f%n",
                block.number(),
                block.root(),
                block.mgas(),
                block.mgasPerSecond(),
                block.work().loads(),
                block.work().distinctLoads(),
                block.elapsedNanos() / 1e6);
        out.flush();
    }

    /** Prints the totals and whether the last root is right. */
    public void printEnd(ReplayReport report, EngineSettings settings) {
        out.println();
        out.printf(
                Locale.ROOT,
                "%d blocks, %.1f Mgas in %.2f s: %.1f Mgas/s; %d subtree tasks, %d partitions%n",
                report.blocks().size(),
                report.mgas(),
                report.elapsedNanos() / 1e9,
                report.mgas() / (report.elapsedNanos() / 1e9),
                report.work().subtreeTasks(),
                report.work().partitions());
        if (settings.store() != null) {
            out.println(StoreWorkText.line(report.storeWork()));
        }
        if (settings.warmer() != null) {
            out.println(WarmerText.line(report.warmed()));
        }
        if (settings.cache() != null) {
            out.println(CacheWorkText.line(report.cacheWork()));
            out.println(CacheWorkText.tiers(report.work(), report.storeWork(), report.cacheWork()));
        }
        String verdict = report.lastRootMismatch() ? "MISMATCH, it gives " + report.rebuiltRoot() : "ok";
        out.printf(
                Locale.ROOT,
                "last root against a build of the final state from nothing (%.1f s): %s%n",
                report.rebuildNanos() / 1e9,
                verdict);
        out.flush();
    }

    private static String verdict(BuiltState start) {
        if (start.knownStorageRoot() == null) {
            return "no known root for this number of slots";
        }
        return start.mismatch() ? "MISMATCH, known is " + start.knownStorageRoot() : "ok, the known one";
    }
}
