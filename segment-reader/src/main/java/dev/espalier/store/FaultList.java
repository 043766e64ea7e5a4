package dev.espalier.store;

import java.util.ArrayList;
import java.util.List;

/** Keeps the first faults and counts them all. Confined to one thread. */
final class FaultList {
    private static final int MOST_KEPT = 100;

    private final List<StoreFault> faults = new ArrayList<>();
    private long count;

    void add(String place, String found) {
        if (faults.size() < MOST_KEPT) {
            faults.add(new StoreFault(place, found));
        }
        count++;
    }

    long count() {
        return count;
    }

    List<StoreFault> faults() {
        return faults;
    }
}
