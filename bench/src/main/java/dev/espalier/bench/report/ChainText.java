package dev.espalier.bench.report;

import dev.espalier.bench.conform.CaseExtent;
import dev.espalier.bench.conform.CaseResult;
import dev.espalier.bench.conform.FileReport;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.json.PrintableText;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints played states and chains, a line a case and the engine's counters for a file. */
public final class ChainText {
    private final PrintWriter out;

    /** Prints to {@code out}. */
    public ChainText(PrintWriter out) {
        this.out = out;
    }

    /** Prints a case: a state when it is one block, else a chain that was played to its head. */
    public void print(CaseResult result) {
        CaseExtent extent = result.extent();
        String content = extent.blocks() == 1
                ? extent.accountWrites() + " accounts, " + extent.slotWrites() + " slots, state root "
                : extent.blocks() + " blocks, " + extent.sideBlocks() + " side blocks, " + extent.unwinds()
                        + " unwinds, head root ";
        out.println(nameOf(result) + ": " + content + verdict(result) + ", " + seconds(result));
        out.flush();
    }

    /** Prints what the engine did for a file. */
    public void printWork(FileReport report) {
        EngineWork work = report.work();
        out.println(work.loads() + " loads, " + work.distinctLoads() + " distinct, " + work.absentProbes()
                + " absent probes");
        out.flush();
    }

    private static String nameOf(CaseResult result) {
        return "line " + result.line() + (result.name().isEmpty() ? "" : " " + PrintableText.escaped(result.name()));
    }

    private static String verdict(CaseResult result) {
        return result.root() + (result.failed() == 0 ? " ok" : " " + result.failed() + " FAILED");
    }

    private static String seconds(CaseResult result) {
        return String.format(Locale.ROOT, "%.3f s", result.elapsedNanos() / 1e9);
    }
}
