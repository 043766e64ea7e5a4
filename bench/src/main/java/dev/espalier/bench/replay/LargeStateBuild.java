package dev.espalier.bench.replay;

import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.workload.LargeState;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.UncommittedBlock;
import java.util.function.IntConsumer;

/** Builds a made-up state in blocks of many leaves. Confined to one thread. */
public final class LargeStateBuild {
    private static final int LEAVES_A_BLOCK = 400_000;

    private final EngineTrie state;
    private final LargeState content;
    private int part;

    /** Prepares to build on an empty state. */
    public LargeStateBuild(EngineTrie state, LargeState content) {
        this.state = state;
        this.content = content;
    }

    /**
     * Builds all of it, and tells after each block how many parts are done.
     *
     * @return the state root
     */
    public Hash32 run(IntConsumer partsDone) {
        Hash32 root = Hash32.ZERO;
        for (long number = 1; part < content.parts(); number++) {
            root = commitBlock(number);
            // Nothing goes back behind this, so what would undo it need not be kept.
            state.trie().finalized(state.trie().head());
            state.changed();
            partsDone.accept(part);
        }
        return root;
    }

    private Hash32 commitBlock(long number) {
        try (UncommittedBlock block = state.trie().begin(state.trie().head())) {
            int leaves = 0;
            while (part < content.parts() && leaves < LEAVES_A_BLOCK) {
                leaves += content.leaves(part);
                content.write(part++, block);
            }
            Hash32 root = block.stateRoot();
            block.seal(BlockId.of(Hash32.of(0, 0, 0, number)));
            block.commit(root);
            return root;
        }
    }
}
