package dev.espalier.bench.report;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.CacheSettings;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.replay.BlockTimes;
import dev.espalier.bench.replay.PlayedBlock;
import dev.espalier.bench.replay.RowReads;
import dev.espalier.bench.replay.WorkloadReport;
import dev.espalier.bench.replay.WorkloadScenario;
import dev.espalier.bench.workload.StateShape;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The replay of a workload as the fields of JSON objects. */
public final class WorkloadJson {
    private WorkloadJson() {}

    /** Returns a block. */
    public static Map<String, @Nullable Object> block(EngineSettings settings, PlayedBlock block) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("number", block.number());
        fields.put("unwound", block.unwound());
        fields.put("stateRoot", block.root().toString());
        fields.put("gas", block.gas());
        fields.put("mgasPerSecond", block.mgasPerSecond());
        putWork(fields, settings, block.work(), block.rootMisses(), block.writtenKeys());
        putReads(fields, settings, block.reads(), block.majorFaults());
        fields.putAll(WarmerText.fields(settings, block.warmed()));
        fields.put("timeNanos", times(block.times()));
        fields.put("allocatedBytes", block.allocatedBytes());
        return fields;
    }

    /** Returns the summary. */
    public static Map<String, @Nullable Object> summary(
            EngineSettings settings, WorkloadReport report, Outcome outcome) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        putScenario(fields, settings, report.scenario());
        fields.put("gas", report.gas());
        fields.put("mgasPerSecond", spread(report.mgasPerSecond()));
        fields.put("startRoot", report.startRoot().toString());
        fields.put("stateRoot", report.lastRoot().toString());
        if (report.checkedRoot() != null) {
            fields.put("stateRootCheck", report.passed() ? "ok" : "mismatch");
        }
        putWork(fields, settings, report.work(), report.rootMisses(), report.writtenKeys());
        putReads(fields, settings, report.reads(), report.majorFaults());
        fields.put("tiers", tiers(settings, report));
        fields.putAll(WarmerText.fields(settings, report.warmed()));
        fields.put("timeNanos", times(report.times()));
        fields.put("heapBytes", report.heapBytes());
        fields.put("allocatedBytesPerBlock", report.allocatedBytesPerBlock());
        fields.put("host", host(report.diskReadMicros()));
        fields.put("exitCode", outcome.exitCode());
        return fields;
    }

    private static void putScenario(
            Map<String, @Nullable Object> fields, EngineSettings settings, WorkloadScenario scenario) {
        StateShape shape = scenario.size().shape();
        fields.put("command", "replay");
        fields.put("workload", scenario.kind().label());
        fields.put("seed", shape.seed());
        fields.put("slots", shape.slots());
        fields.put("accounts", shape.accounts());
        fields.put("contracts", shape.contracts());
        fields.put("bloatEvery", scenario.size().bloatEvery());
        fields.put("updates", scenario.size().updates());
        fields.put("blocks", scenario.blocks());
        fields.put("leftOut", scenario.leftOut());
        fields.put("threads", settings.threads());
        CacheSettings cache = settings.cache();
        fields.put("cache", cache == null ? "off" : cache.lifetime().name().toLowerCase(Locale.ROOT));
        if (cache != null) {
            fields.put("cacheBytes", cache.budgetBytes());
        }
        if (settings.store() != null) {
            fields.put("store", settings.store().directory().toString());
            fields.put("cold", scenario.cold());
        }
    }

    private static void putWork(
            Map<String, @Nullable Object> fields,
            EngineSettings settings,
            EngineWork work,
            long misses,
            long writtenKeys) {
        fields.put("writtenKeys", writtenKeys);
        fields.put("loads", work.loads());
        fields.put("distinctLoads", work.distinctLoads());
        fields.put("absentProbes", work.absentProbes());
        // Without files and without a cache nothing can miss.
        if (settings.store() != null || settings.cache() != null) {
            fields.put("hitRate", work.loads() == 0 ? 1.0 : 1 - (double) misses / work.loads());
            fields.put("missesPerKey", (double) misses / Math.max(1, writtenKeys));
        }
    }

    private static void putReads(
            Map<String, @Nullable Object> fields, EngineSettings settings, RowReads reads, long majorFaults) {
        if (settings.store() != null) {
            fields.put("pages", reads.pages());
            fields.put("bytesRead", reads.bytes());
            fields.put("majorFaults", majorFaults);
        }
    }

    private static List<Map<String, Object>> tiers(EngineSettings settings, WorkloadReport report) {
        RowReads reads = report.rootReads();
        List<Map<String, Object>> tiers = new ArrayList<>();
        tiers.add(tier("block", report.work().blockRows(), report.work().loads()));
        if (settings.store() != null) {
            tiers.add(tier("overlay", reads.overlay(), report.work().loads() - reads.overlay()));
        }
        if (settings.cache() != null) {
            tiers.add(tier("pinned", reads.pinned(), reads.evicting() + reads.cacheMisses()));
            tiers.add(tier("evicting", reads.evicting(), reads.cacheMisses()));
        }
        if (settings.store() != null) {
            Map<String, Object> file = tier("file", reads.files(), report.work().absentProbes());
            file.put("bytes", reads.bytes());
            tiers.add(file);
        }
        return tiers;
    }

    private static Map<String, Object> tier(String name, long hits, long misses) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("hits", hits);
        fields.put("misses", misses);
        return fields;
    }

    private static Map<String, Object> times(BlockTimes times) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("unwind", times.unwind());
        fields.put("execution", times.execution());
        fields.put("warmerWait", times.warmerWait());
        fields.put("root", times.root());
        fields.put("normalise", times.normalise());
        fields.put("unfold", times.unfold());
        fields.put("fold", times.fold());
        fields.put("hash", times.hash());
        fields.put("commit", times.commit());
        return fields;
    }

    private static Map<String, Object> spread(double[] sorted) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("median", sorted[sorted.length / 2]);
        fields.put("min", sorted[0]);
        fields.put("max", sorted[sorted.length - 1]);
        return fields;
    }

    private static Map<String, Object> host(@Nullable Double diskReadMicros) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("cpus", Runtime.getRuntime().availableProcessors());
        fields.put("jdk", System.getProperty("java.vm.version"));
        fields.put(
                "os",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        fields.put(
                "maxHeapBytes",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax());
        if (diskReadMicros != null) {
            fields.put("diskReadMicros", diskReadMicros);
        }
        return fields;
    }
}
