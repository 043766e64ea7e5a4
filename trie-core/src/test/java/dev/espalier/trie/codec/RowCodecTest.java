package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptRowException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.fixture.Keys;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowCodecTest {
    private static final long SEED = 0x5EED_C0DEL;
    private static final boolean LONG = Boolean.getBoolean("espalier.long");
    private static final int ROWS_PER_DEPTH = LONG ? 1_000 : 40;

    @Test
    void theBuilderWritesTheBytesThatTheLayoutGives() {
        assertThat(GoldenRows.shallowBuilt().toBytes()).isEqualTo(GoldenRows.shallow());
        assertThat(GoldenRows.deepBuilt().toBytes()).isEqualTo(GoldenRows.deep());
    }

    @Test
    void aRowOfHashesIsReadFieldByField() {
        BranchRow row = RowCodec.decode(GoldenRows.SHALLOW_PATH, GoldenRows.shallow());
        assertThat(row.depth()).isEqualTo(1);
        assertThat(row.present()).isEqualTo(0x8229);
        assertThat(row.branches()).isEqualTo(0x8028);
        assertThat(row.extensions()).isEqualTo(0x8020);
        assertThat(row.embedded()).isZero();
        assertThat(row.rests()).isEqualTo(1);
        assertThat(row.encodedLength()).isEqualTo(16 + 5 * 32 + 31 + 2 * 35);
        assertThat(row.leafKey(GoldenRows.SHALLOW_PATH, 0)).isEqualTo(GoldenRows.SHALLOW_LEAF);
        assertThat(row.ref(9)).isEqualTo(GoldenRows.hash("99"));
        assertThat(row.branchBelow(GoldenRows.SHALLOW_PATH, 3)).isEqualTo(BranchPath.of(7, Keys.key("a3"), 2));
        assertThat(row.refBelow(3)).isEqualTo(row.ref(3)).isEqualTo(GoldenRows.hash("33"));
        assertThat(row.branchBelow(GoldenRows.SHALLOW_PATH, 5)).isEqualTo(BranchPath.of(7, Keys.key("a5bcd"), 5));
        assertThat(row.ref(5)).isEqualTo(GoldenRows.hash("55"));
        assertThat(row.refBelow(5)).isEqualTo(GoldenRows.hash("5b"));
        assertThat(row.branchBelow(GoldenRows.SHALLOW_PATH, 15)).isEqualTo(BranchPath.of(7, Keys.key("afef"), 4));
        assertThat(row.refBelow(15)).isEqualTo(GoldenRows.hash("fb"));
    }

    @Test
    void aRowOfEmbeddedNodesIsReadFieldByField() {
        BranchRow row = RowCodec.decode(GoldenRows.DEEP_PATH, GoldenRows.deep());
        assertThat(row.depth()).isEqualTo(60);
        assertThat(row.embedded()).isEqualTo(6);
        assertThat(row.ref(1)).isEqualTo(GoldenRows.rlp(GoldenRows.EMBEDDED_LEAF));
        assertThat(row.leafKey(GoldenRows.DEEP_PATH, 1)).isEqualTo(GoldenRows.DEEP_LEAF);
        assertThat(row.ref(2)).isEqualTo(GoldenRows.rlp(GoldenRows.EMBEDDED_EXTENSION));
        assertThat(row.refBelow(2)).isEqualTo(GoldenRows.rlp(GoldenRows.EMBEDDED_BRANCH));
        assertThat(row.branchBelow(GoldenRows.DEEP_PATH, 2).depth()).isEqualTo(63);
        assertThat(row.ref(7)).isEqualTo(GoldenRows.hash("77"));
    }

    @ParameterizedTest
    @ValueSource(longs = {SEED, SEED + 1})
    void everyRowAtEveryDepthIsReadAsItWasWritten(long seed) {
        Random random = new Random(seed);
        RowView view = new RowView();
        for (int depth = 0; depth <= 63; depth++) {
            for (int i = 0; i < ROWS_PER_DEPTH; i++) {
                RowSpec spec = RowSpec.random(random, depth);
                BranchRow row = spec.build();
                assertThat(RowSpec.read(spec.path(), row))
                        .as("seed=%x depth=%d row=%s", seed, depth, row)
                        .isEqualTo(spec.asRead());
                byte[] bytes = row.toBytes();
                assertThat(bytes).hasSize(row.encodedLength());
                assertThat(RowCodec.decode(spec.path(), bytes)).isEqualTo(row).hasSameHashCodeAs(row);
                RowCodec.decodeBranchInto(spec.path(), bytes, view);
                assertThat(RowSpec.read(spec.path(), view)).isEqualTo(spec.asRead());
            }
        }
    }

    @Test
    void sizesAreThoseThatTheLayoutGives() {
        RowBuilder builder = new RowBuilder();
        builder.start(0, null);
        NodeRef ref = GoldenRows.hash("ab");
        for (int child = 0; child < 16; child++) {
            builder.setBranch(child, ref);
            if (child == 1) {
                assertThat(builder.freeze().encodedLength()).as("smallest row").isEqualTo(80);
            }
        }
        assertThat(builder.freeze().encodedLength()).as("full row").isEqualTo(528);
        for (int child = 0; child < 16; child++) {
            Hash32 key = Keys.key(Character.toString(Character.forDigit(child, 16)), "f".repeat(60));
            builder.setExtension(child, ref, BranchPath.of(0, key, 63), ref);
        }
        assertThat(builder.freeze().encodedLength()).as("largest row").isEqualTo(1_552);
    }

    /**
     * One flipped bit either is noticed or gives a row that the builder writes in just these bytes: no row has two forms.
     */
    @Test
    void everyFlippedBitIsNoticedOrGivesAnotherRowInItsOnlyForm() {
        Random random = new Random(SEED);
        List<Integer> depths = LONG
                ? IntStream.range(0, 64 * 20).map(i -> i % 64).boxed().toList()
                : List.of(0, 1, 2, 9, 31, 32, 33, 56, 59, 60, 61, 62, 63);
        long refused = 0;
        long accepted = 0;
        for (int depth : depths) {
            RowSpec spec = RowSpec.random(random, depth);
            byte[] bytes = spec.build().toBytes();
            for (int bit = 0; bit < 8 * bytes.length; bit++) {
                byte[] flipped = bytes.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                BranchRow row = decodeOrNull(spec.path(), flipped.clone());
                if (row == null) {
                    refused++;
                } else if (Arrays.equals(RowSpec.read(spec.path(), row).build().toBytes(), flipped)) {
                    accepted++;
                } else {
                    fail("seed=%x depth=%d bit=%d: has two forms: %s", SEED, depth, bit, row);
                }
            }
        }
        assertThat(refused).isPositive();
        assertThat(accepted).isPositive();
    }

    private static @Nullable BranchRow decodeOrNull(BranchPath path, byte[] bytes) {
        try {
            return RowCodec.decode(path, bytes);
        } catch (CorruptRowException e) {
            assertThat(e.path()).isEqualTo(path);
            return null;
        }
    }
}
