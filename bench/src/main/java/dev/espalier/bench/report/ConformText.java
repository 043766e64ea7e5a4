package dev.espalier.bench.report;

import dev.espalier.bench.conform.ConformReport;
import dev.espalier.bench.conform.Failure;
import dev.espalier.bench.conform.FileReport;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.json.PrintableText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints what a conformance run finds: a line a file, its failures below it, the totals at the end. */
public final class ConformText {
    private static final int KIND_COLUMNS = 22;

    private final PrintWriter out;
    private final PrintWriter err;
    private final int fileColumns;
    private final boolean debug;

    /**
     * @param files the names that will be printed, for the width of their column
     * @param debug whether the stack traces of failures are printed too
     */
    public ConformText(PrintWriter out, PrintWriter err, List<String> files, boolean debug) {
        this.out = out;
        this.err = err;
        this.debug = debug;
        fileColumns = files.stream()
                .map(PrintableText::escaped)
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    /** Prints a file's line and what is wrong with it. */
    public void print(FileReport report) {
        String kind = report.kind() == null ? "not recognised" : report.kind().label();
        String file = PrintableText.escaped(report.file());
        out.println(padded(file, fileColumns) + "  " + padded(kind, KIND_COLUMNS) + "  " + counts(report));
        printProblems(report);
    }

    /** Prints each failed check, and what is wrong with the file itself. */
    public void printProblems(FileReport report) {
        for (Failure failure : report.failures()) {
            out.println("FAIL " + PrintableText.escaped(failure.toString()));
            if (debug && failure.cause() != null) {
                failure.cause().printStackTrace(err);
            }
        }
        for (Path store : report.keptStores()) {
            out.println("the failed case's store is kept in " + store);
        }
        out.flush();
        if (report.damage() != null) {
            err.println("espalier: " + PrintableText.escaped(report.damage()));
        }
        err.flush();
    }

    /** Prints what ran and the totals; the last line is the totals alone. */
    public void printTotals(ConformReport report) {
        EngineWork work = report.work();
        if (report.damagedFiles() > 0) {
            out.println(counted(report.damagedFiles(), "file") + " not readable to the end");
        }
        for (String notDone : report.notDone()) {
            out.println("FAIL " + notDone);
        }
        out.println(counted(work.subtreeTasks(), "subtree task") + ", " + counted(work.partitions(), "partition"));
        if (report.settings().store() != null) {
            out.println(StoreWorkText.line(report.storeWork()));
        }
        if (report.settings().warmer() != null) {
            out.println(WarmerText.line(report.warmed()));
        }
        if (report.settings().cache() != null) {
            out.println(CacheWorkText.line(report.cacheWork()));
            out.println(CacheWorkText.tiers(report.work(), report.storeWork(), report.cacheWork()));
        }
        out.println(report.passed() + " passed, " + report.failed() + " failed, " + report.skipped() + " skipped");
        out.flush();
    }

    private static String counts(FileReport report) {
        List<String> counts = new ArrayList<>();
        counts.add(counted(report.cases(), "case"));
        counts.add(counted(report.checks(), "check"));
        counts.add(counted(report.sideBlocks(), "side block"));
        if (report.unwinds() > 0) {
            counts.add(counted(report.unwinds(), "unwind"));
        }
        if (report.failed() > 0) {
            counts.add(report.failed() + " failed");
        }
        counts.add(report.skipped() + " skipped" + reasons(report));
        if (report.damaged()) {
            counts.add("damaged");
        } else if (report.hasNoRoots()) {
            counts.add("no root to check");
        }
        return String.join(", ", counts);
    }

    private static String reasons(FileReport report) {
        return report.skipReasons().isEmpty() ? "" : " (" + String.join("; ", report.skipReasons()) + ")";
    }

    private static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String padded(String text, int columns) {
        return String.format(Locale.ROOT, "%-" + Math.max(1, columns) + "s", text);
    }
}
