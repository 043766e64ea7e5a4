package dev.espalier.reorg;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Picks few combinations of the values of several dimensions in which every pair of values of two dimensions occurs. A
 * combination names a value of each dimension by its number.
 */
final class PairwiseCover {
    private final List<List<Integer>> product;

    /** A value of one dimension beside a value of a later one. */
    private record Pair(int dimension, int value, int otherDimension, int otherValue) {}

    /** @param sizes how many values each dimension has */
    PairwiseCover(int... sizes) {
        List<List<Integer>> combinations = List.of(List.of());
        for (int size : sizes) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> combination : combinations) {
                for (int value = 0; value < size; value++) {
                    List<Integer> next = new ArrayList<>(combination);
                    next.add(value);
                    longer.add(List.copyOf(next));
                }
            }
            combinations = longer;
        }
        product = combinations;
    }

    /** Returns every combination. */
    List<List<Integer>> product() {
        return product;
    }

    /** Returns combinations, each the one with the most pairs that no earlier one has; always the same ones. */
    List<List<Integer>> combinations() {
        Set<Pair> missing = new HashSet<>();
        product.forEach(combination -> missing.addAll(pairs(combination)));
        List<List<Integer>> chosen = new ArrayList<>();
        while (!missing.isEmpty()) {
            List<Integer> best = product.getFirst();
            long most = 0;
            for (List<Integer> combination : product) {
                long gained =
                        pairs(combination).stream().filter(missing::contains).count();
                if (gained > most) {
                    most = gained;
                    best = combination;
                }
            }
            missing.removeAll(pairs(best));
            chosen.add(best);
        }
        return chosen;
    }

    private static Set<Pair> pairs(List<Integer> combination) {
        Set<Pair> pairs = new HashSet<>();
        for (int i = 0; i < combination.size(); i++) {
            for (int j = i + 1; j < combination.size(); j++) {
                pairs.add(new Pair(i, combination.get(i), j, combination.get(j)));
            }
        }
        return pairs;
    }
}
