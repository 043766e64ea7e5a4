package dev.espalier.bench.report;

import dev.espalier.bench.conform.CaseResult;
import dev.espalier.bench.conform.ConformReport;
import dev.espalier.bench.conform.Failure;
import dev.espalier.bench.conform.FileReport;
import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.EngineWork;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A conformance run's result as the fields of a JSON object. */
public final class ConformJson {
    private ConformJson() {}

    /**
     * Returns the whole result.
     *
     * @param results each case by itself; empty where the counts of each file are enough
     * @param outcome what the command makes of the report: the process ends with its exit code
     */
    public static Map<String, @Nullable Object> of(
            String command, ConformReport report, List<CaseResult> results, Outcome outcome) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("command", command);
        fields.put("passed", report.passed());
        fields.put("failed", report.failed());
        fields.put("skipped", report.skipped());
        fields.put("damagedFiles", report.damagedFiles());
        fields.put("notDone", report.notDone());
        fields.put("threads", report.settings().threads());
        fields.put("partitionKeys", report.settings().partitionKeys());
        fields.putAll(work(report.work()));
        fields.putAll(StoreWorkText.fields(report.settings(), report.storeWork()));
        fields.putAll(CacheWorkText.fields(report.settings(), report.cacheWork()));
        fields.putAll(WarmerText.fields(report.settings(), report.warmed()));
        fields.put("files", report.files().stream().map(ConformJson::file).toList());
        if (!results.isEmpty()) {
            fields.put("cases", results.stream().map(ConformJson::result).toList());
        }
        fields.put("exitCode", outcome.exitCode());
        return fields;
    }

    /** Returns the engine's counters. */
    static Map<String, Object> work(EngineWork work) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("loads", work.loads());
        fields.put("distinctLoads", work.distinctLoads());
        fields.put("blockRows", work.blockRows());
        fields.put("absentProbes", work.absentProbes());
        fields.put("subtreeTasks", work.subtreeTasks());
        fields.put("partitions", work.partitions());
        return fields;
    }

    private static Map<String, @Nullable Object> file(FileReport report) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("file", report.file());
        fields.put("kind", report.kind() == null ? null : report.kind().label());
        fields.put("cases", report.cases());
        fields.put("checks", report.checks());
        fields.put("passed", report.passed());
        fields.put("failed", report.failed());
        fields.put("skipped", report.skipped());
        fields.put("skipReasons", List.copyOf(report.skipReasons()));
        fields.put("sideBlocks", report.sideBlocks());
        fields.put("unwinds", report.unwinds());
        fields.put(
                "keptStores", report.keptStores().stream().map(Path::toString).toList());
        fields.put("damage", report.damage());
        fields.put(
                "failures", report.failures().stream().map(ConformJson::failure).toList());
        return fields;
    }

    private static Map<String, Object> result(CaseResult result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("line", result.line());
        fields.put("name", result.name());
        fields.put("blocks", result.extent().blocks());
        fields.put("sideBlocks", result.extent().sideBlocks());
        fields.put("unwinds", result.extent().unwinds());
        fields.put("accounts", result.extent().accountWrites());
        fields.put("slots", result.extent().slotWrites());
        fields.put("root", result.root().toString());
        fields.put("failed", result.failed());
        fields.put("elapsedNanos", result.elapsedNanos());
        return fields;
    }

    private static Map<String, Object> failure(Failure failure) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("line", failure.line());
        fields.put("case", failure.caseName());
        fields.put("block", failure.block());
        fields.put("got", failure.got());
        fields.put("expected", failure.expected());
        return fields;
    }
}
