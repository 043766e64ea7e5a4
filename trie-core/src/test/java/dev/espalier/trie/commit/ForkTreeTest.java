package dev.espalier.trie.commit;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.memory.MemoryStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Random trees of blocks: sealed on any block that can be reached, committed, abandoned, unwound, with views kept open
 * meanwhile. Roots, rows and what views show equal the oracle's.
 */
class ForkTreeTest {
    private static final int SEEDS = Boolean.getBoolean("espalier.long") ? 2_000 : 120;
    private static final int STEPS = 60;
    private static final ExecutorService WORKERS = Executors.newFixedThreadPool(2);

    @AfterAll
    static void endWorkers() {
        WORKERS.shutdownNow();
    }

    @Test
    void randomForkTreesKeepEveryRootAndRow() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Tree tree = new Tree(seed);
            try {
                tree.grow();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed + ", steps=" + tree.steps, e);
            }
        }
    }

    /** One seed's tree. */
    private static final class Tree {
        private final long seed;
        private final Random random;
        private final MemoryStore store = MemoryStore.withWindow(10);
        private final CommitmentTrie trie;
        private final TestChain chain;
        private final List<BlockId> canonical = new ArrayList<>(List.of(BlockId.NONE));
        private final Map<BlockId, BlockId> sealed = new HashMap<>();
        private final Map<TrieView, BlockId> views = new HashMap<>();
        private int steps;

        Tree(long seed) {
            this.seed = seed;
            random = new Random(seed);
            TrieOptions.Builder options = TrieOptions.builder();
            if (seed % 3 == 1) {
                options.executor(WORKERS, 2).splitAbove(random.nextInt(3));
            }
            if (seed % 3 == 2) {
                options.partitionKeys(1 + random.nextInt(4));
            }
            trie = CommitmentTrie.over(store, options.build());
            chain = new TestChain(trie);
        }

        void grow() {
            for (; steps < STEPS; steps++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> seal();
                    case 3, 4, 5 -> commit();
                    case 6 -> unwind();
                    default -> look();
                }
            }
            views.forEach((view, id) -> {
                chain.assertShows(view, id);
                view.close();
            });
        }

        private void seal() {
            List<BlockId> parents = reachable();
            BlockId parent = parents.get(random.nextInt(parents.size()));
            sealed.put(chain.seal(parent, seed * 1_000 + steps), parent);
        }

        private List<BlockId> reachable() {
            List<BlockId> blocks = new ArrayList<>(inWindow());
            blocks.addAll(sealed.keySet());
            blocks.sort((one, other) -> one.hash().compareTo(other.hash()));
            return blocks;
        }

        private List<BlockId> inWindow() {
            return canonical.subList(Math.max(0, canonical.size() - 1 - store.window()), canonical.size());
        }

        private void commit() {
            for (BlockId id : reachable()) {
                if (canonical.getLast().equals(sealed.get(id))) {
                    chain.commit(id);
                    sealed.remove(id);
                    canonical.add(id);
                    forgetUnreachable();
                    chain.assertHead(id, store);
                    return;
                }
            }
        }

        /** Sealed blocks on a block below the window are gone. */
        private void forgetUnreachable() {
            boolean gone = true;
            while (gone) {
                gone = sealed.values()
                        .removeIf(parent ->
                                !sealed.containsKey(parent) && !inWindow().contains(parent));
            }
        }

        private void unwind() {
            List<BlockId> targets = inWindow();
            BlockId target = targets.get(random.nextInt(targets.size()));
            trie.unwindTo(target);
            canonical.subList(canonical.indexOf(target) + 1, canonical.size()).clear();
            forgetUnreachable();
            chain.assertHead(target, store);
        }

        private void look() {
            List<BlockId> blocks = reachable();
            BlockId id = blocks.get(random.nextInt(blocks.size()));
            TrieView view = trie.view(id);
            chain.assertShows(view, id);
            views.put(view, id);
        }
    }
}
