package dev.espalier.bench.report;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.replay.BloatScenario;
import dev.espalier.bench.replay.BuiltState;
import dev.espalier.bench.replay.ReplayReport;
import dev.espalier.bench.replay.ReplayedBlock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A bloat replay's result as the fields of a JSON object. */
public final class ReplayJson {
    private ReplayJson() {}

    /** Returns the whole result. */
    public static Map<String, @Nullable Object> of(
            String command, EngineSettings settings, ReplayReport report, Outcome outcome) {
        BloatScenario scenario = report.scenario();
        BuiltState start = report.start();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("command", command);
        fields.put("slots", scenario.slots());
        fields.put("accounts", scenario.accounts());
        fields.put("seed", scenario.seed());
        fields.put("threads", settings.threads());
        fields.put("partitionKeys", settings.partitionKeys());
        fields.put("startRoot", start.root().toString());
        fields.put("startStorageRoot", start.storageRoot().toString());
        fields.put("startStorageRootCheck", startVerdict(start));
        fields.put("buildNanos", start.elapsedNanos());
        fields.put("blocks", report.blocks().stream().map(ReplayJson::block).toList());
        fields.putAll(ConformJson.work(report.work()));
        fields.putAll(StoreWorkText.fields(settings, report.storeWork()));
        fields.putAll(CacheWorkText.fields(settings, report.cacheWork()));
        fields.putAll(WarmerText.fields(settings, report.warmed()));
        fields.put("mgas", report.mgas());
        fields.put("elapsedNanos", report.elapsedNanos());
        fields.put("lastRoot", report.lastRoot().toString());
        fields.put("lastRootCheck", report.lastRootMismatch() ? "mismatch" : "ok");
        fields.put("rebuildNanos", report.rebuildNanos());
        fields.put("exitCode", outcome.exitCode());
        return fields;
    }

    private static String startVerdict(BuiltState start) {
        if (start.knownStorageRoot() == null) {
            return "unknown";
        }
        return start.mismatch() ? "mismatch" : "ok";
    }

    private static Map<String, Object> block(ReplayedBlock block) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("number", block.number());
        fields.put("root", block.root().toString());
        fields.put("gas", block.gas());
        fields.put("mgasPerSecond", block.mgasPerSecond());
        fields.put("loads", block.work().loads());
        fields.put("distinctLoads", block.work().distinctLoads());
        fields.put("elapsedNanos", block.elapsedNanos());
        return fields;
    }
}
