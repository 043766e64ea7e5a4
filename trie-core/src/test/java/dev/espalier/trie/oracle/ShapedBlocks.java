package dev.espalier.trie.oracle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;

/**
 * An endless sequence of random blocks, valid one after the other on an empty state, in the shapes that break tries:
 * crowded accounts, keys that share up to 63 nibbles, embedded nodes, accounts deleted and created anew in every order,
 * tries that collapse and grow again, writes without effect, boundary numbers, large and empty blocks.
 * {@link ShapeCensus} tells which shapes a sequence has had.
 *
 * <p>The seed decides everything, the mix of shapes included. To cover all shapes take many seeds rather than many
 * blocks.
 */
public final class ShapedBlocks implements Iterator<List<Op>> {
    /** From this number of leaves on, the next block deletes every account. */
    private static final int MAX_LEAVES = 4000;

    private static final List<Function<ShapedValues, List<List<Op>>>> SCRIPTS = List.of(
            StorageScripts::denseAccount,
            StorageScripts::sharedPrefixes,
            StorageScripts::embeddedNodes,
            StorageScripts::rootKinds,
            StorageScripts::noOps,
            AccountScripts::orderedOps,
            AccountScripts::recreation,
            AccountScripts::emptiedThenWiped,
            AccountScripts::boundaryNumbers,
            AccountScripts::sharedPrefixes,
            AccountScripts::bareAccounts,
            AccountScripts::largeBatches);

    private final Random random;
    private final ShapedValues values;
    private final OracleState state = new OracleState();
    /** Each script as often as its weight in this sequence. */
    private final List<Function<ShapedValues, List<List<Op>>>> weightedScripts = new ArrayList<>();

    private final int maxActiveScripts;
    private final List<Deque<List<Op>>> activeScripts = new ArrayList<>();
    /** Blocks that come alone and before everything else. */
    private final Deque<List<Op>> soloBlocks = new ArrayDeque<>();

    /** Starts the sequence of a seed. */
    public ShapedBlocks(long seed) {
        random = new Random(seed);
        values = new ShapedValues(random);
        maxActiveScripts = values.between(1, 5);
        for (Function<ShapedValues, List<List<Op>>> script : SCRIPTS) {
            for (int weight = values.oneOf(List.of(0, 1, 1, 2, 6)); weight > 0; weight--) {
                weightedScripts.add(script);
            }
        }
        if (weightedScripts.isEmpty()) {
            weightedScripts.addAll(SCRIPTS);
        }
        if (values.oneIn(3)) {
            startAfresh();
        }
    }

    /** The first blocks of a seed. */
    public static List<List<Op>> first(int count, long seed) {
        ShapedBlocks blocks = new ShapedBlocks(seed);
        List<List<Op>> first = new ArrayList<>();
        while (first.size() < count) {
            first.add(blocks.next());
        }
        return first;
    }

    /** Always true. */
    @Override
    public boolean hasNext() {
        return true;
    }

    /** The next block; it cannot be changed. */
    @Override
    public List<Op> next() {
        if (soloBlocks.isEmpty() && (values.oneIn(60) || state.leafCount() > MAX_LEAVES)) {
            startAfresh();
        }
        List<Op> block = soloBlocks.isEmpty() ? mixedBlock() : soloBlocks.remove();
        block.forEach(state::apply);
        state.endBlock();
        return List.copyOf(block);
    }

    /** Deletes every account, then walks the account trie through its kinds of root or goes on as before. */
    private void startAfresh() {
        activeScripts.clear();
        List<Op> wipe = new ArrayList<>();
        state.accountKeys().forEach(accountKey -> wipe.add(new Op.DeleteAccount(accountKey)));
        soloBlocks.add(wipe);
        if (!values.oneIn(3)) {
            soloBlocks.addAll(AccountScripts.rootKinds(values));
        }
    }

    private List<Op> mixedBlock() {
        if (values.oneIn(15)) {
            return List.of();
        }
        List<List<Op>> parts = new ArrayList<>();
        // a script that ends in this block leaves its accounts to later blocks only
        Set<Bytes32> taken = accountsOfActiveScripts();
        if (activeScripts.size() < maxActiveScripts) {
            activeScripts.add(new ArrayDeque<>(values.oneOf(weightedScripts).apply(values)));
        }
        activeScripts.forEach(script -> parts.add(script.remove()));
        activeScripts.removeIf(Deque::isEmpty);
        if (values.oneIn(2)) {
            parts.addAll(strayParts(taken));
        }
        return shuffledTogether(parts);
    }

    private Set<Bytes32> accountsOfActiveScripts() {
        Set<Bytes32> accountKeys = new HashSet<>();
        activeScripts.forEach(script -> script.forEach(block -> block.forEach(op -> accountKeys.add(op.accountKey()))));
        return accountKeys;
    }

    /** Random operations on accounts that finished scripts have left behind. */
    private List<List<Op>> strayParts(Set<Bytes32> taken) {
        SortedSet<Bytes32> free = state.accountKeys();
        free.removeAll(taken);
        List<Bytes32> candidates = new ArrayList<>(free);
        List<List<Op>> parts = new ArrayList<>();
        for (int account = values.between(1, 6); account > 0 && !candidates.isEmpty(); account--) {
            Bytes32 accountKey = candidates.remove(random.nextInt(candidates.size()));
            parts.add(strayOps(accountKey));
        }
        return parts;
    }

    private List<Op> strayOps(Bytes32 accountKey) {
        ScriptedAccount script = new ScriptedAccount(values, accountKey).resume(state);
        for (int change = values.between(1, 5); change > 0; change--) {
            boolean hasSlots = !script.slots().isEmpty();
            switch (values.between(0, 9)) {
                case 0 -> script.delete();
                case 1, 2 -> script.put();
                case 3, 4 -> script.set(values.key(), values.value());
                case 5 -> script.clear(values.key());
                default -> {
                    Bytes32 slotKey = hasSlots ? script.anySlot() : values.key();
                    if (values.oneIn(2)) {
                        script.clear(slotKey);
                    } else {
                        script.set(slotKey, values.value());
                    }
                }
            }
        }
        return script.endBlock().blocks().getFirst();
    }

    /** All operations of all parts; those of one part stay in order. */
    private List<Op> shuffledTogether(List<List<Op>> parts) {
        List<Deque<Op>> left = new ArrayList<>();
        parts.forEach(part -> left.add(new ArrayDeque<>(part)));
        left.removeIf(Deque::isEmpty);
        List<Op> block = new ArrayList<>();
        while (!left.isEmpty()) {
            int part = random.nextInt(left.size());
            block.add(left.get(part).remove());
            if (left.get(part).isEmpty()) {
                left.remove(part);
            }
        }
        return block;
    }
}
