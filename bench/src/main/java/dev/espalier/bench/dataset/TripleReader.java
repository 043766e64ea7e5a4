package dev.espalier.bench.dataset;

import dev.espalier.bench.json.JsonCursor;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import java.util.Map;

/** Reads state triples, one a line: the state before is built as a block, the difference to the state after is one. */
final class TripleReader implements CaseReader {
    @Override
    public void read(JsonCursor cursor, CaseVisitor visitor) {
        while (cursor.nextRoot()) {
            readTriple(cursor, visitor);
        }
    }

    private static void readTriple(JsonCursor cursor, CaseVisitor visitor) {
        int line = cursor.line();
        String name = "";
        Hash32 rootBefore = null;
        Hash32 rootAfter = null;
        Map<Address, AccountState> before = null;
        Map<Address, AccountState> after = null;
        cursor.enterObject();
        while (cursor.nextField()) {
            switch (cursor.field()) {
                case "name" -> name = cursor.label();
                case "preRoot" -> rootBefore = cursor.hash();
                case "postRoot" -> rootAfter = cursor.hash();
                case "pre" -> before = AccountState.readState(cursor);
                case "post" -> after = AccountState.readState(cursor);
                default -> cursor.skip();
            }
        }
        Map<Address, AccountState> pre = cursor.require(before, "pre", line);
        Map<Address, AccountState> post = cursor.require(after, "post", line);
        Hash32 preRoot = cursor.require(rootBefore, "preRoot", line);
        Hash32 postRoot = cursor.require(rootAfter, "postRoot", line);
        visitor.beginCase(CaseStart.atEmptyState(name, line));
        visitor.block(BlockChange.inOrder("pre", line, 1, preRoot, AccountState.building(pre)));
        visitor.block(BlockChange.inOrder("post", line, 2, postRoot, StateDifference.between(pre, post)));
        visitor.endCase(null);
    }
}
