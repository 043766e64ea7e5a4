package dev.espalier.trie.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Reads the operations of {@code vectors/commitment_vectors.json}. */
public final class CommitmentVectorOp {
    private CommitmentVectorOp() {}

    /**
     * Decodes one operation.
     *
     * @param before the state the operation meets: a nonce or code hash that is not given keeps its value
     * @throws IllegalArgumentException if the operation's kind is unknown
     */
    public static Op decode(JsonNode op, OracleState before) {
        Bytes32 accountKey = key(op, "addr");
        String kind = op.get("op").asText();
        return switch (kind) {
            case "account" -> account(op, accountKey, before.account(accountKey));
            case "delete" -> new Op.DeleteAccount(accountKey);
            case "storage" ->
                new Op.PutSlot(
                        accountKey,
                        key(op, "slot"),
                        new BigInteger(op.get("value").asText(), 16));
            case "deleteStorage" -> new Op.PutSlot(accountKey, key(op, "slot"), BigInteger.ZERO);
            default ->
                throw new IllegalArgumentException(
                        "op=" + kind + ", expected account, delete, storage or deleteStorage");
        };
    }

    private static Op account(JsonNode op, Bytes32 accountKey, @Nullable OracleAccount before) {
        long nonce = before == null ? 0 : before.nonce();
        if (op.has("nonce")) {
            nonce = Long.parseUnsignedLong(op.get("nonce").asText());
        }
        Bytes32 codeHash = before == null ? OracleState.EMPTY_CODE_HASH : before.codeHash();
        if (op.has("codeHash")) {
            codeHash = Bytes32.of(ReferenceFiles.bytes(op.get("codeHash").asText()));
        }
        return new Op.PutAccount(
                accountKey, nonce, new BigInteger(op.get("balance").asText()), codeHash);
    }

    private static Bytes32 key(JsonNode op, String field) {
        return Bytes32.hashOf(ReferenceFiles.bytes(op.get(field).asText()));
    }
}
