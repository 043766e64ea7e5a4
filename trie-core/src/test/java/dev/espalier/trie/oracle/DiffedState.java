package dev.espalier.trie.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.Map;

/** Plays JSON states and differences of states, as {@link ReferenceFiles} has them, into an {@link OracleState}. */
public final class DiffedState {
    private DiffedState() {}

    /**
     * Applies a state to an empty one, or a difference to its parent's state. A field that is not there keeps its
     * value; an account that is JSON null is deleted; a slot of zero is cleared.
     *
     * @param accounts by address: {@code balance}, {@code nonce}, {@code code} or {@code codeHash}, {@code storage}
     */
    public static void apply(OracleState state, JsonNode accounts) {
        for (Map.Entry<String, JsonNode> field : accounts.properties()) {
            Bytes32 accountKey = Bytes32.hashOf(ReferenceFiles.bytes(field.getKey()));
            if (field.getValue().isNull()) {
                state.deleteAccount(accountKey);
            } else {
                applyAccount(state, accountKey, field.getValue());
            }
        }
        state.endBlock();
    }

    private static void applyAccount(OracleState state, Bytes32 accountKey, JsonNode account) {
        OracleAccount before = state.account(accountKey);
        long nonce = before == null ? 0 : before.nonce();
        BigInteger balance = before == null ? BigInteger.ZERO : before.balance();
        Bytes32 codeHash = before == null ? OracleState.EMPTY_CODE_HASH : before.codeHash();
        if (account.has("nonce")) {
            nonce = Long.parseUnsignedLong(account.get("nonce").asText().substring(2), 16);
        }
        if (account.has("balance")) {
            balance = ReferenceFiles.quantity(account.get("balance"));
        }
        if (account.has("codeHash")) {
            codeHash = Bytes32.of(ReferenceFiles.bytes(account.get("codeHash").asText()));
        } else if (account.has("code")) {
            codeHash = Bytes32.hashOf(ReferenceFiles.bytes(account.get("code").asText()));
        }
        state.putAccount(accountKey, nonce, balance, codeHash);
        if (account.has("storage")) {
            account.get("storage").properties().forEach(slot -> {
                Bytes32 slotKey = Bytes32.hashOf(ReferenceFiles.bytes(slot.getKey()));
                state.putSlot(accountKey, slotKey, ReferenceFiles.quantity(slot.getValue()));
            });
        }
    }
}
