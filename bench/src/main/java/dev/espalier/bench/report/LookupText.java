package dev.espalier.bench.report;

import dev.espalier.bench.lookup.LookupResult;
import dev.espalier.bench.lookup.ResidentSize;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says what lookups cost. */
public final class LookupText {
    private final PrintWriter out;

    /** Prints there. */
    public LookupText(PrintWriter out) {
        this.out = out;
    }

    /** Prints two tables. */
    public void print(List<ResidentSize> sizes, List<LookupResult> results) {
        out.printf(Locale.ROOT, "%-16s %-7s %12s %12s%n", "resident", "kind", "bits a row", "bits a leaf");
        for (ResidentSize size : sizes) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %-7s %12.2f %12.2f%n",
                    size.file(),
                    size.kind().toLowerCase(Locale.ROOT),
                    size.bitsPerRow(),
                    size.bitsPerLeaf());
        }
        out.println();
        out.printf(
                Locale.ROOT,
                "%-14s %-14s %7s %12s %11s %12s %9s%n",
                "looked up",
                "way",
                "keys",
                "probes a key",
                "pages a key",
                "faults a key",
                "us a key");
        for (LookupResult result : results) {
            out.printf(
                    Locale.ROOT,
                    "%-14s %-14s %7d %12.3f %11.3f %12.3f %9.2f%n",
                    result.kind().words(),
                    result.concurrency() == 0 ? "one by one" : "multi-get " + result.concurrency(),
                    result.keys(),
                    result.perKey().probes(),
                    result.perKey().pages(),
                    result.perKey().faults(),
                    result.perKey().micros());
        }
    }

    /** Returns all of it as fields. */
    public static Map<String, @Nullable Object> fields(
            boolean cold, int rounds, List<ResidentSize> sizes, List<LookupResult> results) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("command", "lookups");
        fields.put("exitCode", 0);
        fields.put("cold", cold);
        fields.put("rounds", rounds);
        fields.put("segments", sizes.stream().map(LookupText::fields).toList());
        fields.put("lookups", results.stream().map(LookupText::fields).toList());
        return fields;
    }

    private static Map<String, @Nullable Object> fields(ResidentSize size) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("file", size.file());
        fields.put("kind", size.kind());
        fields.put("residentBitsPerRow", size.bitsPerRow());
        fields.put("residentBitsPerLeaf", size.bitsPerLeaf());
        return fields;
    }

    private static Map<String, @Nullable Object> fields(LookupResult result) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("kind", result.kind().words());
        fields.put("concurrency", result.concurrency());
        fields.put("keys", result.keys());
        fields.put("probesPerKey", result.perKey().probes());
        fields.put("pagesPerKey", result.perKey().pages());
        fields.put("majorFaultsPerKey", result.perKey().faults());
        fields.put("microsPerKey", result.perKey().micros());
        return fields;
    }
}
