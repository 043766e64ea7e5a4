package dev.espalier.bench.report;

import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.StoreSettings;
import dev.espalier.bench.engine.StoreWork;
import java.util.LinkedHashMap;
import java.util.Map;

/** Says what stores on disk did. */
final class StoreWorkText {
    private StoreWorkText() {}

    /** Returns the counts in one line. */
    static String line(StoreWork work) {
        return "store: " + counted(work.flushes(), "flush", "flushes") + ", "
                + counted(work.freezes(), "freeze", "freezes") + ", "
                + counted(work.merges(), "merge", "merges") + ", "
                + counted(work.reopenings(), "reopening", "reopenings") + ", "
                + counted(work.replayed(), "record", "records") + " replayed; read from overlays "
                + counted(work.overlayRows(), "row", "rows") + " and "
                + counted(work.overlayLeaves(), "leaf", "leaves") + ", from segments "
                + counted(work.segmentRows(), "row", "rows") + " and "
                + counted(work.segmentLeaves(), "leaf", "leaves");
    }

    /** Returns the counts, and what was asked for, as fields; none if state was in memory. */
    static Map<String, Object> fields(EngineSettings settings, StoreWork work) {
        Map<String, Object> fields = new LinkedHashMap<>();
        StoreSettings store = settings.store();
        if (store == null) {
            return fields;
        }
        fields.put("store", store.directory().toString());
        fields.put("flushEvery", store.upkeep().flushEvery());
        fields.put("freezeEvery", store.upkeep().freezeEvery());
        fields.put("mergeEvery", store.upkeep().mergeEvery());
        fields.put("reopenEvery", store.upkeep().reopenEvery());
        fields.put("durableEvery", store.durableEvery());
        fields.put("flushes", work.flushes());
        fields.put("freezes", work.freezes());
        fields.put("merges", work.merges());
        fields.put("reopenings", work.reopenings());
        fields.put("replayed", work.replayed());
        fields.put("overlayRows", work.overlayRows());
        fields.put("overlayLeaves", work.overlayLeaves());
        fields.put("segmentRows", work.segmentRows());
        fields.put("segmentLeaves", work.segmentLeaves());
        return fields;
    }

    private static String counted(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
