package dev.espalier.warmer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.oracle.ReferenceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The README's example of a warmer does what it says, and is what stands here. */
@Timeout(30)
class ReadmeExampleTest {
    private static final String SOURCE = "warmer/src/test/java/dev/espalier/warmer/ReadmeExampleTest.java";

    @Test
    void exampleRunsAsWritten() {
        SlotState state = new SlotState();
        CommitmentTrie trie = state.trie();
        Address owner = SlotState.OWNER;
        UInt256 slot = UInt256.ONE;
        UInt256 value = UInt256.of(7_000);
        Hash32 expected = state.rootWithout(1, 2, 7_000);
        byte[] rlp = {(byte) 0xC0};
        WarmerReport[] reports = new WarmerReport[1];
        // README: begin
        Warmer warmer = Warmer.create(WarmerOptions.defaults()); // one for all blocks
        try (UncommittedBlock block = trie.begin(trie.head());
                BlockWarmer warm = warmer.begin(block)) {
            warm.prefetch(BlockAccessList.decode(rlp)); // if the block came with its access list (EIP-7928)
            warm.touch(owner, slot); // from the EVM's tracer, as soon as a write is certain
            block.putStorage(owner, slot, value);
            warm.awaitDrain(); // before the root
            Hash32 root = block.stateRoot();
            // README: end
            assertThat(root).isEqualTo(expected);
            reports[0] = warm.report();
        }
        warmer.close();
        assertThat(reports[0].warmed() + reports[0].dropped()).isEqualTo(1);
        assertThat(trie.stats().openViews()).isZero();
    }

    @Test
    void readmeShowsTheLinesThatRun() throws IOException {
        String readme = read("README.md");
        String shown = between(readme.substring(readme.indexOf("### A warmer beside")), "```java\n", "```");
        String source = between(read(SOURCE), "// README: begin\n", "// README: end");
        assertThat(normalised(shown)).as("README.md, its java block").isEqualTo(normalised(source + " }"));
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
