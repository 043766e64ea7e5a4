package dev.espalier.bench.dataset;

import dev.espalier.bench.json.JsonCursor;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import java.util.List;
import java.util.Map;

/** Reads a genesis state: one case, one block, one root. */
final class GenesisReader implements CaseReader {
    @Override
    public void read(JsonCursor cursor, CaseVisitor visitor) {
        cursor.nextRoot();
        int line = cursor.line();
        String name = "";
        Hash32 root = null;
        Hash32 hash = null;
        Map<Address, AccountState> accounts = null;
        cursor.enterObject();
        while (cursor.nextField()) {
            switch (cursor.field()) {
                case "name" -> name = cursor.label();
                case "stateRoot" -> root = cursor.hash();
                case "genesisBlockHash" -> hash = cursor.hash();
                case "accounts" -> accounts = AccountState.readState(cursor);
                default -> cursor.skip();
            }
        }
        cursor.expectEnd();
        List<StateOperation> operations = AccountState.building(cursor.require(accounts, "accounts", line));
        Hash32 identity = hash == null ? BlockChange.positionHash(1) : hash;
        visitor.beginCase(CaseStart.atEmptyState(name, line));
        visitor.block(new BlockChange(
                "genesis", line, identity, Hash32.ZERO, cursor.require(root, "stateRoot", line), operations));
        visitor.endCase(null);
    }
}
