package dev.espalier.trie.oracle;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Scripts about accounts that come and go; each returns blocks that are valid on a state without its accounts. */
final class AccountScripts {
    /** What an account may meet in one block: put, delete, set a slot, clear a slot. */
    private static final String KINDS = "PDSZ";

    private static final List<String> SHORT_ORDERS = orders(3);
    private static final List<String> ORDERS = orders(5);

    private AccountScripts() {}

    /** Every sequence of operations up to a length. */
    private static List<String> orders(int maxLength) {
        List<String> all = new ArrayList<>();
        List<String> shorter = List.of("");
        for (int length = 1; length <= maxLength; length++) {
            List<String> longer = new ArrayList<>();
            for (String order : shorter) {
                for (int kind = 0; kind < KINDS.length(); kind++) {
                    longer.add(order + KINDS.charAt(kind));
                }
            }
            all.addAll(longer);
            shorter = longer;
        }
        return all;
    }

    /** Puts, deletes and slot writes of one account in one block, in every order, on every kind of account. */
    static List<List<Op>> orderedOps(ShapedValues values) {
        List<ScriptedAccount> scripts = new ArrayList<>();
        for (int account = values.between(8, 24); account > 0; account--) {
            ScriptedAccount script = new ScriptedAccount(values, values.key());
            List<Bytes32> slots = new ArrayList<>(List.of(values.key()));
            slots.add(values.sharing(slots.getFirst(), values.between(0, 63)));
            switch (values.between(0, 2)) {
                case 0 -> {}
                case 1 -> script.put();
                default -> script.put().moveTo(new TreeSet<>(slots), values.oneIn(2));
            }
            script.endBlock();
            for (int block = values.between(1, 4); block > 0; block--) {
                List<String> orders = values.oneIn(3) ? ORDERS : SHORT_ORDERS;
                for (char kind : values.oneOf(orders).toCharArray()) {
                    play(kind, script, values.oneOf(slots), values);
                }
                script.endBlock();
            }
            scripts.add(script);
        }
        return together(scripts);
    }

    private static void play(char kind, ScriptedAccount script, Bytes32 slotKey, ShapedValues values) {
        switch (kind) {
            case 'P' -> script.put();
            case 'D' -> script.delete();
            case 'S' -> script.set(slotKey, values.value());
            case 'Z' -> script.clear(slotKey);
            default -> throw new IllegalArgumentException("kind=" + kind + ", expected one of " + KINDS);
        }
    }

    /** An account deleted in one block and created anew in a later one, with and without storage on both sides. */
    static List<List<Op>> recreation(ShapedValues values) {
        ScriptedAccount script = new ScriptedAccount(values, values.key());
        List<Bytes32> slots = StorageScripts.rootUniverse(values);
        for (int round = values.between(2, 4); round > 0; round--) {
            script.put();
            if (!values.oneIn(3)) {
                script.moveTo(
                        StorageScripts.keysOfRoot(values.oneOf(List.of(RootKind.values())), slots, values), false);
            }
            script.endBlock().delete();
            for (int gap = values.between(1, 3); gap > 0; gap--) {
                script.endBlock();
            }
        }
        return script.blocks();
    }

    /** Slots cleared one by one or at once, then the account deleted, then created anew at once or later. */
    static List<List<Op>> emptiedThenWiped(ShapedValues values) {
        ScriptedAccount script = new ScriptedAccount(values, values.key());
        for (int round = values.between(1, 3); round > 0; round--) {
            script.put();
            Bytes32 first = values.key();
            script.set(first, values.value());
            for (int i = values.between(0, 3); i > 0; i--) {
                script.set(values.sharing(first, values.between(0, 63)), values.tinyValue());
            }
            script.endBlock();
            boolean oneByOne = values.oneIn(2);
            for (Bytes32 slotKey : script.slots()) {
                script.clear(slotKey);
                if (oneByOne) {
                    script.endBlock();
                }
            }
            script.endBlock().delete();
            if (values.oneIn(2)) {
                script.endBlock();
            }
            script.put();
            if (values.oneIn(2)) {
                script.set(first, values.value());
            }
            script.endBlock();
        }
        return script.blocks();
    }

    /** Numbers at the boundaries of RLP in every field. */
    static List<List<Op>> boundaryNumbers(ShapedValues values) {
        List<ScriptedAccount> scripts = new ArrayList<>();
        for (long nonce : ShapedValues.NONCES) {
            ScriptedAccount script = new ScriptedAccount(values, values.key());
            for (int block = 0; block < 2; block++) {
                script.put(nonce, values.oneOf(ShapedValues.BALANCES), values.codeHash());
                script.set(values.key(), values.oneOf(ShapedValues.VALUES)).endBlock();
            }
            scripts.add(script);
        }
        return together(scripts);
    }

    /** Accounts that share 1 to 63 nibbles with one of them and come and go, with and without storage. */
    static List<List<Op>> sharedPrefixes(ShapedValues values) {
        List<Bytes32> universe = new ArrayList<>(List.of(values.key()));
        for (int i = values.between(3, 12); i > 0; i--) {
            universe.add(values.sharing(values.oneOf(universe), values.between(1, 63)));
        }
        List<ScriptedAccount> scripts = new ArrayList<>();
        int blocks = values.between(4, 10);
        for (Bytes32 accountKey : new TreeSet<>(universe)) {
            ScriptedAccount script = new ScriptedAccount(values, accountKey);
            for (int block = 0; block < blocks; block++) {
                switch (values.between(0, 4)) {
                    case 0 -> script.delete();
                    case 1 -> script.put().set(values.key(), values.value());
                    case 2 -> {}
                    default -> script.put();
                }
                script.endBlock();
            }
            scripts.add(script);
        }
        return together(scripts);
    }

    /** Accounts without storage and accounts that are empty, which gain and lose what they lack. */
    static List<List<Op>> bareAccounts(ShapedValues values) {
        List<ScriptedAccount> scripts = new ArrayList<>();
        for (int account = values.between(1, 6); account > 0; account--) {
            ScriptedAccount script = new ScriptedAccount(values, values.key());
            script.put(0, BigInteger.ZERO, OracleState.EMPTY_CODE_HASH).endBlock();
            Bytes32 slotKey = values.key();
            for (int block = values.between(2, 5); block > 0; block--) {
                switch (values.between(0, 3)) {
                    case 0 -> script.put();
                    case 1 -> script.put(0, BigInteger.ZERO, OracleState.EMPTY_CODE_HASH);
                    case 2 -> script.put().set(slotKey, values.value());
                    default -> script.put().clear(slotKey);
                }
                script.endBlock();
            }
            scripts.add(script);
        }
        return together(scripts);
    }

    /**
     * One block of 300 to 2,000 operations over many accounts, a second one over the same, and a third that deletes
     * some.
     */
    static List<List<Op>> largeBatches(ShapedValues values) {
        List<ScriptedAccount> scripts = new ArrayList<>();
        int slotsEach = values.between(0, 4);
        int ops = values.between(300, 2000);
        for (int account = ops / (slotsEach + 1) + 1; account > 0; account--) {
            ScriptedAccount script = new ScriptedAccount(values, values.key());
            for (int block = 0; block < 2; block++) {
                script.put();
                for (int slot = 0; slot < slotsEach; slot++) {
                    script.set(values.key(), values.value());
                }
                script.endBlock();
            }
            if (!values.oneIn(4)) {
                script.delete();
            }
            scripts.add(script.endBlock());
        }
        return together(scripts);
    }

    /**
     * Accounts over which the account trie's root becomes empty, a leaf, an extension and a branch in random turn.
     * Valid on an empty state and alone.
     */
    static List<List<Op>> rootKinds(ShapedValues values) {
        List<Bytes32> universe = StorageScripts.rootUniverse(values);
        SortedMap<Bytes32, ScriptedAccount> scripts = new TreeMap<>();
        universe.forEach(accountKey -> scripts.put(accountKey, new ScriptedAccount(values, accountKey)));
        for (int block = values.between(8, 20); block > 0; block--) {
            RootKind kind = values.oneOf(List.of(RootKind.values()));
            Set<Bytes32> present = StorageScripts.keysOfRoot(kind, universe, values);
            scripts.forEach((accountKey, script) -> {
                if (!present.contains(accountKey)) {
                    script.delete();
                } else if (values.oneIn(4)) {
                    script.put().set(values.key(), values.value());
                } else {
                    script.put();
                }
                script.endBlock();
            });
        }
        return together(List.copyOf(scripts.values()));
    }

    /** The scripts side by side: the first blocks of all are one block, and so on. */
    private static List<List<Op>> together(List<ScriptedAccount> scripts) {
        List<List<Op>> blocks = new ArrayList<>();
        for (ScriptedAccount script : scripts) {
            for (int i = 0; i < script.blocks().size(); i++) {
                if (i == blocks.size()) {
                    blocks.add(new ArrayList<>());
                }
                blocks.get(i).addAll(script.blocks().get(i));
            }
        }
        return blocks;
    }
}
