package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.fixture.Keys;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowBuilderTest {
    private static final long SEED = 0x5EED_B11DL;
    private static final boolean LONG = Boolean.getBoolean("espalier.long");

    @Test
    void refusesARowOfFewerThanTwoChildren() {
        RowBuilder builder = new RowBuilder();
        builder.start(4, null);
        assertThatIllegalStateException()
                .isThrownBy(builder::freeze)
                .withMessage("row: children=0, expected at least 2");
        builder.setBranch(3, GoldenRows.hash("33"));
        assertThatIllegalStateException()
                .isThrownBy(builder::freeze)
                .withMessage("row: children=1, expected at least 2");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 64})
    void refusesADepthThatNoBranchHas(int depth) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RowBuilder().start(depth, null))
                .withMessageContaining("depth=" + depth);
    }

    @Test
    void refusesWhatNoRowCanHold() {
        RowBuilder builder = new RowBuilder();
        builder.start(63, null);
        assertThatIllegalArgumentException().isThrownBy(() -> builder.setBranch(1, GoldenRows.hash("11")));
        builder.start(3, null);
        for (int depth = 0; depth <= 4; depth++) {
            BranchPath below = BranchPath.of(0, Keys.key("1111"), depth);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.setExtension(1, GoldenRows.hash("11"), below, GoldenRows.hash("22")))
                    .withMessageContaining("depth=" + depth);
        }
        assertThatIllegalStateException().as("nothing was set").isThrownBy(builder::freeze);
    }

    @Test
    void refusesToStartFromARowOfAnotherDepth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RowBuilder().start(2, GoldenRows.shallowBuilt()))
                .withMessage("row before: depth=1, expected 2");
    }

    @Test
    void aRowStartedFromAnotherIsTheSameUntilItIsChanged() {
        Random random = new Random(SEED);
        RowBuilder builder = new RowBuilder();
        for (int depth = 0; depth <= 63; depth++) {
            BranchRow before = RowSpec.random(random, depth).build();
            builder.start(depth, before);
            assertThat(builder.freeze()).as("seed=%x depth=%d", SEED, depth).isEqualTo(before);
        }
    }

    @Test
    void theRowIsThatOfItsChildrenWhateverTheWayToThem() {
        Random random = new Random(SEED);
        RowBuilder builder = new RowBuilder();
        for (int i = 0; i < (LONG ? 50_000 : 2_000); i++) {
            RowSpec before = RowSpec.random(random, random.nextInt(64));
            builder.start(before.path().depth(), before.build());
            SortedMap<Integer, RowSpec.Child> children = new TreeMap<>(before.children());
            RowSpec after = new RowSpec(before.path(), children);
            for (int change = random.nextInt(20); change > 0 || children.size() < 2; change--) {
                edit(random, builder, after);
            }
            assertThat(builder.freeze()).as("seed=%x row=%d", SEED, i).isEqualTo(after.build());
        }
    }

    private static void edit(Random random, RowBuilder builder, RowSpec spec) {
        int nibble = random.nextInt(16);
        if (random.nextInt(3) == 0) {
            builder.clear(nibble);
            spec.children().remove(nibble);
            return;
        }
        RowSpec.Child child = RowSpec.randomChild(random, spec.path(), nibble);
        spec.set(builder, nibble, child);
        // a child that is set keeps its rest until all rests are omitted
        spec.children()
                .put(nibble, new RowSpec.Child(child.ref(), child.key(), false, child.below(), child.refBelow()));
    }

    @Test
    void theWidthShrinksWhenTheLongestExtensionGoes() {
        RowBuilder builder = new RowBuilder();
        builder.start(1, GoldenRows.shallowBuilt());
        builder.setBranch(5, GoldenRows.hash("55"));
        BranchRow narrower = builder.freeze();
        assertThat(narrower.encodedLength()).isEqualTo(16 + 5 * 32 + 31 + 34);
        assertThat(narrower.branchBelow(GoldenRows.SHALLOW_PATH, 15)).isEqualTo(BranchPath.of(7, Keys.key("afef"), 4));
        assertThat(RowCodec.decode(GoldenRows.SHALLOW_PATH, narrower.toBytes())).isEqualTo(narrower);
        builder.start(1, narrower);
        builder.clear(15);
        assertThat(builder.freeze().encodedLength()).isEqualTo(16 + 4 * 32 + 31);
    }

    @Test
    void theWidthGrowsWithALongerExtension() {
        RowBuilder builder = new RowBuilder();
        builder.start(1, GoldenRows.shallowBuilt());
        BranchPath longest = BranchPath.of(7, Keys.key("a0", "1".repeat(40)), 63);
        builder.setExtension(0, GoldenRows.hash("01"), longest, GoldenRows.hash("02"));
        BranchRow wider = builder.freeze();
        assertThat(wider.encodedLength()).isEqualTo(16 + 5 * 32 + 3 * (1 + 31 + 32));
        BranchRow decoded = RowCodec.decode(GoldenRows.SHALLOW_PATH, wider.toBytes());
        assertThat(decoded.branchBelow(GoldenRows.SHALLOW_PATH, 0)).isEqualTo(longest);
        assertThat(decoded.branchBelow(GoldenRows.SHALLOW_PATH, 5)).isEqualTo(BranchPath.of(7, Keys.key("a5bcd"), 5));
    }

    @Test
    void omittingRestsChangesNothingElse() {
        Random random = new Random(SEED);
        for (int depth = 0; depth <= 63; depth++) {
            RowSpec spec = RowSpec.random(random, depth);
            BranchRow full = spec.build();
            BranchRow omitted = RowsOfOracle.withoutRests(full);
            assertThat(omitted.rests()).isZero();
            assertThat(omitted.present()).isEqualTo(full.present());
            assertThat(omitted.branches()).isEqualTo(full.branches());
            assertThat(omitted.extensions()).isEqualTo(full.extensions());
            assertThat(omitted.embedded()).isEqualTo(full.embedded());
            for (int child : spec.children().keySet()) {
                assertThat(omitted.ref(child)).isEqualTo(full.ref(child));
            }
            assertThat(RowCodec.decode(spec.path(), omitted.toBytes())).isEqualTo(omitted);
        }
    }

    @Test
    void aFrozenRowDoesNotChangeWithItsBuilder() {
        RowBuilder builder = new RowBuilder();
        builder.start(60, GoldenRows.deepBuilt());
        BranchRow frozen = builder.freeze();
        builder.setBranch(1, GoldenRows.hash("aa"));
        builder.clear(7);
        builder.freeze();
        frozen.toBytes()[0] = 99;
        assertThat(frozen)
                .isEqualTo(GoldenRows.deepBuilt())
                .hasToString(GoldenRows.deepBuilt().toString());
        assertThat(frozen.toString()).contains("depth=60", "present=86", GoldenRows.DEEP);
    }

    @Test
    void anEmbeddedRefLeavesNothingOfALongerOneBehind() {
        RowBuilder builder = new RowBuilder();
        builder.start(60, GoldenRows.deepBuilt());
        builder.setBranch(1, GoldenRows.hash("ff"));
        builder.setLeaf(1, GoldenRows.rlp(GoldenRows.EMBEDDED_LEAF), GoldenRows.DEEP_LEAF);
        BranchPath below = GoldenRows.deepBuilt().branchBelow(GoldenRows.DEEP_PATH, 2);
        builder.setExtension(2, GoldenRows.hash("ff"), below, GoldenRows.hash("ff"));
        builder.setExtension(
                2, GoldenRows.rlp(GoldenRows.EMBEDDED_EXTENSION), below, GoldenRows.rlp(GoldenRows.EMBEDDED_BRANCH));
        assertThat(builder.freeze()).isEqualTo(GoldenRows.deepBuilt());
    }
}
