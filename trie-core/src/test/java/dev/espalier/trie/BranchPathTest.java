package dev.espalier.trie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.fixture.Keys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BranchPathTest {
    private static final long SEED = 0x5EED_BA78L;

    /** A path as text that sorts as the path should: unsigned trie id, nibbles padded with zeros, count. */
    private static String sortable(BranchPath path) {
        return String.format("%016x %s %02d", path.trieId(), padded(nibbles(path)), path.depth());
    }

    private static String nibbles(BranchPath path) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < path.depth(); i++) {
            text.append(Character.forDigit(path.nibble(i), 16));
        }
        return text.toString();
    }

    private static String padded(String nibbles) {
        return nibbles + "0".repeat(64 - nibbles.length());
    }

    @Test
    void holdsAnyNumberOfNibblesFromNoneTo63AlsoWhereItSpills() {
        Random random = new Random(SEED);
        for (int count = 0; count <= 63; count++) {
            Hash32 key = Keys.random(random);
            BranchPath path = BranchPath.of(7, key, count);
            String expected = Keys.digits(key).substring(0, count);
            assertThat(path.depth()).isEqualTo(count);
            assertThat(path.trieId()).isEqualTo(7);
            assertThat(nibbles(path)).isEqualTo(expected);
            assertThat(path).hasToString("7:" + (count == 0 ? "~" : expected));
            assertThat(path.paddedKey()).isEqualTo(Hash32.fromHex(padded(expected)));
        }
    }

    @Test
    void forgetsTheKeysFurtherNibbles() {
        Random random = new Random(SEED);
        for (int count = 0; count <= 63; count++) {
            Hash32 one = Keys.random(random);
            Hash32 other = Keys.sharing(random, one, count);
            assertThat(BranchPath.of(1, one, count))
                    .as("%s %s count=%d", one, other, count)
                    .isEqualTo(BranchPath.of(1, other, count))
                    .hasSameHashCodeAs(BranchPath.of(1, other, count));
        }
    }

    @Test
    void differsByTrieByCountAndByEachNibble() {
        Random random = new Random(SEED);
        Hash32 zeros = Hash32.ZERO;
        assertThat(BranchPath.of(1, zeros, 5)).isNotEqualTo(BranchPath.of(2, zeros, 5));
        for (int count = 1; count <= 63; count++) {
            assertThat(BranchPath.of(0, zeros, count)).isNotEqualTo(BranchPath.of(0, zeros, count - 1));
            Hash32 one = Keys.random(random);
            for (int different = 0; different < count; different++) {
                assertThat(BranchPath.of(0, one, count))
                        .isNotEqualTo(BranchPath.of(0, Keys.sharing(random, one, different), count));
            }
        }
        assertThat(BranchPath.root(0)).isNotEqualTo(null).isNotEqualTo("0:~");
    }

    @Test
    void theRootHasNoNibbles() {
        assertThat(BranchPath.root(9)).isEqualTo(BranchPath.of(9, Keys.spread(1), 0));
        assertThat(BranchPath.root(9).depth()).isZero();
        assertThat(BranchPath.root(9).paddedKey()).isEqualTo(Hash32.ZERO);
        assertThat(BranchPath.root(-1)).hasToString("18446744073709551615:~");
        assertThat(BranchPath.ACCOUNT_TRIE).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 64, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void refusesAnotherCount(int count) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BranchPath.of(0, Hash32.ZERO, count))
                .withMessage("branch path: nibbles=" + count + ", expected 0..63");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 32, 33, 63})
    void hasNoNibbleBeyondItsCount(int count) {
        BranchPath path = BranchPath.of(0, Hash32.ZERO, count);
        for (int index : new int[] {-1, count, 64}) {
            assertThatThrownBy(() -> path.nibble(index))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContaining("nibble: index=" + index);
        }
    }

    @Test
    void isOrderedByUnsignedTrieIdThenPaddedNibblesThenCount() {
        Random random = new Random(SEED);
        List<BranchPath> paths = new ArrayList<>();
        long[] tries = {0, 1, 2, Long.MAX_VALUE, Long.MIN_VALUE, -1};
        Hash32 base = Keys.random(random);
        for (int i = 0; i < 1_500; i++) {
            Hash32 key = random.nextInt(4) == 0 ? Hash32.ZERO : Keys.sharing(random, base, random.nextInt(64));
            paths.add(BranchPath.of(tries[random.nextInt(tries.length)], key, random.nextInt(64)));
        }
        List<BranchPath> expected = new ArrayList<>(paths);
        expected.sort(Comparator.comparing(BranchPathTest::sortable));
        Collections.sort(paths);
        assertThat(paths).as("seed=%x", SEED).isEqualTo(expected);
        for (int i = 1; i < paths.size(); i++) {
            int order = paths.get(i - 1).compareTo(paths.get(i));
            assertThat(order == 0).isEqualTo(paths.get(i - 1).equals(paths.get(i)));
            assertThat(paths.get(i).compareTo(paths.get(i - 1))).isEqualTo(-order);
        }
    }

    @Test
    void aBranchStandsBeforeEveryBranchBelowIt() {
        Random random = new Random(SEED);
        for (int i = 0; i < 200; i++) {
            Hash32 key = random.nextBoolean() ? Keys.random(random) : Hash32.ZERO;
            for (int count = 1; count <= 63; count++) {
                assertThat(BranchPath.of(3, key, count - 1)).isLessThan(BranchPath.of(3, key, count));
            }
        }
    }

    @Test
    void isPrefixOfTheKeysThatShareAllItsNibbles() {
        Random random = new Random(SEED);
        for (int count = 0; count <= 63; count++) {
            Hash32 key = Keys.random(random);
            BranchPath path = BranchPath.of(5, key, count);
            assertThat(path.isPrefixOf(key)).isTrue();
            assertThat(path.commonNibbles(key)).isEqualTo(count);
            for (int shared = 0; shared < 64; shared++) {
                Hash32 other = Keys.sharing(random, key, shared);
                assertThat(path.commonNibbles(other))
                        .as("%s against %s", path, other)
                        .isEqualTo(Math.min(count, shared));
                assertThat(path.isPrefixOf(other)).isEqualTo(shared >= count);
            }
        }
    }

    @Test
    void givesItsFirstNibblesAsANumber() {
        BranchPath path = BranchPath.of(5, Keys.key("f123456789"), 9);
        assertThat(path.leadingNibbles(0)).isZero();
        assertThat(path.leadingNibbles(1)).isEqualTo(0xF);
        assertThat(path.leadingNibbles(7)).isEqualTo(0xF123456);
        assertThatThrownBy(() -> path.leadingNibbles(8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> path.leadingNibbles(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> BranchPath.root(5).leadingNibbles(1))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("count=1");
    }
}
