package dev.espalier.trie.commit;

import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random blocks over few accounts and slots, so that every block meets what others left: valid on any state, with keys
 * that share from none to 63 nibbles.
 */
public final class FewKeys {
    private static final int ACCOUNTS = 9;
    private static final int SLOTS = 11;
    private static final String ZEROS = "0".repeat(64);

    private FewKeys() {}

    /** Returns the operations of a block on a state, which is not changed. */
    public static List<Op> block(OracleState state, Random random) {
        OracleState draft = state.copy();
        List<Op> block = new ArrayList<>();
        for (int part = random.nextInt(7); part >= 0; part--) {
            List<Op> ops = ops(draft, key(random.nextInt(ACCOUNTS)), random);
            ops.forEach(draft::apply);
            block.addAll(ops);
        }
        return block;
    }

    private static List<Op> ops(OracleState state, Bytes32 account, Random random) {
        List<Op> ops = new ArrayList<>();
        int kind = random.nextInt(10);
        if (kind < 2) {
            ops.add(new Op.DeleteAccount(account));
        }
        if (kind == 1 || kind == 3 || (kind > 1 && state.account(account) == null)) {
            ops.add(new Op.PutAccount(
                    account, random.nextInt(3), BigInteger.valueOf(random.nextInt(300)), OracleState.EMPTY_CODE_HASH));
        }
        if (kind == 4) {
            for (int slot = 0; slot < SLOTS; slot++) {
                ops.add(new Op.PutSlot(account, key(slot), BigInteger.ZERO));
            }
        } else if (kind > 0 && kind != 3) {
            for (int writes = random.nextInt(6); writes > 0; writes--) {
                ops.add(new Op.PutSlot(account, key(random.nextInt(SLOTS)), value(random)));
            }
        }
        return ops;
    }

    private static BigInteger value(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> BigInteger.ZERO;
            case 1 -> new BigInteger(256, random).max(BigInteger.ONE);
            default -> BigInteger.valueOf(1 + random.nextInt(127));
        };
    }

    /** The first keys spread by their first nibble; each of the others shares more nibbles with key 0. */
    private static Bytes32 key(int index) {
        int shared = List.of(0, 0, 0, 1, 2, 30, 55, 57, 61, 62, 63).get(index);
        if (index == 0) {
            return new Bytes32(ZEROS);
        }
        return new Bytes32(ZEROS.substring(0, shared) + Character.forDigit(index, 16) + ZEROS.substring(shared + 1));
    }
}
