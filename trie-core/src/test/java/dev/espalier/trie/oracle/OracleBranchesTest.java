package dev.espalier.trie.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** The enumerated branch nodes alone give back the root: each is hashed again from the refs that stand in it. */
class OracleBranchesTest {
    @Test
    void branchesOfShapedStatesGiveBackTheirRoots() {
        for (long seed = 0; seed < 12; seed++) {
            OracleState state = new OracleState();
            for (List<Op> block : ShapedBlocks.first(30, seed)) {
                state.applyBlock(block);
            }
            OracleState.Branches branches = state.branches();
            assertRoot(branches.accountTrie(), state.stateRoot());
            branches.storageTries().forEach((accountKey, trie) -> assertRoot(trie, state.storageRoot(accountKey)));
        }
    }

    private static void assertRoot(SortedMap<String, OracleBranch> branches, Bytes32 root) {
        if (branches.isEmpty()) {
            return;
        }
        branches.forEach((path, branch) -> {
            assertThat(branch.path()).isEqualTo(path);
            assertThat(branch.childCount()).isGreaterThanOrEqualTo(2);
            for (int nibble = 0; nibble < OracleBranch.WIDTH; nibble++) {
                assertChild(
                        path + Integer.toHexString(nibble), branch.children().get(nibble), branches);
            }
        });
        // the path of a branch node is a prefix of those below it, so the topmost sorts first
        Map.Entry<String, OracleBranch> top = branches.firstEntry();
        byte[] rlp = rlp(top.getValue());
        byte[] rootRlp = top.getKey().isEmpty() ? rlp : extensionRlp(top.getKey(), rlp);
        assertThat(Bytes32.hashOf(rootRlp)).isEqualTo(root);
    }

    private static void assertChild(String path, OracleBranch.Child child, Map<String, OracleBranch> branches) {
        switch (child) {
            case OracleBranch.Absent() ->
                assertThat(branches.keySet()).noneMatch(branchPath -> branchPath.startsWith(path));
            case OracleBranch.Leaf(var rest, var ref) -> {
                assertThat(rest).hasSize(ShapedValues.KEY_NIBBLES - path.length());
                assertThat(ref.bytes().length).isLessThanOrEqualTo(OracleTrie.HASH_BYTES);
            }
            case OracleBranch.Branch(var extension, var ref, var branchRef) -> {
                OracleBranch below = Objects.requireNonNull(branches.get(path + extension), path);
                byte[] rlp = rlp(below);
                assertThat(branchRef.bytes()).isEqualTo(refBytes(rlp));
                assertThat(ref.bytes()).isEqualTo(refBytes(extension.isEmpty() ? rlp : extensionRlp(extension, rlp)));
            }
        }
    }

    private static byte[] rlp(OracleBranch branch) {
        List<byte[]> items = new ArrayList<>();
        for (OracleBranch.Child child : branch.children()) {
            items.add(
                    switch (child) {
                        case OracleBranch.Absent() -> Rlp.string(new byte[0]);
                        case OracleBranch.Leaf(var rest, var ref) -> inParent(ref.bytes());
                        case OracleBranch.Branch(var extension, var ref, var branchRef) -> inParent(ref.bytes());
                    });
        }
        items.add(Rlp.string(new byte[0]));
        return Rlp.list(items);
    }

    private static byte[] extensionRlp(String extension, byte[] branchRlp) {
        byte[] path = Rlp.string(Nibbles.hexPrefix(extension, false));
        return Rlp.list(List.of(path, inParent(refBytes(branchRlp))));
    }

    private static byte[] refBytes(byte[] rlp) {
        return rlp.length < OracleTrie.HASH_BYTES ? rlp : Keccak.keccak256(rlp);
    }

    private static byte[] inParent(byte[] ref) {
        return ref.length < OracleTrie.HASH_BYTES ? ref : Rlp.string(ref);
    }
}
