package dev.espalier.bench.dataset;

import dev.espalier.bench.dataset.StateOperation.LeafBytes;
import dev.espalier.bench.dataset.StateOperation.SetLeaf;
import dev.espalier.bench.json.JsonCursor;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.hash.Keccak256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads ethereum/tests TrieTests: an object of cases {@code {in, root}}, where {@code in} is an object or a list of
 * pairs of key and value; a value that is null or empty removes the key. Texts that begin with {@code 0x} are hex.
 */
final class TrieTestReader implements CaseReader {
    private static final String RAW_KEYS = "raw keys, the engine's keys have 64 nibbles";
    private static final LeafBytes NO_BYTES = new LeafBytes(new byte[0]);

    private final boolean hashedKeys;

    private TrieTestReader(boolean hashedKeys) {
        this.hashedKeys = hashedKeys;
    }

    static CaseReader hashed() {
        return new TrieTestReader(true);
    }

    static CaseReader raw() {
        return new TrieTestReader(false);
    }

    @Override
    public void read(JsonCursor cursor, CaseVisitor visitor) {
        cursor.nextRoot();
        cursor.enterObject();
        while (cursor.nextField()) {
            readCase(cursor, visitor);
        }
        cursor.expectEnd();
    }

    private void readCase(JsonCursor cursor, CaseVisitor visitor) {
        String name = cursor.fieldLabel();
        int line = cursor.line();
        List<StateOperation> operations = null;
        Hash32 root = null;
        cursor.enterObject();
        while (cursor.nextField()) {
            switch (cursor.field()) {
                case "in" -> operations = readPairs(cursor);
                case "root" -> root = cursor.hash();
                default -> cursor.skip();
            }
        }
        List<StateOperation> writes = cursor.require(operations, "in", line);
        Hash32 expected = cursor.require(root, "root", line);
        if (hashedKeys) {
            visitor.beginCase(new CaseStart(name, line, CaseStart.Leaves.RAW, null));
            visitor.block(BlockChange.inOrder("root", line, 1, expected, writes));
            visitor.endCase(null);
        } else {
            visitor.skipped(RAW_KEYS);
        }
    }

    private static List<StateOperation> readPairs(JsonCursor cursor) {
        List<StateOperation> operations = new ArrayList<>();
        if (cursor.isObject()) {
            cursor.enterObject();
            while (cursor.nextField()) {
                operations.add(write(cursor, cursor.field()));
            }
            return operations;
        }
        cursor.enterArray();
        while (cursor.nextElement()) {
            operations.add(readPair(cursor));
        }
        return operations;
    }

    private static StateOperation readPair(JsonCursor cursor) {
        cursor.enterArray();
        if (!cursor.nextElement()) {
            throw cursor.damaged("expected a pair of key and value, found an empty array");
        }
        String key = cursor.text();
        if (!cursor.nextElement()) {
            throw cursor.damaged("expected a pair of key and value, found a key alone");
        }
        StateOperation operation = write(cursor, key);
        if (cursor.nextElement()) {
            throw cursor.damaged("expected a pair of key and value, found more than two");
        }
        return operation;
    }

    private static StateOperation write(JsonCursor cursor, String key) {
        LeafBytes value = cursor.isNull() ? NO_BYTES : new LeafBytes(textBytes(cursor, cursor.text()));
        return new SetLeaf(Keccak256.hash32(textBytes(cursor, key)), value);
    }

    private static byte[] textBytes(JsonCursor cursor, String text) {
        return text.startsWith("0x")
                ? cursor.parsed("bytes in hex", text, JsonCursor::hexBytes)
                : text.getBytes(StandardCharsets.UTF_8);
    }
}
