package dev.espalier.bench.report;

import dev.espalier.bench.engine.CacheWork;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.StoreWork;
import dev.espalier.bench.replay.CommitTrial;
import dev.espalier.bench.replay.SlowCommits;
import dev.espalier.warmer.WarmerReport;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Says what commits cost. */
public final class CommitText {
    private static final double NANOS_A_MILLI = 1e6;

    private final List<CommitTrial.Times> times;
    private final EngineSettings settings;
    private final StoreWork work;
    private final CacheWork cacheWork;
    private final WarmerReport warmed;
    private final long bytesWritten;

    /**
     * @param engine whose stores and caches did the work
     * @param bytesWritten what the process wrote meanwhile
     */
    public CommitText(List<CommitTrial.Times> times, Engine engine, long bytesWritten) {
        this.times = times;
        settings = engine.settings();
        work = engine.storeWork();
        cacheWork = engine.cacheWork();
        warmed = engine.warmerReport();
        this.bytesWritten = bytesWritten;
    }

    private double[] sortedMillis(ToLongFunction<CommitTrial.Times> part) {
        double[] millis = times.stream()
                .mapToLong(part)
                .mapToDouble(nanos -> nanos / NANOS_A_MILLI)
                .toArray();
        Arrays.sort(millis);
        return millis;
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.round(share * sorted.length))];
    }

    /** Prints a table. */
    public void print(PrintWriter out) {
        out.printf(Locale.ROOT, "%-8s %10s %10s %10s%n", "ms", "median", "p99", "max");
        printLine(out, "read", sortedMillis(CommitTrial.Times::readNanos));
        printLine(out, "root", sortedMillis(CommitTrial.Times::rootNanos));
        printLine(out, "commit", sortedMillis(CommitTrial.Times::commitNanos));
        SlowCommits slow = SlowCommits.of(times);
        out.printf(
                Locale.ROOT,
                "%d blocks; %d waited for a flush; of the others %d over %dx the median %s, %d of them only by garbage"
                        + " collections: %.0f ms together, of which collections were %d ms%n",
                times.size(),
                work.waits(),
                slow.count(),
                SlowCommits.TIMES,
                slow.blocks(),
                slow.byCollections(),
                slow.nanos() / NANOS_A_MILLI,
                slow.collectorMillis());
        out.println(StoreWorkText.line(work));
        if (settings.warmer() != null) {
            out.println(WarmerText.line(warmed));
        }
        if (settings.cache() != null) {
            out.println(CacheWorkText.line(cacheWork));
        }
        out.printf(
                Locale.ROOT,
                "written %,d bytes, %,d a block; rows and leaves changed %,d bytes; amplification %.2f%n",
                bytesWritten,
                bytesWritten / times.size(),
                work.changedBytes(),
                (double) bytesWritten / work.changedBytes());
    }

    private static void printLine(PrintWriter out, String what, double[] sorted) {
        out.printf(
                Locale.ROOT,
                "%-8s %10.2f %10.2f %10.2f%n",
                what,
                quantile(sorted, 0.5),
                quantile(sorted, 0.99),
                sorted[sorted.length - 1]);
    }

    /** Returns all of it as fields. */
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("command", "commits");
        fields.put("exitCode", 0);
        fields.put("blocks", times.size());
        putMillis(fields, "read", sortedMillis(CommitTrial.Times::readNanos));
        putMillis(fields, "root", sortedMillis(CommitTrial.Times::rootNanos));
        putMillis(fields, "commit", sortedMillis(CommitTrial.Times::commitNanos));
        SlowCommits slow = SlowCommits.of(times);
        fields.put("slowCommits", slow.count());
        fields.put("slowBlocks", slow.blocks());
        fields.put("slowOnlyByCollections", slow.byCollections());
        fields.put("millisOfSlowCommits", slow.nanos() / NANOS_A_MILLI);
        fields.put("collectorMillisOfSlowCommits", slow.collectorMillis());
        fields.put("waits", work.waits());
        fields.put("flushes", work.flushes());
        fields.put("freezes", work.freezes());
        fields.put("merges", work.merges());
        fields.put("bytesWritten", bytesWritten);
        fields.put("changedBytes", work.changedBytes());
        fields.putAll(CacheWorkText.fields(settings, cacheWork));
        fields.putAll(WarmerText.fields(settings, warmed));
        return fields;
    }

    private static void putMillis(Map<String, @Nullable Object> fields, String part, double[] sorted) {
        Map<String, Object> millis = new LinkedHashMap<>();
        millis.put("median", quantile(sorted, 0.5));
        millis.put("p99", quantile(sorted, 0.99));
        millis.put("max", sorted[sorted.length - 1]);
        fields.put(part + "Millis", millis);
    }
}
