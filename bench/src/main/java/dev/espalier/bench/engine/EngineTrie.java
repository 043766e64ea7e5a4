package dev.espalier.bench.engine;

import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A state and the trie over it, in memory or on disk. Confined to one thread. Closing it lets the state go. */
public interface EngineTrie extends AutoCloseable {
    /** Returns the trie; after {@link #changed} it may be another one, over the same state. */
    CommitmentTrie trie();

    /** Begins to warm a block of this trie, if the settings say so. */
    BlockWarming warm(UncommittedBlock block);

    /** A block was committed, or blocks were unwound: does to the store what is due. */
    void changed();

    /** Writes what is in memory to the store, and merges all of it. */
    void settle();

    /** Returns what the store has done since it was last opened; nothing in memory. */
    StoreWork work();

    /** Returns the directory of the store; null in memory. */
    @Nullable
    Path directory();

    /**
     * Keeps a store that would go with the trie.
     *
     * @return its directory; null if there is none
     */
    @Nullable
    Path keep();

    @Override
    void close();
}
