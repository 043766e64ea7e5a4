package dev.espalier.reorg;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Shortens a failing sequence: delta debugging (Zeller and Hildebrandt, 2002), by leaving parts out. */
final class Minimiser {
    private Minimiser() {}

    /**
     * Returns a part of a sequence that still fails, of which no single element can be left out.
     *
     * @param fails tells whether a sequence fails; it need not always say the same
     * @param attempts how often to ask at most; what is left then is returned
     */
    static <T> List<T> minimise(List<T> failing, Predicate<List<T>> fails, int attempts) {
        List<T> shortest = failing;
        int left = attempts;
        int parts = 2;
        while (shortest.size() > 1 && left > 0) {
            List<T> shorter = null;
            for (int part = 0; part < parts && shorter == null && left > 0; part++, left--) {
                List<T> candidate = without(shortest, part, parts);
                shorter = fails.test(candidate) ? candidate : null;
            }
            if (shorter != null) {
                shortest = shorter;
                parts = Math.max(2, parts - 1);
            } else if (parts < shortest.size()) {
                parts = Math.min(shortest.size(), 2 * parts);
            } else {
                break;
            }
        }
        return shortest;
    }

    private static <T> List<T> without(List<T> whole, int part, int parts) {
        int from = whole.size() * part / parts;
        int to = whole.size() * (part + 1) / parts;
        List<T> rest = new ArrayList<>(whole.subList(0, from));
        rest.addAll(whole.subList(to, whole.size()));
        return rest;
    }
}
