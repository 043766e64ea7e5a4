package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.segment.Segment;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.Account;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.spi.TrieStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The base is cut into files of about the size that the options say, whatever the shape of the state. */
class PartitionSizeTest {
    private static final int ACCOUNTS = 1_500;
    private static final int SLOTS = 3_000;
    /** What a file may have above the bound: half of it, or where the bound is a few pages, some pages. */
    private static final long SLACK = 4L * Page.BYTES;

    @TempDir
    private Path directory;

    private StoreRun run;

    @ParameterizedTest
    @ValueSource(ints = {4, 16, 64})
    void noFileOfTheBaseIsMuchLargerThanTheBoundNorAreThereManyMoreThanNeeded(int pages) {
        long bound = (long) pages * Page.BYTES;
        run = new StoreRun(
                directory,
                StoreOptions.builder()
                        .window(5)
                        .background(false)
                        .partitionBytes(bound)
                        .logMap(1 << 20, 1L << 30)
                        .build());
        run.commitUnfollowed(PartitionSizeTest::oneHugeContractAndManyAccounts);
        run.store().flush();
        run.store().merge();
        assertCut(bound);
        run.commitUnfollowed(block -> {
            for (int i = 0; i < SLOTS; i++) {
                block.putStorage(Keys.spread(0), Keys.spread(SLOTS + i), UInt256.of(1L << 40));
            }
        });
        run.store().flush();
        run.store().merge();
        assertCut(bound);
        run.store().merge();
        assertCut(bound);
        run.close();
    }

    private static void oneHugeContractAndManyAccounts(UncommittedBlock block) {
        for (int i = 0; i < ACCOUNTS; i++) {
            Hash32 account = Keys.spread(i);
            block.putAccount(account, new Account(i, UInt256.of(1L << 50), Account.NO_CODE));
            if (i % 100 == 1) {
                block.putStorage(account, Keys.spread(1), UInt256.ONE);
            }
        }
        for (int i = 0; i < SLOTS; i++) {
            block.putStorage(Keys.spread(0), Keys.spread(i), UInt256.of(1L << 40));
        }
    }

    private void assertCut(long bound) {
        try (LayeredView view = (LayeredView) run.store().openView(TrieStore.ReadMode.NORMAL)) {
            List<Segment> parts = view.layers().segments().baseParts();
            long all = 0;
            for (Segment part : parts) {
                long bytes = part.rowPageBytes() + part.leafPageBytes();
                assertThat(bytes).as(part.info().name()).isLessThanOrEqualTo(bound + bound / 2 + SLACK);
                all += bytes;
            }
            assertThat(parts.size()).as("files of %s bytes", all).isBetween((int) (all / bound / 2), (int)
                    (3 * all / bound + 1));
            assertThat(parts).hasSizeGreaterThan(1);
        }
    }
}
