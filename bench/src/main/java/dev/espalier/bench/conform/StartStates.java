package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.RecognizedFile;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.commit.LeafKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The states that files of this call end with and other files begin at. A trie goes to the first file that asks for it;
 * for any further one the file that made it is played again.
 */
final class StartStates implements AutoCloseable {
    private static final Hash32 EMPTY_ROOT = NodeHasher.EMPTY_ROOT;

    private final Set<Hash32> wanted;
    private final Engine engine;
    private final Map<Hash32, RecognizedFile> sources = new HashMap<>();
    private final Map<Hash32, EngineTrie> tries = new HashMap<>();

    /**
     * @param wanted the roots that files begin at; no other state is kept
     */
    StartStates(Set<Hash32> wanted, Engine engine) {
        this.wanted = wanted;
        this.engine = engine;
    }

    /** A file has ended with this trie, which nobody else uses any more. */
    void offer(RecognizedFile source, EngineTrie state) {
        Hash32 root = state.trie().headRoot();
        if (wanted.contains(root) && sources.putIfAbsent(root, source) == null) {
            tries.put(root, state);
        } else {
            state.close();
        }
    }

    /** Returns whether {@link #claim} would give a trie. */
    boolean has(Hash32 root) {
        return root.equals(EMPTY_ROOT) || sources.containsKey(root);
    }

    /** Returns a trie at the state, which is the caller's own; null when no file ended with it. */
    @Nullable
    EngineTrie claim(Hash32 root) {
        EngineTrie trie = tries.remove(root);
        if (trie != null) {
            return trie;
        }
        RecognizedFile source = sources.get(root);
        if (source != null) {
            return playAgain(source);
        }
        return root.equals(EMPTY_ROOT) ? engine.newTrie(LeafKind.STATE) : null;
    }

    private @Nullable EngineTrie playAgain(RecognizedFile source) {
        EngineTrie start = source.startRoot() == null ? null : claim(source.startRoot());
        FileRun run = new FileRun(source, engine, false, start, null, uncounted -> {});
        run.run();
        return run.endState();
    }

    /** Lets the states go that no file asked for. */
    @Override
    public void close() {
        tries.values().forEach(EngineTrie::close);
        tries.clear();
    }
}
