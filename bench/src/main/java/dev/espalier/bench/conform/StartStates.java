package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.RecognizedFile;
import dev.espalier.bench.engine.Engine;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.LeafKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The states that files of this call end with and other files begin at. A trie goes to the first file that asks for it;
 * for any further one the file that made it is played again.
 */
final class StartStates {
    private static final Hash32 EMPTY_ROOT = NodeHasher.EMPTY_ROOT;

    private final Set<Hash32> wanted;
    private final Engine engine;
    private final Map<Hash32, RecognizedFile> sources = new HashMap<>();
    private final Map<Hash32, CommitmentTrie> tries = new HashMap<>();

    /**
     * @param wanted the roots that files begin at; no other state is kept
     */
    StartStates(Set<Hash32> wanted, Engine engine) {
        this.wanted = wanted;
        this.engine = engine;
    }

    /** A file has ended with this trie. */
    void offer(RecognizedFile source, CommitmentTrie trie) {
        Hash32 root = trie.headRoot();
        if (wanted.contains(root) && sources.putIfAbsent(root, source) == null) {
            tries.put(root, trie);
        }
    }

    /** Returns whether {@link #claim} would give a trie. */
    boolean has(Hash32 root) {
        return root.equals(EMPTY_ROOT) || sources.containsKey(root);
    }

    /** Returns a trie at the state, which is the caller's own; null when no file ended with it. */
    @Nullable
    CommitmentTrie claim(Hash32 root) {
        CommitmentTrie trie = tries.remove(root);
        if (trie != null) {
            return trie;
        }
        RecognizedFile source = sources.get(root);
        if (source != null) {
            return playAgain(source);
        }
        return root.equals(EMPTY_ROOT) ? engine.newTrie(LeafKind.STATE) : null;
    }

    private @Nullable CommitmentTrie playAgain(RecognizedFile source) {
        CommitmentTrie start = source.startRoot() == null ? null : claim(source.startRoot());
        FileRun run = new FileRun(source, engine, false, start, uncounted -> {});
        run.run();
        return run.endState();
    }
}
