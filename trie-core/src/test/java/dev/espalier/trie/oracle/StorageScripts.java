package dev.espalier.trie.oracle;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Scripts about the storage trie of one account; each returns blocks that are valid on a state without the account. */
final class StorageScripts {
    private StorageScripts() {}

    /** One account with many slots, a few of them changed a block, then most of them cleared. */
    static List<List<Op>> denseAccount(ShapedValues values) {
        ScriptedAccount script = new ScriptedAccount(values, values.key()).put();
        int count = values.between(250, 900);
        for (int i = 0; i < count; i++) {
            script.set(values.key(), values.value());
        }
        script.endBlock();
        for (int block = values.between(2, 6); block > 0; block--) {
            for (int change = values.between(1, 12); change > 0; change--) {
                changeOneSlot(values, script);
            }
            script.endBlock();
        }
        List<Bytes32> slots = List.copyOf(script.slots());
        int kept = values.between(0, 3);
        slots.subList(kept, slots.size()).forEach(script::clear);
        return script.endBlock().blocks();
    }

    private static void changeOneSlot(ShapedValues values, ScriptedAccount script) {
        Bytes32 slotKey = script.anySlot();
        switch (values.between(0, 3)) {
            case 0 -> script.clear(slotKey);
            case 1 -> script.set(values.key(), values.value());
            case 2 -> script.set(values.sharing(slotKey, values.between(1, 63)), values.tinyValue());
            default -> script.set(slotKey, values.value());
        }
    }

    /** Slots that share 1 to 63 nibbles with one of them, one-byte values, other subsets of them in each block. */
    static List<List<Op>> sharedPrefixes(ShapedValues values) {
        Bytes32 base = values.key();
        List<Bytes32> universe = new ArrayList<>(List.of(base, values.sharing(base, 63)));
        for (int i = values.between(3, 24); i > 0; i--) {
            universe.add(values.sharing(values.oneOf(universe), values.between(1, 63)));
        }
        return subsets(values, universe, values.between(4, 10), true);
    }

    /**
     * Slots that share 56 or more nibbles, with values so small that leaf, branch and extension nodes are embedded;
     * with and without slots outside of the crowd, and with values that grow and shrink so that nodes stop being
     * embedded.
     */
    static List<List<Op>> embeddedNodes(ShapedValues values) {
        Bytes32 base = values.key();
        int fork = values.between(ShapedValues.EMBEDDED_BRANCH_NIBBLES, 63);
        List<Bytes32> universe = new ArrayList<>(List.of(base));
        for (int i = values.between(1, 7); i > 0; i--) {
            universe.add(values.sharing(base, values.oneIn(3) ? values.between(fork, 63) : fork));
        }
        if (values.oneIn(2)) {
            universe.add(values.sharing(base, fork - 1));
        }
        if (values.oneIn(2)) {
            universe.add(values.sharing(base, values.between(fork - 12, fork - 2)));
        }
        if (values.oneIn(2)) {
            universe.add(values.sharing(base, values.between(0, 20)));
        }
        return subsets(values, universe, values.between(6, 14), values.oneIn(2));
    }

    /** Walks between random subsets of the slots, the whole and the empty one among them. */
    private static List<List<Op>> subsets(ShapedValues values, List<Bytes32> universe, int blocks, boolean allTiny) {
        ScriptedAccount script = new ScriptedAccount(values, values.key()).put();
        script.moveTo(new TreeSet<>(universe), true).endBlock();
        for (int block = 0; block < blocks; block++) {
            int keptInTen = values.oneIn(8) ? 0 : values.between(1, 10);
            SortedSet<Bytes32> target = new TreeSet<>();
            for (Bytes32 slotKey : universe) {
                if (values.between(1, 10) <= keptInTen) {
                    target.add(slotKey);
                }
            }
            script.moveTo(target, allTiny || values.oneIn(2)).endBlock();
        }
        return script.blocks();
    }

    /** A storage trie whose root becomes empty, a leaf, an extension and a branch in random turn. */
    static List<List<Op>> rootKinds(ShapedValues values) {
        ScriptedAccount script = new ScriptedAccount(values, values.key()).put().endBlock();
        List<Bytes32> universe = rootUniverse(values);
        for (int block = values.between(8, 20); block > 0; block--) {
            RootKind kind = values.oneOf(List.of(RootKind.values()));
            if (kind == RootKind.EMPTY && values.oneIn(4)) {
                script.delete().put();
            }
            script.moveTo(keysOfRoot(kind, universe, values), values.oneIn(2)).endBlock();
        }
        return script.blocks();
    }

    /** Keys of which the first few share their first nibble, and the others do not. */
    static List<Bytes32> rootUniverse(ShapedValues values) {
        Bytes32 base = values.key();
        List<Bytes32> universe = new ArrayList<>(List.of(base));
        for (int nibbles : List.of(63, values.between(40, 62), values.between(2, 39), 1)) {
            universe.add(values.sharing(base, nibbles));
        }
        for (int i = 0; i < 3; i++) {
            universe.add(values.sharing(base, 0));
        }
        return universe;
    }

    /** Keys from {@link #rootUniverse} over which a trie has that kind of root. */
    static SortedSet<Bytes32> keysOfRoot(RootKind kind, List<Bytes32> universe, ShapedValues values) {
        SortedSet<Bytes32> keys = new TreeSet<>();
        int crowd = universe.size() - 3;
        switch (kind) {
            case EMPTY -> {}
            case LEAF -> keys.add(values.oneOf(universe));
            case EXTENSION -> {
                keys.add(universe.getFirst());
                for (int i = values.between(1, crowd - 1); i > 0; i--) {
                    keys.add(universe.get(values.between(1, crowd - 1)));
                }
            }
            case BRANCH -> {
                keys.add(universe.get(values.between(0, crowd - 1)));
                for (int i = values.between(1, 4); i > 0; i--) {
                    keys.add(universe.get(values.between(0, universe.size() - 1)));
                }
                keys.add(universe.get(values.between(crowd, universe.size() - 1)));
            }
        }
        return keys;
    }

    /** Writes that change nothing, and pairs of writes that cancel out. */
    static List<List<Op>> noOps(ShapedValues values) {
        ScriptedAccount script = new ScriptedAccount(values, values.key());
        long nonce = values.nonce();
        BigInteger balance = values.balance();
        Bytes32 codeHash = values.codeHash();
        script.clear(values.key()).endBlock();
        script.put(nonce, balance, codeHash);
        for (int i = values.between(1, 5); i > 0; i--) {
            script.set(values.key(), values.value());
        }
        script.endBlock();
        for (int block = values.between(5, 10); block > 0; block--) {
            Bytes32 present = script.anySlot();
            Bytes32 absent = values.sharing(present, values.between(0, 63));
            BigInteger value = script.value(present);
            switch (values.between(0, 6)) {
                case 0 -> script.set(present, value);
                case 1 -> script.put(nonce, balance, codeHash);
                case 2 -> script.clear(absent);
                case 3 -> script.set(absent, values.value()).clear(absent);
                case 4 -> script.clear(present).set(present, value);
                case 5 -> script.set(present, values.value()).set(present, value);
                default ->
                    script.clear(absent).clear(absent).set(present, value).put(nonce, balance, codeHash);
            }
            script.endBlock();
        }
        return script.blocks();
    }
}
