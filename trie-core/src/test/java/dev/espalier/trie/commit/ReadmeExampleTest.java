package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.oracle.ReferenceFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README's example of embedding does what it says, and is what stands here. */
class ReadmeExampleTest {
    private static final String SOURCE = "trie-core/src/test/java/dev/espalier/trie/commit/ReadmeExampleTest.java";

    /** Two blocks, one on the other, and back to the first: its root is the oracle's. */
    @Test
    void exampleRunsAsWritten() {
        BlockId first = BlockId.of(Hash32.of(0, 0, 0, 1));
        BlockId second = BlockId.of(Hash32.of(0, 0, 0, 2));
        // README: begin
        Address owner = Address.fromHex("0x00000000000000000000000000000000000000aa");
        CommitmentTrie trie = CommitmentTrie.over(MemoryStore.create());
        try (UncommittedBlock block = trie.begin(BlockId.NONE)) {
            block.putAccount(owner, new Account(1, UInt256.of(1_000), Account.NO_CODE));
            block.putStorage(owner, UInt256.ONE, UInt256.of(42));
            block.seal(first); // ends writing; other blocks may begin on it
            try (UncommittedBlock child = trie.begin(first)) {
                child.putStorage(owner, UInt256.ONE, UInt256.ZERO); // deletes the slot
                child.seal(second);
                block.commit(block.stateRoot()); // a client gives the root in the header
                child.commit(child.stateRoot());
            }
        }
        trie.unwindTo(first); // a reorg
        try (TrieView view = trie.view(first)) {
            assert view.storage(owner, UInt256.ONE).equals(UInt256.of(42));
        }
        // README: end
        assertThat(trie.head()).isEqualTo(first);
        assertThat(trie.headRoot()).isEqualTo(oracleRootAfterFirst(owner));
        assertThat(trie.stats().commits()).isEqualTo(2);
        assertThat(trie.stats().unwinds()).isEqualTo(1);
        assertThat(trie.stats().openViews()).isZero();
    }

    private static Hash32 oracleRootAfterFirst(Address owner) {
        OracleState state = new OracleState();
        state.putAccountAt(owner.toBytes(), 1, BigInteger.valueOf(1_000), OracleState.EMPTY_CODE_HASH);
        state.putSlotAt(owner.toBytes(), UInt256.ONE.toBytes32(), BigInteger.valueOf(42));
        return Hash32.of(state.stateRoot().bytes());
    }

    @Test
    void readmeShowsTheLinesThatRun() throws IOException {
        String readme = between(read("README.md"), "```java\n", "```");
        String source = between(read(SOURCE), "// README: begin\n", "// README: end");
        assertThat(normalised(readme)).as("README.md, its java block").isEqualTo(normalised(source));
    }

    private static String read(String file) throws IOException {
        String root = System.getProperty(ReferenceFiles.ROOT_PROPERTY, "");
        assumeTrue(
                !root.isEmpty(), "system property " + ReferenceFiles.ROOT_PROPERTY + " is not set, it locates " + file);
        return Files.readString(Path.of(root, file));
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin);
        assertThat(from).as("place of %s", begin.strip()).isNotNegative();
        int to = text.indexOf(end, from + begin.length());
        assertThat(to).as("place of %s after it", end).isNotNegative();
        return text.substring(from + begin.length(), to);
    }

    private static String normalised(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
