package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Readers of one version, while commits, unwinds, flushes and merges make others. H07, H08, H44, H54. */
@Timeout(120)
class ReadersTest {
    private static final String CHOSEN = "dev.espalier.reorg.Setting#chosen";

    @TempDir
    private Path directory;

    /** A view, and blocks begun on it, all of the same version. */
    private static final class Reader implements AutoCloseable {
        private final ReorgChain chain;
        private final BlockId at;
        private final TrieView view;
        private final UncommittedBlock block;

        Reader(ReorgChain chain) {
            this.chain = chain;
            at = chain.head();
            view = chain.trie().view(at);
            block = chain.trie().begin(at);
        }

        /** Reads every account and slot, and every row on the way to a key of each. */
        void read() {
            chain.check(view, at);
            List<Op> writes = ReorgChain.writes(chain.state(at), 5);
            OracleState after = chain.after(at, writes);
            Ops.write(block, writes);
            assertThat(block.stateRoot()).as("root on %s", at).isEqualTo(Keys.ofTrie(after.stateRoot()));
        }

        @Override
        public void close() {
            view.close();
            block.close();
        }
    }

    /** H54: overlay and segments are those of one moment, though each is another one by the time of the read. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void aReaderSeesItsVersionBehindEveryChange(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(8, 1);
            List<Runnable> changes = List.of(
                    () -> chain.extend(1, 2),
                    () -> chain.unwind(4),
                    chain::flush,
                    chain::merge,
                    () -> {
                        chain.extend(2, 3);
                        chain.flush();
                    },
                    () -> {
                        chain.unwind(1);
                        chain.flush();
                        chain.merge();
                    });
            List<Reader> readers = new ArrayList<>();
            for (Runnable change : changes) {
                for (int i = 0; i < changes.size(); i++) {
                    readers.add(new Reader(chain));
                }
                change.run();
                readers.removeLast().read();
                chain.check();
            }
            readers.forEach(Reader::read);
            readers.forEach(Reader::close);
            chain.check();
        }
    }

    @ParameterizedTest
    @MethodSource(CHOSEN)
    void readersOnOtherThreadsSeeTheirVersionsDuringEveryChange(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(6, 4);
            List<ForkTreeReader> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                readers.add(new ForkTreeReader(chain, List.of(chain.head())));
            }
            readers.forEach(ForkTreeReader::start);
            Random random = new Random(6);
            for (int round = 0; round < 25; round++) {
                switch (random.nextInt(5)) {
                    case 0 -> chain.unwind(random.nextInt(4));
                    case 1 -> chain.flush();
                    case 2 -> chain.merge();
                    default -> chain.extend(2, 100 + round);
                }
                List<BlockId> blocks = List.copyOf(chain.canonical()
                        .subList(
                                Math.max(0, chain.canonical().size() - 4),
                                chain.canonical().size()));
                readers.forEach(reader -> reader.offer(blocks));
            }
            chain.check();
            readers.forEach(
                    reader -> assertThat(reader.stop()).as("blocks executed").isPositive());
            chain.check();
        }
    }
}
