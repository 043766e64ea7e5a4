package dev.espalier.trie.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.fixture.TrieBesideOracle;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A log that refuses a record: nothing may have changed, and what comes later is right. H01, H11. */
class FailingLogTest {
    private static final Hash32 ACCOUNT = Keys.key("acc");

    private final FullLog log = new FullLog();
    private final TrieBesideOracle twin = new TrieBesideOracle(TrieOptions.defaults(), MemoryStore.over(log, 16));

    /** Has no room for the next record as long as it is full. */
    private static final class FullLog implements ChangeLog {
        private final MemoryChangeLog log = new MemoryChangeLog();
        private boolean full;

        @Override
        public void append(LogRecord record) {
            if (full) {
                throw new UncheckedIOException("no space left", new IOException("no space left"));
            }
            log.append(record);
        }

        @Override
        public List<LogEntry> entries() {
            return log.entries();
        }

        @Override
        public @Nullable LogRecord read(long seq) {
            return log.read(seq);
        }

        @Override
        public void prune(long seq) {
            log.prune(seq);
        }

        List<Long> seqs() {
            return entries().stream().map(LogEntry::seq).toList();
        }
    }

    private static List<Op> slots(int value) {
        return List.of(
                Ops.put(ACCOUNT, value),
                Ops.slot(ACCOUNT, Keys.key("a1"), value),
                Ops.slot(ACCOUNT, Keys.key("a2"), value),
                Ops.slot(ACCOUNT, Keys.key("b"), value));
    }

    @Test
    void aBlockThatCannotBeLoggedChangesNothingAndMayBeCommittedLater() {
        BlockId first = twin.commit(slots(1));
        BlockId second = twin.newId();
        try (UncommittedBlock block = twin.trie().begin(first)) {
            Ops.write(block, slots(2));
            Hash32 root = block.stateRoot();
            block.seal(second);
            log.full = true;
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> block.commit(root)).isInstanceOf(UncheckedIOException.class);
                assertThat(twin.trie().head()).isEqualTo(first);
                assertThat(twin.trie().stats().commits()).isEqualTo(1);
                twin.verify();
            }
            log.full = false;
            OracleState after = twin.oracle().copy();
            after.applyBlock(slots(2));
            block.commit(root);
            assertThat(twin.trie().head()).isEqualTo(second);
            assertThat(twin.trie().headRoot()).isEqualTo(Keys.ofTrie(after.stateRoot()));
        }
        assertThat(log.seqs()).as("no number was given twice").containsExactly(1L, 4L);
    }

    @Test
    void anotherBlockMayTakeThePlaceOfOneThatCouldNotBeLogged() {
        BlockId first = twin.commit(slots(1));
        try (UncommittedBlock block = twin.trie().begin(first)) {
            Ops.write(block, slots(7));
            Hash32 root = block.stateRoot();
            BlockId failed = twin.newId();
            block.seal(failed);
            log.full = true;
            assertThatThrownBy(() -> block.commit(root)).isInstanceOf(UncheckedIOException.class);
            log.full = false;
            twin.trie().discard(failed);
        }
        twin.commit(Ops.slot(ACCOUNT, Keys.key("a2"), 0), Ops.slot(ACCOUNT, Keys.key("c"), 3));
        twin.commit(Ops.delete(ACCOUNT));
        assertThat(log.seqs()).containsExactly(1L, 3L, 4L);
        twin.unwindTo(first);
        twin.reopen();
    }

    @Test
    void anUnwindThatCannotBeLoggedChangesNothing() {
        BlockId first = twin.commit(slots(1));
        BlockId second = twin.commit(Ops.delete(ACCOUNT));
        log.full = true;
        assertThatThrownBy(() -> twin.trie().unwindTo(first)).isInstanceOf(UncheckedIOException.class);
        assertThat(twin.trie().head()).isEqualTo(second);
        assertThat(twin.trie().stats().unwinds()).isZero();
        twin.verify();
        log.full = false;
        twin.unwindTo(first);
        twin.commit(slots(3));
        assertThat(log.seqs()).containsExactly(1L, 2L, 4L, 5L);
    }

    @Test
    void theFailureIsNotTakenForASealedBlockThatIsGone() {
        BlockId first = twin.commit(slots(1));
        BlockId second = twin.newId();
        try (UncommittedBlock block = twin.trie().begin(first)) {
            Ops.write(block, slots(2));
            Hash32 root = block.stateRoot();
            block.seal(second);
            log.full = true;
            assertThatThrownBy(() -> block.commit(root)).isInstanceOf(UncheckedIOException.class);
        }
        assertThat(twin.trie().stats().sealedBlocks()).as("still sealed").isEqualTo(1);
        try (UncommittedBlock child = twin.trie().begin(second)) {
            assertThatIllegalStateException().isThrownBy(() -> child.seal(second));
        }
    }
}
