package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.memory.MemoryChangeLog;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** H52: every change, unwinds included, is a record, and a forward replay of the records gives every state again. */
class LogReplayTest {
    private final LogReplay replay = new LogReplay(TrieOptions.defaults());

    @Test
    void replayingTheLogGivesEveryStateAgain() {
        for (long seed = 1; seed <= 150; seed++) {
            Random random = new Random(seed);
            MemoryStore store = MemoryStore.over(new UnprunedLog(), 1_000);
            CommitmentTrie trie = CommitmentTrie.over(store);
            TestChain chain = new TestChain(trie);
            List<BlockId> canonical = new ArrayList<>(List.of(BlockId.NONE));
            List<BlockId> heads = new ArrayList<>();
            for (int step = 0; step < 40; step++) {
                if (random.nextInt(4) == 0 && canonical.size() > 1) {
                    int to = random.nextInt(canonical.size() - 1);
                    trie.unwindTo(canonical.get(to));
                    canonical.subList(to + 1, canonical.size()).clear();
                } else {
                    canonical.add(chain.commitNew(canonical.getLast(), seed * 1_000 + step));
                }
                heads.add(canonical.getLast());
            }
            assertReplays(seed, store, chain, heads);
        }
    }

    private void assertReplays(long seed, MemoryStore source, TestChain chain, List<BlockId> heads) {
        MemoryStore copy = MemoryStore.withWindow(1_000);
        List<LogEntry> entries = source.log().entries();
        assertThat(entries).as("seed=%s", seed).hasSameSizeAs(heads);
        for (int i = 0; i < heads.size(); i++) {
            LogRecord record =
                    Objects.requireNonNull(source.log().read(entries.get(i).seq()));
            try (StoreView view = copy.openView(TrieStore.ReadMode.NORMAL)) {
                copy.apply(record, replay.replay(record, view));
            }
            assertThat(CanonicalRows.of(copy, chain.state(heads.get(i))))
                    .as("seed=%s, record=%s", seed, i)
                    .isEqualTo(CanonicalRows.of(chain.state(heads.get(i))));
        }
    }

    @Test
    void aRecordThatDoesNotLeadToItsRootIsRefused() {
        MemoryStore store = MemoryStore.create();
        CommitmentTrie trie = CommitmentTrie.over(store);
        TestChain chain = new TestChain(trie);
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        chain.commitNew(a, 2);
        LogEntry last = store.log().entries().getLast();
        LogRecord record = Objects.requireNonNull(store.log().read(last.seq()));
        trie.unwindTo(a);
        StateMark wrong =
                new StateMark(last.after().block(), Hash32.ZERO, last.after().cell());
        LogRecord altered = new LogRecord(
                new LogEntry(last.seq(), last.kind(), last.before(), wrong),
                record.leaves(),
                record.lost(),
                record.regained(),
                record.nextStorageId());
        try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
            assertThat(replay.replay(record, view)).isNotNull();
            assertThatThrownBy(() -> replay.replay(altered, view))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("seq=" + last.seq());
        }
        try (StoreView view = MemoryStore.create().openView(TrieStore.ReadMode.NORMAL)) {
            assertThatThrownBy(() -> replay.replay(record, view))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("starts from block " + a);
        }
    }

    /** Keeps what no unwind needs any more. */
    private static final class UnprunedLog implements ChangeLog {
        private final MemoryChangeLog records = new MemoryChangeLog();

        @Override
        public void append(LogRecord record) {
            records.append(record);
        }

        @Override
        public List<LogEntry> entries() {
            return records.entries();
        }

        @Override
        public @Nullable LogRecord read(long seq) {
            return records.read(seq);
        }

        @Override
        public void prune(long seq) {}
    }
}
