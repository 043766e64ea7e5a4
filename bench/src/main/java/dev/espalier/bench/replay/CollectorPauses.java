package dev.espalier.bench.replay;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** How long garbage collections have stopped the process so far. */
final class CollectorPauses {
    /** Beans of a collector's work beside the program: "G1 Concurrent GC", "ZGC Minor Cycles". */
    private static final List<String> BESIDE = List.of("Concurrent", "Cycles");

    private CollectorPauses() {}

    static long millis() {
        long millis = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (BESIDE.stream().noneMatch(bean.getName()::contains)) {
                millis += Math.max(0, bean.getCollectionTime());
            }
        }
        return millis;
    }
}
