package dev.espalier.bench.dataset;

import dev.espalier.bench.dataset.CaseStart.StartState;
import dev.espalier.bench.json.JsonCursor;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a chain with one block a line after a first line that says where it starts: {@code {startRoot, startHash}} for a
 * state that another file ends with, {@code {startRoot, accounts}} for a state of its own.
 */
final class BlockLinesReader implements CaseReader {
    @Override
    public void read(JsonCursor cursor, CaseVisitor visitor) {
        cursor.nextRoot();
        FirstLine start = FirstLine.read(cursor);
        BlockChange block = cursor.nextRoot() ? BlockFields.read(cursor) : null;
        start.begin(block, visitor);
        while (block != null) {
            visitor.block(block);
            block = cursor.nextRoot() ? BlockFields.read(cursor) : null;
        }
        visitor.endCase(null);
    }

    private record FirstLine(
            String name,
            int line,
            Hash32 startRoot,
            @Nullable Hash32 startHash,
            @Nullable List<StateOperation> operations) {

        static FirstLine read(JsonCursor cursor) {
            int line = cursor.line();
            String name = "";
            Hash32 root = null;
            Hash32 hash = null;
            Map<Address, AccountState> accounts = null;
            cursor.enterObject();
            while (cursor.nextField()) {
                switch (cursor.field()) {
                    case "name" -> name = cursor.label();
                    case "startRoot" -> root = cursor.hash();
                    case "startHash" -> hash = cursor.hash();
                    case "accounts" -> accounts = AccountState.readState(cursor);
                    default -> cursor.skip();
                }
            }
            return new FirstLine(
                    name,
                    line,
                    cursor.require(root, "startRoot", line),
                    hash,
                    accounts == null ? null : AccountState.building(accounts));
        }

        void begin(@Nullable BlockChange firstBlock, CaseVisitor visitor) {
            Hash32 calledByFirst = firstBlock == null ? BlockChange.positionHash(1) : firstBlock.parent();
            Hash32 hash = startHash == null ? calledByFirst : startHash;
            if (operations == null) {
                visitor.beginCase(new CaseStart(name, line, CaseStart.Leaves.STATE, new StartState(startRoot, hash)));
                return;
            }
            visitor.beginCase(CaseStart.atEmptyState(name, line));
            visitor.block(new BlockChange("start", line, hash, Hash32.ZERO, startRoot, operations));
        }
    }
}
