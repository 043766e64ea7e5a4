package dev.espalier.bench.dataset;

import dev.espalier.bench.dataset.StateOperation.DeleteAccount;
import dev.espalier.bench.json.JsonCursor;
import dev.espalier.bench.json.PrintableText;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a block of a chain: {@code {hash, parent, number, stateRoot, diff}}. */
final class BlockFields {
    private BlockFields() {}

    /** Reads the object that the cursor stands at. */
    static BlockChange read(JsonCursor cursor) {
        int line = cursor.line();
        String number = "";
        Hash32 hash = null;
        Hash32 parent = null;
        Hash32 root = null;
        List<StateOperation> operations = null;
        cursor.enterObject();
        while (cursor.nextField()) {
            switch (cursor.field()) {
                case "hash" -> hash = cursor.hash();
                case "parent" -> parent = cursor.hash();
                case "number" -> number = " " + PrintableText.clipped(cursor.scalar());
                case "stateRoot" -> root = cursor.hash();
                case "diff" -> operations = readDiff(cursor);
                default -> cursor.skip();
            }
        }
        Hash32 identity = cursor.require(hash, "hash", line);
        return new BlockChange(
                "block" + number + " " + identity,
                line,
                identity,
                cursor.require(parent, "parent", line),
                cursor.require(root, "stateRoot", line),
                cursor.require(operations, "diff", line));
    }

    /** Reads changes against the parent's state by address; null deletes the account with its storage. */
    private static List<StateOperation> readDiff(JsonCursor cursor) {
        List<StateOperation> operations = new ArrayList<>();
        Set<Address> addresses = new HashSet<>();
        cursor.enterObject();
        while (cursor.nextField()) {
            Address address = cursor.addressKey();
            if (!addresses.add(address)) {
                throw cursor.repeated("account");
            }
            if (cursor.isNull()) {
                operations.add(new DeleteAccount(address));
            } else {
                AccountState.readChanged(cursor).addTo(operations, address);
            }
        }
        return operations;
    }
}
