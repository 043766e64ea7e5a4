package dev.espalier.bench.dataset;

import dev.espalier.bench.dataset.StateOperation.DeleteAccount;
import dev.espalier.bench.dataset.StateOperation.SetAccount;
import dev.espalier.bench.dataset.StateOperation.SetSlot;
import dev.espalier.bench.json.JsonCursor;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads update vectors: a document of cases, each a list of batches with the root after each of them. */
final class VectorReader implements CaseReader {
    @Override
    public void read(JsonCursor cursor, CaseVisitor visitor) {
        cursor.nextRoot();
        cursor.enterObject();
        while (cursor.nextField()) {
            if (cursor.field().equals("vectors")) {
                cursor.enterArray();
                while (cursor.nextElement()) {
                    readVector(cursor, visitor);
                }
            } else {
                cursor.skip();
            }
        }
        cursor.expectEnd();
    }

    private static void readVector(JsonCursor cursor, CaseVisitor visitor) {
        int line = cursor.line();
        String name = "";
        List<BlockChange> batches = null;
        cursor.enterObject();
        while (cursor.nextField()) {
            switch (cursor.field()) {
                case "name" -> name = cursor.label();
                case "batches" -> batches = readBatches(cursor);
                default -> cursor.skip();
            }
        }
        List<BlockChange> blocks = cursor.require(batches, "batches", line);
        visitor.beginCase(CaseStart.atEmptyState(name, line));
        blocks.forEach(visitor::block);
        visitor.endCase(null);
    }

    private static List<BlockChange> readBatches(JsonCursor cursor) {
        List<BlockChange> batches = new ArrayList<>();
        cursor.enterArray();
        while (cursor.nextElement()) {
            batches.add(readBatch(cursor, batches.size() + 1));
        }
        return batches;
    }

    private static BlockChange readBatch(JsonCursor cursor, int position) {
        int line = cursor.line();
        Hash32 root = null;
        List<StateOperation> operations = null;
        cursor.enterObject();
        while (cursor.nextField()) {
            switch (cursor.field()) {
                case "root" -> root = cursor.hash();
                case "ops" -> operations = readOperations(cursor);
                default -> cursor.skip();
            }
        }
        return BlockChange.inOrder(
                "batch " + position,
                line,
                position,
                cursor.require(root, "root", line),
                cursor.require(operations, "ops", line));
    }

    private static List<StateOperation> readOperations(JsonCursor cursor) {
        List<StateOperation> operations = new ArrayList<>();
        cursor.enterArray();
        while (cursor.nextElement()) {
            operations.add(OperationFields.read(cursor).operation(cursor));
        }
        return operations;
    }

    /** The fields of an operation, of which each {@code op} needs its own. */
    private record OperationFields(
            int line,
            @Nullable String op,
            @Nullable Address address,
            @Nullable UInt256 balance,
            @Nullable Long nonce,
            @Nullable Hash32 codeHash,
            @Nullable UInt256 slot,
            @Nullable UInt256 value) {

        static OperationFields read(JsonCursor cursor) {
            int line = cursor.line();
            String op = null;
            Address address = null;
            UInt256 balance = null;
            Long nonce = null;
            Hash32 codeHash = null;
            UInt256 slot = null;
            UInt256 value = null;
            cursor.enterObject();
            while (cursor.nextField()) {
                switch (cursor.field()) {
                    case "op" -> op = cursor.label();
                    case "addr" -> address = cursor.address();
                    case "balance" -> balance = cursor.decimal();
                    case "nonce" -> nonce = cursor.unsigned64(cursor.decimal());
                    case "codeHash" -> codeHash = cursor.hash();
                    case "slot" -> slot = cursor.quantity();
                    case "value" -> value = cursor.quantity();
                    default -> cursor.skip();
                }
            }
            return new OperationFields(line, op, address, balance, nonce, codeHash, slot, value);
        }

        StateOperation operation(JsonCursor cursor) {
            Address account = cursor.require(address, "addr", line);
            return switch (cursor.require(op, "op", line)) {
                case "account" -> new SetAccount(account, cursor.require(balance, "balance", line), nonce, codeHash);
                case "delete" -> new DeleteAccount(account);
                case "storage" ->
                    new SetSlot(account, cursor.require(slot, "slot", line), cursor.require(value, "value", line));
                case "deleteStorage" -> new SetSlot(account, cursor.require(slot, "slot", line), UInt256.ZERO);
                default ->
                    throw cursor.damaged("field 'op': expected account, delete, storage or deleteStorage, found " + op);
            };
        }
    }
}
