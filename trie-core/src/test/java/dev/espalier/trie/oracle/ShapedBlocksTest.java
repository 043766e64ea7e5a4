package dev.espalier.trie.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The generator is repeatable and reaches every shape; that its blocks are valid the census checks on the way. */
class ShapedBlocksTest {
    private static final int SEEDS = 60;
    private static final int BLOCKS = 60;

    private static final ShapeCensus CENSUS = new ShapeCensus();

    @BeforeAll
    static void countShapes() {
        for (long seed = 0; seed < SEEDS; seed++) {
            CENSUS.startSequence();
            ShapedBlocks.first(BLOCKS, seed).forEach(CENSUS::observe);
        }
    }

    @Test
    void sameSeedGivesTheSameBlocks() {
        assertThat(ShapedBlocks.first(BLOCKS, 7)).isEqualTo(ShapedBlocks.first(BLOCKS, 7));
        assertThat(ShapedBlocks.first(BLOCKS, 7)).isNotEqualTo(ShapedBlocks.first(BLOCKS, 8));
    }

    @Test
    void everyShapeIsReached() {
        assertThat(CENSUS.missing()).isEmpty();
    }

    /** H35: put, delete, set and clear in every order of up to three, on every kind of account. */
    @Test
    void everyOrderOfOperationsOnAnAccountIsReached() {
        Set<String> wanted = new HashSet<>();
        for (String account : List.of("absent:", "bare:", "stored:")) {
            List<String> words = new ArrayList<>(List.of(""));
            for (int length = 1; length <= 3; length++) {
                words = words.stream()
                        .flatMap(word -> List.of("P", "D", "S", "Z").stream().map(word::concat))
                        .toList();
                words.stream()
                        .filter(word -> isValid(!account.equals("absent:"), word))
                        .forEach(word -> wanted.add(account + word));
            }
        }
        assertThat(wanted).contains("stored:DPS", "stored:SDP", "absent:SP", "bare:DSP", "absent:SD");
        assertThat(CENSUS.orders()).containsAll(wanted);
    }

    /** Whether no slot is set without its account being put or deleted afterwards. */
    private static boolean isValid(boolean accountExists, String order) {
        boolean exists = accountExists;
        boolean owesAccount = false;
        for (int i = 0; i < order.length(); i++) {
            char kind = order.charAt(i);
            owesAccount = kind == 'S' ? owesAccount || !exists : kind == 'Z' && owesAccount;
            exists = kind == 'P' || (kind != 'D' && exists);
        }
        return !owesAccount;
    }

    /** H24: every kind of root becomes every other, in storage tries and in the account trie. */
    @Test
    void everyMoveBetweenKindsOfRootIsReached() {
        for (Map<RootKind, Set<RootKind>> moves : List.of(CENSUS.storageRootMoves(), CENSUS.accountRootMoves())) {
            assertThat(moves).hasSize(RootKind.values().length);
            moves.forEach((from, to) -> assertThat(to).as("from %s", from).contains(RootKind.values()));
        }
    }

    @Test
    void keysForkAtEveryNibble() {
        BitSet everyNibble = new BitSet();
        everyNibble.set(0, ShapedValues.KEY_NIBBLES);
        assertThat(CENSUS.sharedSlotNibbles()).isEqualTo(everyNibble);
        assertThat(CENSUS.sharedAccountNibbles()).isEqualTo(everyNibble);
    }

    /** H32. */
    @Test
    void boundaryNumbersAreReached() {
        assertThat(CENSUS.nonces()).containsAll(ShapedValues.NONCES).contains(0L, 127L, 128L, -1L);
        assertThat(CENSUS.balances()).containsAll(ShapedValues.BALANCES);
        assertThat(CENSUS.slotValues()).containsAll(ShapedValues.VALUES);
    }

    /** H26: the script is known to do what its name says, and not only now and then. */
    @Test
    void embeddedNodesScriptEmbedsBranches() {
        int scripts = 200;
        int withEmbeddedBranch = 0;
        for (long seed = 0; seed < scripts; seed++) {
            OracleState state = new OracleState();
            boolean embedded = false;
            for (List<Op> block : StorageScripts.embeddedNodes(new ShapedValues(new Random(seed)))) {
                state.applyBlock(block);
                embedded |= state.branches().storageTries().values().stream()
                        .flatMap(trie -> trie.values().stream())
                        .flatMap(branch -> branch.children().stream())
                        .anyMatch(child -> child instanceof OracleBranch.Branch(var extension, var ref, var branchRef)
                                && branchRef.isEmbedded());
            }
            withEmbeddedBranch += embedded ? 1 : 0;
        }
        assertThat(withEmbeddedBranch).isGreaterThan(scripts / 2);
    }
}
