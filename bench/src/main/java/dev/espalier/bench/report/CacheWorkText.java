package dev.espalier.bench.report;

import dev.espalier.bench.engine.CacheSettings;
import dev.espalier.bench.engine.CacheWork;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.engine.StoreWork;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Says what caches of rows did. */
final class CacheWorkText {
    private CacheWorkText() {}

    /** Returns the counts in one line. */
    static String line(CacheWork work) {
        return "cache: " + work.fills() + " fills, " + work.staleFills() + " too late, " + work.published()
                + " rows published, " + work.evictions() + " evictions; " + work.checks() + " hits checked, "
                + work.divergences() + " divergences";
    }

    /** Returns in one line where rows were found. */
    static String tiers(EngineWork engine, StoreWork store, CacheWork cache) {
        return "rows read by tier: block " + engine.blockRows() + ", overlay " + store.overlayRows() + ", pinned "
                + cache.pinnedHits() + ", evicting " + cache.evictingHits() + ", file " + store.segmentRows();
    }

    /** Returns the counts, and what was asked for, as fields; none if nothing was cached. */
    static Map<String, Object> fields(EngineSettings settings, CacheWork work) {
        Map<String, Object> fields = new LinkedHashMap<>();
        CacheSettings cache = settings.cache();
        if (cache == null) {
            return fields;
        }
        fields.put("cache", cache.lifetime().name().toLowerCase(Locale.ROOT));
        fields.put("cacheBytes", cache.budgetBytes());
        fields.put("shadow", cache.shadow());
        fields.put("pinnedHits", work.pinnedHits());
        fields.put("evictingHits", work.evictingHits());
        fields.put("cacheMisses", work.misses());
        fields.put("fills", work.fills());
        fields.put("staleFills", work.staleFills());
        fields.put("published", work.published());
        fields.put("evictions", work.evictions());
        fields.put("shadowChecks", work.checks());
        fields.put("divergences", work.divergences());
        return fields;
    }
}
