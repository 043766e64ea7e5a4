package dev.espalier.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Every order in which actors can take their steps, each actor's own steps in order. */
final class Interleavings {
    private Interleavings() {}

    /**
     * Calls the action with every order; an order names the actor of each step.
     *
     * @param steps how many steps each actor takes
     * @return how many orders there are
     */
    static long forEach(int[] steps, Consumer<List<Integer>> action) {
        int total = 0;
        for (int count : steps) {
            total += count;
        }
        return extend(steps.clone(), total, new ArrayList<>(), action);
    }

    private static long extend(int[] left, int total, List<Integer> order, Consumer<List<Integer>> action) {
        if (order.size() == total) {
            action.accept(order);
            return 1;
        }
        long orders = 0;
        for (int actor = 0; actor < left.length; actor++) {
            if (left[actor] > 0) {
                left[actor]--;
                order.add(actor);
                orders += extend(left, total, order, action);
                order.removeLast();
                left[actor]++;
            }
        }
        return orders;
    }
}
