package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.Account;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.RootCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rebuild takes nothing but leaves, so leaves that are wrong under right checksums would give wrong rows. It finds them by
 * the roots that are recorded elsewhere: the state's in the list of files, a storage trie's with its account. The store is
 * left as it was.
 */
class RebuildWrongLeavesTest {
    private static final StoreOptions OPTIONS = StoreOptions.builder()
            .window(20)
            .background(false)
            .logMap(1 << 20, 1L << 30)
            .build();

    @TempDir
    private Path directory;

    @BeforeEach
    void makeAStoreOfOneSegment() {
        StoreRun run = new StoreRun(directory, OPTIONS);
        run.commitUnfollowed(block -> {
            for (int i = 0; i < 40; i++) {
                Hash32 account = Hash32.of((long) i << 58, i, 0, 0);
                block.putAccount(account, new Account(i, UInt256.ONE, Account.NO_CODE));
                for (int slot = 0; i % 8 == 0 && slot < 20; slot++) {
                    block.putStorage(account, Hash32.of((long) slot << 59, slot, 0, 0), UInt256.of(slot + 1));
                }
            }
        });
        run.store().flush();
        run.close();
    }

    private Map<String, Integer> contents() throws IOException {
        Map<String, Integer> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(SegmentFolder.of(directory))) {
            for (Path file : files.toList()) {
                contents.put(String.valueOf(file.getFileName()), Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    private void assertRefused(Consumer<SortedMap<SegmentKey, byte[]>> change, String... texts) throws IOException {
        ForgedSegment.rewrite(directory, change);
        Map<String, Integer> before = contents();
        Throwable failure = catchThrowable(() -> StoreRebuild.of(directory, OPTIONS));
        assertThat(failure).isInstanceOf(CorruptStoreException.class).hasMessageContainingAll(texts);
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void anAccountOfAnotherBalanceGivesAnotherRoot() throws IOException {
        assertRefused(
                entries -> {
                    SegmentKey key = ForgedSegment.accountOf(entries);
                    AccountRecord record = AccountRecord.decode(Objects.requireNonNull(entries.get(key)));
                    Account other = new Account(record.account().nonce(), UInt256.of(2), Account.NO_CODE);
                    entries.put(
                            key,
                            new AccountRecord(other, record.storageId(), record.storageCell(), record.storageRoot())
                                    .encode());
                },
                "rebuild: the leaves give root ",
                ", expected ",
                " of block ",
                ", seq 1");
    }

    @Test
    void anAccountThatIsMissingOrTooManyGivesAnotherRoot() throws IOException {
        assertRefused(
                entries -> entries.remove(ForgedSegment.accountOf(entries)), "rebuild: the leaves give root ", "seq 1");
        assertRefused(
                entries -> {
                    byte[] copied = Objects.requireNonNull(entries.get(ForgedSegment.accountOf(entries)));
                    entries.put(SegmentKey.ofLeaf(BranchPath.ACCOUNT_TRIE, Hash32.of(7, 7, 7, 7)), copied);
                },
                "rebuild: the leaves give root ",
                "seq 1");
    }

    @Test
    void aSlotOfAnotherValueMissingOrTooManyIsNotTheStorageOfItsAccount() throws IOException {
        assertRefused(
                entries -> entries.put(ForgedSegment.slotOf(entries), new byte[] {0x77}),
                "account ",
                "is not the one of root");
        assertRefused(entries -> entries.remove(ForgedSegment.slotOf(entries)), "account ", "is not the one of root");
        assertRefused(
                entries -> {
                    long trie = ForgedSegment.slotOf(entries).trieId();
                    entries.put(SegmentKey.ofLeaf(trie, Hash32.of(7, 7, 7, 7)), new byte[] {1});
                },
                "account ",
                "is not the one of root");
    }

    /** Slot and account changed so that they agree: then the account is another one. */
    @Test
    void storageThatAgreesWithAForgedAccountGivesAnotherRoot() throws IOException {
        assertRefused(
                entries -> {
                    long trie = ForgedSegment.slotOf(entries).trieId();
                    entries.keySet().removeIf(key -> key.isLeaf() && key.trieId() == trie);
                    entries.replaceAll((key, value) -> key.isLeaf() && key.trieId() == BranchPath.ACCOUNT_TRIE
                            ? withoutStorage(value, trie)
                            : value);
                },
                "rebuild: the leaves give root ",
                "seq 1");
    }

    private static byte[] withoutStorage(byte[] stored, long trie) {
        AccountRecord record = AccountRecord.decode(stored);
        return record.storageId() == trie
                ? new AccountRecord(record.account(), trie, RootCell.EMPTY, NodeHasher.EMPTY_ROOT).encode()
                : stored;
    }

    @Test
    void anAccountThatIsNoRecordIsNamed() throws IOException {
        assertRefused(
                entries -> entries.put(ForgedSegment.accountOf(entries), new byte[] {(byte) 0xFF, 1, 2}),
                "trie 0: leaf " + Hash32.ZERO,
                "account record: version");
    }
}
