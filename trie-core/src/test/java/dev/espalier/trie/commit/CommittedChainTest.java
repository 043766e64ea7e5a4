package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UnknownBlockException;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.StateMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CommittedChainTest {
    private final List<LogEntry> log = new ArrayList<>();

    private static StateMark mark(int block) {
        Hash32 number = Hash32.of(0, 0, 0, block);
        return block == 0 ? StateMark.EMPTY : new StateMark(BlockId.of(number), number, RootCell.EMPTY);
    }

    private static BlockId id(int block) {
        return mark(block).block();
    }

    private LogEntry commit(int parent, int block) {
        return entry(LogEntry.Kind.COMMIT, parent, block);
    }

    private LogEntry unwind(int head, int ancestor) {
        return entry(LogEntry.Kind.UNWIND, head, ancestor);
    }

    private LogEntry entry(LogEntry.Kind kind, int before, int after) {
        LogEntry entry = new LogEntry(log.size() + 1L, kind, mark(before), mark(after));
        log.add(entry);
        return entry;
    }

    private CommittedChain chain(int head) {
        return new CommittedChain(
                log, mark(head), log.isEmpty() ? 0 : log.getLast().seq());
    }

    private static CommittedChain.Reached reach(CommittedChain chain, int block) {
        return Objects.requireNonNull(chain.reach(id(block), chain.seq()));
    }

    private static List<Long> undone(CommittedChain chain, int block) {
        return reach(chain, block).undone().stream().map(LogEntry::seq).toList();
    }

    @Test
    void isEmptyOnAnEmptyStore() {
        CommittedChain chain = chain(0);
        assertThat(chain.head()).isEqualTo(StateMark.EMPTY);
        assertThat(chain.size()).isZero();
        assertThat(chain.reaches(BlockId.NONE)).isTrue();
        assertThat(chain.isCut()).isFalse();
    }

    @Test
    void holdsTheCommitsInTheirOrder() {
        commit(0, 1);
        commit(1, 2);
        commit(2, 3);
        CommittedChain chain = chain(3);
        assertThat(chain.head()).isEqualTo(mark(3));
        assertThat(chain.size()).isEqualTo(3);
        assertThat(chain.find(id(2))).isEqualTo(mark(2));
        assertThat(chain.find(id(9))).isNull();
        assertThat(undone(chain, 1)).containsExactly(3L, 2L);
        assertThat(reach(chain, 1).mark()).isEqualTo(mark(1));
        assertThat(undone(chain, 3)).isEmpty();
        assertThat(chain.depthOf(id(1))).isEqualTo(2);
        assertThat(chain.depthOf(id(3))).isZero();
    }

    @Test
    void saysWhenTheHeadIsAnotherOneByNow() {
        commit(0, 1);
        CommittedChain chain = chain(1);
        assertThat(chain.reach(id(0), 2)).isNull();
        chain.committed(commit(1, 2), new BlockInstance());
        assertThat(chain.reach(id(0), 1)).isNull();
        assertThat(undone(chain, 0)).hasSize(2);
    }

    @Test
    void aBlockThatIsNotOnItCannotBeReached() {
        commit(0, 1);
        CommittedChain chain = chain(1);
        assertThatExceptionOfType(UnknownBlockException.class)
                .isThrownBy(() -> chain.reach(id(9), 1))
                .withMessageContaining("block " + id(9))
                .withMessageContaining("from head " + id(1));
    }

    @Test
    void tellsOneExecutionOfABlockFromAnother() {
        commit(0, 1);
        CommittedChain chain = chain(1);
        BlockInstance first = new BlockInstance();
        chain.committed(commit(1, 2), first);
        assertThat(chain.isHead(first) && chain.reaches(first)).isTrue();
        assertThat(chain.isHead(first, 2)).isTrue();
        assertThat(chain.isHead(first, 1)).as("a view of another seq").isFalse();
        assertThat(reach(chain, 2).instance()).isSameAs(first);
        BlockInstance below = reach(chain, 1).instance();
        chain.unwound(unwind(2, 1));
        assertThat(chain.reaches(first)).isFalse();
        assertThat(chain.isHead(below)).as("unwound to, not executed again").isTrue();
        chain.committed(commit(1, 2), new BlockInstance());
        assertThat(chain.isHead(first) || chain.reaches(first)).isFalse();
        assertThat(chain.reaches(id(2))).isTrue();
        chain.trimTo(0);
        assertThat(reach(chain, 2).instance()).isNotSameAs(first);
    }

    @Test
    void unwoundBlocksAreNotOnIt() {
        commit(0, 1);
        commit(1, 2);
        commit(2, 3);
        unwind(3, 1);
        commit(1, 4);
        CommittedChain chain = chain(4);
        assertThat(chain.size()).isEqualTo(2);
        assertThat(chain.reaches(id(2)) || chain.reaches(id(3))).isFalse();
        assertThat(undone(chain, 0)).containsExactly(5L, 1L);
    }

    @Test
    void anUnwindOfAllItsBlocksLeavesTheStateBelow() {
        commit(0, 1);
        commit(1, 2);
        unwind(2, 0);
        CommittedChain chain = chain(0);
        assertThat(chain.size()).isZero();
        assertThat(chain.head()).isEqualTo(StateMark.EMPTY);
        chain.committed(commit(0, 3), new BlockInstance());
        assertThat(chain.find(BlockId.NONE)).isEqualTo(StateMark.EMPTY);
        assertThat(chain.head()).isEqualTo(mark(3));
    }

    @Test
    void aLogThatWasPrunedBeginsInTheMiddle() {
        commit(0, 1);
        commit(1, 2);
        commit(2, 3);
        log.removeFirst();
        CommittedChain chain = chain(3);
        assertThat(chain.size()).isEqualTo(2);
        assertThat(chain.reaches(id(1))).as("the state below").isTrue();
        assertThat(chain.reaches(BlockId.NONE)).isFalse();
        assertThat(chain.isCut()).isTrue();
    }

    @Test
    void aLogThatLeadsElsewhereThanToTheHeadIsCorrupt() {
        commit(0, 1);
        commit(1, 2);
        assertThatExceptionOfType(CorruptStoreException.class)
                .isThrownBy(() -> chain(1))
                .withMessage("log ends at block " + id(2) + ", expected the store's head " + id(1));
    }

    @Test
    void trimmingDropsTheOldestAndSaysWhichRecordsAreStillNeeded() {
        commit(0, 1);
        commit(1, 2);
        unwind(2, 1);
        commit(1, 3);
        commit(3, 4);
        CommittedChain chain = chain(4);
        assertThat(chain.trimTo(3)).isEqualTo(1);
        assertThat(chain.trimTo(2)).isEqualTo(4);
        assertThat(chain.size()).isEqualTo(2);
        assertThat(chain.reaches(id(1))).isTrue();
        assertThat(chain.reaches(BlockId.NONE)).isFalse();
        assertThat(chain.trimTo(0)).as("no record").isEqualTo(Long.MAX_VALUE);
        assertThat(chain.head()).isEqualTo(mark(4));
        assertThat(chain.isCut()).isTrue();
    }
}
