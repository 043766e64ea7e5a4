package dev.espalier.bench.report;

import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.WarmerSettings;
import dev.espalier.warmer.WarmerReport;
import java.util.LinkedHashMap;
import java.util.Map;

/** Says what warming did. */
final class WarmerText {
    private WarmerText() {}

    /** Returns the counts in one line. */
    static String line(WarmerReport report) {
        return "warmer: " + report.touched() + " keys, " + report.warmed() + " read ahead, " + report.duplicate()
                + " duplicate, " + report.dropped() + " dropped, " + report.failed() + " failed; " + report.rows()
                + " rows, " + report.useful() + " useful, " + report.late() + " waited for, " + report.wasted()
                + " wasted";
    }

    /** Returns the counts, and what was asked for, as fields; none if nothing was warmed. */
    static Map<String, Object> fields(EngineSettings settings, WarmerReport report) {
        WarmerSettings how = settings.warmer();
        if (how == null) {
            return Map.of();
        }
        Map<String, Object> warmer = new LinkedHashMap<>();
        warmer.put("mode", how.mode() == WarmerSettings.Mode.TOUCH ? "touch" : "bal");
        warmer.put("workers", how.workers());
        warmer.put("touched", report.touched());
        warmer.put("warmed", report.warmed());
        warmer.put("duplicate", report.duplicate());
        warmer.put("dropped", report.dropped());
        warmer.put("failed", report.failed());
        warmer.put("rows", report.rows());
        warmer.put("bytes", report.bytes());
        warmer.put("useful", report.useful());
        warmer.put("late", report.late());
        warmer.put("wasted", report.wasted());
        return Map.of("warmer", warmer);
    }
}
