package dev.espalier.store;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.FewKeys;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * A sequence of actions that a seed decides, one by one, on the oracle and, in the process that is to be killed, on a
 * store. Whoever knows how many actions took effect knows the state.
 */
final class CrashModel {
    static final int WINDOW = 12;

    /** What comes first whatever the seed: a flush of blocks that are then undone, and others in their place. */
    private static final List<Kind> BEGINNING =
            List.of(Kind.COMMIT, Kind.COMMIT, Kind.COMMIT, Kind.FLUSH, Kind.UNWIND, Kind.COMMIT, Kind.COMMIT);

    /** The number of the record by which the first block comes in the place of an undone one. */
    static final int FIRST_RECORD_ABOVE_UNDONE_FLUSH = 5;

    private final long seed;
    private final List<BlockId> canonical = new ArrayList<>(List.of(BlockId.NONE));
    private final Map<BlockId, OracleState> states = new HashMap<>();
    private int actions;
    private int lowest;

    CrashModel(long seed) {
        this.seed = seed;
        states.put(BlockId.NONE, new OracleState());
    }

    static StoreOptions options() {
        return StoreOptions.builder()
                .window(WINDOW)
                .background(false)
                .freezeAfter(3)
                .mergeRatio(2)
                .partitionBytes(8_192)
                .logMap(1 << 20, 1L << 30)
                .build();
    }

    int actions() {
        return actions;
    }

    /** Tells whether a block is the head or one below it. */
    boolean isCanonical(BlockId block) {
        return canonical.contains(block);
    }

    BlockId head() {
        return canonical.getLast();
    }

    OracleState state() {
        return Objects.requireNonNull(states.get(head()));
    }

    private Random random() {
        return new Random(seed * 1_000_003 + actions);
    }

    /** Takes the next action on the oracle alone. */
    void advance() {
        Random random = random();
        switch (kind(random)) {
            case COMMIT -> {
                OracleState after = state().copy();
                after.applyBlock(FewKeys.block(after, random));
                BlockId id = nextId();
                states.put(id, after);
                canonical.add(id);
                lowest = Math.max(lowest, canonical.size() - 1 - WINDOW);
            }
            case UNWIND -> {
                int blocks = unwound(random);
                canonical.subList(canonical.size() - blocks, canonical.size()).clear();
            }
            case FLUSH, FREEZE, MERGE -> {}
        }
        actions++;
    }

    /** Takes the next action on a store, but not on the oracle. */
    void perform(LayeredStore store, CommitmentTrie trie) {
        Random random = random();
        switch (kind(random)) {
            case COMMIT -> {
                try (UncommittedBlock block = trie.begin(head())) {
                    for (Op op : FewKeys.block(state(), random)) {
                        StoreRun.write(block, op);
                    }
                    Hash32 root = block.stateRoot();
                    block.seal(nextId());
                    block.commit(root);
                }
            }
            case UNWIND -> trie.unwindTo(canonical.get(canonical.size() - 1 - unwound(random)));
            case FLUSH -> store.flush();
            case FREEZE -> store.freeze();
            case MERGE -> store.merge();
        }
    }

    private enum Kind {
        COMMIT,
        UNWIND,
        FLUSH,
        FREEZE,
        MERGE
    }

    private Kind kind(Random random) {
        return actions < BEGINNING.size() ? BEGINNING.get(actions) : byChance(random);
    }

    private static Kind byChance(Random random) {
        return switch (random.nextInt(11)) {
            case 0, 1 -> Kind.UNWIND;
            case 2, 3 -> Kind.FLUSH;
            case 4 -> Kind.MERGE;
            case 5 -> Kind.FREEZE;
            default -> Kind.COMMIT;
        };
    }

    /** At least one block, where one can be undone. */
    private int unwound(Random random) {
        int most = canonical.size() - 1 - lowest;
        return most == 0 ? 0 : 1 + random.nextInt(most);
    }

    /** An action that is taken again after a crash makes the same block. */
    private BlockId nextId() {
        return BlockId.of(Hash32.of(4, seed, 0, actions + 1));
    }
}
