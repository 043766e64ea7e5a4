package dev.espalier.trie;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that differ in three nibbles only, wherever these stand, spread over the buckets of a hash table. */
class HashSpreadTest {
    private static final int KEYS = 4096;
    private static final int BUCKETS = 16_384;
    /** That many random keys leave about 3,620 buckets used. */
    private static final int FEWEST_USED = 3_000;

    @Test
    void hashesThatDifferInAnyThreeNibblesSpread() {
        for (int at = 0; at <= 61; at++) {
            int from = at;
            assertSpread("nibbles from " + from, i -> Hash32.fromHex(digits("a".repeat(from), i)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 8, 15, 16, 17, 31, 32, 33, 48, 63})
    void pathsThatDifferInAnyThreeNibblesSpread(int depth) {
        for (int at = 0; at <= depth - 3; at++) {
            int from = at;
            assertSpread(
                    "depth " + depth + ", nibbles from " + from,
                    i -> BranchPath.of(1, Hash32.fromHex(digits("a".repeat(from), i)), depth));
        }
    }

    @Test
    void rootsOfDifferentTriesSpread() {
        assertSpread("trie ids", BranchPath::root);
        assertSpread("trie ids from 2^40", i -> BranchPath.root((1L << 40) + i));
    }

    @Test
    void pathsAlongOneKeySpread() {
        Set<Integer> used = new HashSet<>();
        for (int count = 0; count <= 63; count++) {
            used.add(bucket(BranchPath.of(1, Hash32.ZERO, count), 1024));
        }
        assertThat(used).hasSizeGreaterThan(50);
    }

    private static String digits(String prefix, int number) {
        String digits = prefix + String.format("%03x", number);
        return digits + "5".repeat(64 - digits.length());
    }

    private static void assertSpread(String what, IntFunction<Object> keys) {
        Set<Integer> used = new HashSet<>();
        for (int i = 0; i < KEYS; i++) {
            used.add(bucket(keys.apply(i), BUCKETS));
        }
        assertThat(used).as(what).hasSizeGreaterThan(FEWEST_USED);
    }

    /** The bucket that java.util.HashMap takes. */
    private static int bucket(Object key, int buckets) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & (buckets - 1);
    }
}
