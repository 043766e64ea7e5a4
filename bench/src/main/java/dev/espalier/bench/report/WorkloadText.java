package dev.espalier.bench.report;

import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.replay.BlockTimes;
import dev.espalier.bench.replay.PlayedBlock;
import dev.espalier.bench.replay.RowReads;
import dev.espalier.bench.replay.WorkloadReport;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints the replay of a workload for people. */
public final class WorkloadText {
    private static final double NANOS_A_MILLI = 1e6;

    private final PrintWriter out;
    private final EngineSettings settings;

    /** Prints to a writer. */
    public WorkloadText(PrintWriter out, EngineSettings settings) {
        this.out = out;
        this.settings = settings;
    }

    /** Prints a block in a line. */
    public void printBlock(PlayedBlock block) {
        out.printf(
                Locale.ROOT,
                "block %4d  %7.2f Mgas in %8.1f ms  %7.1f Mgas/s  %6d rows%s%n",
                block.number(),
                block.gas() / 1e6,
                block.times().total() / NANOS_A_MILLI,
                block.mgasPerSecond(),
                block.work().loads(),
                block.unwound() == 0 ? "" : ", " + block.unwound() + " undone before");
        out.flush();
    }

    /** Prints the summary. */
    public void printEnd(WorkloadReport report) {
        double[] mgas = report.mgasPerSecond();
        BlockTimes times = report.times();
        double blocks = NANOS_A_MILLI * report.counted().size();
        EngineWork work = report.work();
        RowReads reads = report.rootReads();
        out.printf(
                Locale.ROOT,
                "Mgas/s         %.1f in the middle, %.1f to %.1f%n",
                mgas[mgas.length / 2],
                mgas[0],
                mgas[mgas.length - 1]);
        out.printf(
                Locale.ROOT,
                "ms a block     unwind %.2f, execution %.2f, waiting for the warmer %.2f, root %.2f (normalise %.2f,"
                        + " unfold %.2f, fold %.2f, hash %.2f), commit %.2f%n",
                times.unwind() / blocks,
                times.execution() / blocks,
                times.warmerWait() / blocks,
                times.root() / blocks,
                times.normalise() / blocks,
                times.unfold() / blocks,
                times.fold() / blocks,
                times.hash() / blocks,
                times.commit() / blocks);
        out.println("rows for roots " + work.loads() + ", of them different " + work.distinctLoads()
                + "; from overlays " + reads.overlay() + ", pinned " + reads.pinned() + ", evicting "
                + reads.evicting() + ", files " + reads.files());
        if (settings.warmer() != null) {
            out.println(WarmerText.line(report.warmed()));
        }
        if (settings.store() != null) {
            out.println("read           " + report.reads().pages() + " pages, "
                    + report.reads().bytes() + " bytes, " + report.majorFaults() + " major faults");
        }
        out.println("state root     " + report.lastRoot() + check(report));
    }

    private static String check(WorkloadReport report) {
        if (report.checkedRoot() == null) {
            return "";
        }
        return report.passed() ? ", as without cache" : ", without cache " + report.checkedRoot();
    }
}
