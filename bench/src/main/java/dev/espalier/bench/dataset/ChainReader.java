package dev.espalier.bench.dataset;

import dev.espalier.bench.json.JsonCursor;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads trees of blocks, one tree a line: {@code {name, genesis, blocks, head}}, blocks in the order of import. */
final class ChainReader implements CaseReader {
    @Override
    public void read(JsonCursor cursor, CaseVisitor visitor) {
        while (cursor.nextRoot()) {
            readChain(cursor, visitor);
        }
    }

    private static void readChain(JsonCursor cursor, CaseVisitor visitor) {
        int line = cursor.line();
        String name = "";
        Genesis genesis = null;
        List<BlockChange> blocks = null;
        Hash32 head = null;
        cursor.enterObject();
        while (cursor.nextField()) {
            switch (cursor.field()) {
                case "name" -> name = cursor.label();
                case "genesis" -> genesis = Genesis.read(cursor);
                case "blocks" -> blocks = readBlocks(cursor);
                case "head" -> head = cursor.hash();
                default -> cursor.skip();
            }
        }
        Genesis start = cursor.require(genesis, "genesis", line);
        List<BlockChange> following = cursor.require(blocks, "blocks", line);
        visitor.beginCase(CaseStart.atEmptyState(name, line));
        visitor.block(start.block(following));
        following.forEach(visitor::block);
        visitor.endCase(head);
    }

    private static List<BlockChange> readBlocks(JsonCursor cursor) {
        List<BlockChange> blocks = new ArrayList<>();
        cursor.enterArray();
        while (cursor.nextElement()) {
            blocks.add(BlockFields.read(cursor));
        }
        return blocks;
    }

    /** The state that a chain begins with; without a hash of its own it is what the first block calls its parent. */
    private record Genesis(int line, @Nullable Hash32 hash, Hash32 root, List<StateOperation> operations) {
        static Genesis read(JsonCursor cursor) {
            int line = cursor.line();
            Hash32 hash = null;
            Hash32 root = null;
            Map<Address, AccountState> accounts = null;
            cursor.enterObject();
            while (cursor.nextField()) {
                switch (cursor.field()) {
                    case "hash" -> hash = cursor.hash();
                    case "stateRoot" -> root = cursor.hash();
                    case "accounts" -> accounts = AccountState.readState(cursor);
                    default -> cursor.skip();
                }
            }
            return new Genesis(
                    line,
                    hash,
                    cursor.require(root, "genesis.stateRoot", line),
                    AccountState.building(cursor.require(accounts, "genesis.accounts", line)));
        }

        BlockChange block(List<BlockChange> following) {
            Hash32 calledByFirst = following.isEmpty()
                    ? BlockChange.positionHash(1)
                    : following.getFirst().parent();
            return new BlockChange("genesis", line, hash == null ? calledByFirst : hash, Hash32.ZERO, root, operations);
        }
    }
}
