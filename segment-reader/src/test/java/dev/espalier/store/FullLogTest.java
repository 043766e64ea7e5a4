package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.store.lmdb.StoreFullException;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** H47: a store whose log has reached its maximum says so, loses nothing, and goes on when there is room. */
class FullLogTest {
    private static final long MAP = 1 << 20;
    private static final int MOST_BLOCKS = 200;

    @TempDir
    private Path directory;

    private static StoreOptions options(int window, long most) {
        return StoreOptions.builder()
                .window(window)
                .background(false)
                .logMap(MAP, most)
                .build();
    }

    /** A block whose record takes some 60 KB. */
    private static List<Op> block(long seed) {
        Random random = new Random(seed);
        List<Op> writes = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            writes.add(new Op.PutAccount(
                    Bytes32.hashOf(BigInteger.valueOf(i).toByteArray()),
                    seed,
                    new BigInteger(200, random),
                    OracleState.EMPTY_CODE_HASH));
        }
        return writes;
    }

    /** Commits until the log is full; returns the sealed block that did not fit. */
    private static BlockId fill(StoreRun run) {
        for (int i = 0; i < MOST_BLOCKS; i++) {
            BlockId sealed = run.seal(run.head(), block(i));
            try {
                run.commitSealed(sealed);
            } catch (StoreFullException e) {
                assertThat(e)
                        .hasMessageContaining(LmdbLog.FILE_NAME)
                        .hasMessageContaining("the maximum is " + MAP)
                        .hasMessageContaining("maxMapBytes");
                return sealed;
            }
        }
        throw new AssertionError("the log was never full");
    }

    @Test
    void whatDoesNotFitIsRefusedAgainAndAgainAndFitsALargerMap() {
        StoreRun run = new StoreRun(directory, options(300, MAP));
        BlockId refused = fill(run);
        assertThat(run.depth()).isGreaterThan(8);
        BlockId head = run.head();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> run.commitSealed(refused)).isInstanceOf(StoreFullException.class);
            assertThatThrownBy(() -> run.unwind(1)).isInstanceOf(StoreFullException.class);
            run.check();
        }
        try (TrieView view = run.trie().view(refused)) {
            StateCheck.checkShows(view, run.state(refused));
        }
        run.reopen();
        assertThat(run.head()).isEqualTo(head);
        run.check();
        assertThatThrownBy(() -> run.commit(block(MOST_BLOCKS))).isInstanceOf(StoreFullException.class);

        run.reopen(options(300, 64 * MAP));
        run.check();
        for (int i = 0; i < 4; i++) {
            run.commit(block(1_000 + i));
        }
        run.unwind(run.depth());
        run.check();
        assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
        run.close();
    }

    /** What makes room may pass the maximum: a flush, after which the records past the window go. */
    @Test
    void aFlushMakesRoomForWhatWasRefused() {
        StoreRun run = new StoreRun(directory, options(5, MAP));
        for (int round = 0; round < 2; round++) {
            BlockId refused = fill(run);
            run.store().flush();
            run.check();
            run.commitSealed(refused);
            run.check();
        }
        run.unwind(run.depth());
        run.reopen();
        run.check();
        assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
        run.close();
    }
}
