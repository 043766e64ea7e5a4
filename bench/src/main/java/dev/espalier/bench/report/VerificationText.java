package dev.espalier.bench.report;

import dev.espalier.store.StoreFault;
import dev.espalier.store.VerificationReport;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints what a store's verification found. */
public final class VerificationText {
    private final PrintWriter out;

    /** Prints to {@code out}. */
    public VerificationText(PrintWriter out) {
        this.out = out;
    }

    /** Prints the counts and the faults. */
    public void print(VerificationReport report, long elapsedNanos) {
        out.println("head: block " + report.head().block() + ", root "
                + report.head().root());
        out.println(report.segments() + " segment files and " + report.logRecords() + " log records read");
        if (report.walked()) {
            out.println(report.accounts() + " accounts, " + report.storageTries() + " storage tries, " + report.slots()
                    + " slots, " + report.rows() + " rows checked up to the root");
            out.println(report.deadRows() + " rows and " + report.deadLeaves()
                    + " leaves in segments are shadowed or of storage that is gone");
        } else {
            out.println("the tries were not walked: files are damaged");
        }
        if (report.uncheckedEntries() > 0) {
            out.println(report.uncheckedEntries() + " rows and leaves below a wrong row were not checked");
        }
        printFaults(report.faults());
        if (report.faultCount() > report.faults().size()) {
            out.println("... and " + (report.faultCount() - report.faults().size()) + " more");
        }
        out.printf(Locale.ROOT, "%d faults, %.3f s%n", report.faultCount(), elapsedNanos / 1e9);
        out.flush();
    }

    /** Prints why a store could not even be opened. */
    public void printUnopened(StoreFault fault) {
        printFaults(List.of(fault));
        out.println("1 fault, the store does not open");
        out.flush();
    }

    private void printFaults(List<StoreFault> faults) {
        for (StoreFault fault : faults) {
            out.println("FAULT " + fault);
        }
    }

    /** Returns the result as the fields of a JSON object. */
    public static Map<String, @Nullable Object> fields(VerificationReport report, long elapsedNanos) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("command", "verify");
        fields.put("block", report.head().block().toString());
        fields.put("root", report.head().root().toString());
        fields.put("segments", report.segments());
        fields.put("logRecords", report.logRecords());
        fields.put("walked", report.walked());
        fields.put("accounts", report.accounts());
        fields.put("storageTries", report.storageTries());
        fields.put("slots", report.slots());
        fields.put("rows", report.rows());
        fields.put("deadRows", report.deadRows());
        fields.put("deadLeaves", report.deadLeaves());
        fields.put("uncheckedEntries", report.uncheckedEntries());
        fields.putAll(faultFields(report.faultCount(), report.faults()));
        fields.put("elapsedNanos", elapsedNanos);
        return fields;
    }

    /** Returns the result for a store that could not even be opened. */
    public static Map<String, @Nullable Object> unopened(StoreFault fault) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("command", "verify");
        fields.putAll(faultFields(1, List.of(fault)));
        return fields;
    }

    private static Map<String, @Nullable Object> faultFields(long count, List<StoreFault> faults) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("faultCount", count);
        fields.put("faults", faults.stream().map(StoreFault::toString).toList());
        fields.put("exitCode", count == 0 ? 0 : 1);
        return fields;
    }
}
