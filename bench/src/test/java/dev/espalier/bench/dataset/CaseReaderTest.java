package dev.espalier.bench.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import dev.espalier.bench.dataset.CaseStart.Leaves;
import dev.espalier.bench.dataset.CaseStart.StartState;
import dev.espalier.bench.dataset.RlpCase.ByteString;
import dev.espalier.bench.dataset.RlpCase.Encodes;
import dev.espalier.bench.dataset.RlpCase.Invalid;
import dev.espalier.bench.dataset.RlpCase.Items;
import dev.espalier.bench.dataset.RlpCase.Valid;
import dev.espalier.bench.dataset.StateOperation.DeleteAccount;
import dev.espalier.bench.dataset.StateOperation.SetAccount;
import dev.espalier.bench.dataset.StateOperation.SetLeaf;
import dev.espalier.bench.dataset.StateOperation.SetSlot;
import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.hash.Keccak256;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseReaderTest {
    private static final Address ADDED = Address.fromHex(KnownFiles.ADDED);
    private static final UInt256 TWO_ETHER = UInt256.fromDecimal("2000000000000000000");
    private static final SetAccount ADD = new SetAccount(ADDED, TWO_ETHER, 0L, Account.NO_CODE);

    @TempDir
    Path folder;

    @Test
    void readsAGenesisStateAsOneBlockOnTheEmptyState() {
        RecordedCases cases = read(KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));

        assertThat(cases.starts).containsExactly(new CaseStart("sepolia", 1, Leaves.STATE, null));
        assertThat(cases.blocks).hasSize(1);
        BlockChange block = cases.blocks.getFirst();
        assertThat(block.hash()).isEqualTo(hash(0));
        assertThat(block.parent()).isEqualTo(Hash32.ZERO);
        assertThat(block.root()).hasToString(KnownFiles.SEPOLIA_ROOT);
        assertThat(block.operations()).hasSize(15);
        assertThat(cases.heads).containsExactly("null");
    }

    @Test
    void readsCodeAsItsHashAndAbsentCodeAsNone() {
        RecordedCases cases = read("""
            {"stateRoot": "%s", "codes": {"0x12": "0x60"}, "accounts": {
              "0x00000000000000000000000000000000000000aa":
                {"balance":"0x0","nonce":"0xffffffffffffffff","code":"0x6001","new":[{"in":1}]},
              "0x00000000000000000000000000000000000000bb":
                {"balance":"0x0","nonce":"0x0","code":"0x","storage":{"0x01":"0x2"}},
              "0x00000000000000000000000000000000000000cc":
                {"balance":"0x0","nonce":"0x0","codeHash":"%s"}}}
            """.formatted(KnownFiles.WRONG_ROOT, KnownFiles.WRONG_ROOT));

        assertThat(cases.blocks.getFirst().operations())
                .containsExactly(
                        new SetAccount(address("aa"), UInt256.ZERO, -1L, Keccak256.hash32(new byte[] {0x60, 0x01})),
                        new SetAccount(address("bb"), UInt256.ZERO, 0L, Account.NO_CODE),
                        new SetSlot(address("bb"), UInt256.ONE, UInt256.of(2)),
                        new SetAccount(address("cc"), UInt256.ZERO, 0L, Hash32.fromHex(KnownFiles.WRONG_ROOT)));
    }

    @Test
    void readsATripleAsAStateAndTheDifferenceToTheNext() {
        RecordedCases cases = read(KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT)
                + KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT));

        assertThat(cases.starts).extracting(CaseStart::line).containsExactly(1, 2);
        assertThat(cases.blocks).extracting(BlockChange::label).containsExactly("pre", "post", "pre", "post");
        assertThat(cases.blocks.get(1).operations()).containsExactly(ADD);
        assertThat(cases.blocks.get(1).parent()).isEqualTo(cases.blocks.get(0).hash());
    }

    @Test
    void aDifferenceHoldsDeletedAccountsChangedFieldsAndClearedSlotsOnly() {
        String before = """
            {"0x00000000000000000000000000000000000000aa": {"balance":"0x1","nonce":"0x1"},
             "0x00000000000000000000000000000000000000bb": {"balance":"0x1","nonce":"0x1",
               "storage":{"0x1":"0x1","0x2":"0x2","0x3":"0x3"}},
             "0x00000000000000000000000000000000000000cc": {"balance":"0x1","nonce":"0x1"}}\
            """;
        String after = """
            {"0x00000000000000000000000000000000000000bb": {"balance":"0x1","nonce":"0x2",
               "storage":{"0x1":"0x1","0x2":"0x5","0x4":"0x4"}},
             "0x00000000000000000000000000000000000000cc": {"balance":"0x1","nonce":"0x1"}}\
            """;
        RecordedCases cases = read("{\"preRoot\":\"" + KnownFiles.EMPTY_ROOT + "\",\"postRoot\":\""
                + KnownFiles.EMPTY_ROOT + "\",\"pre\":" + before + ",\"post\":" + after + "}");

        assertThat(cases.blocks.get(1).operations())
                .containsExactly(
                        new DeleteAccount(address("aa")),
                        new SetAccount(address("bb"), null, 2L, null),
                        new SetSlot(address("bb"), UInt256.of(3), UInt256.ZERO),
                        new SetSlot(address("bb"), UInt256.of(2), UInt256.of(5)),
                        new SetSlot(address("bb"), UInt256.of(4), UInt256.of(4)));
    }

    @Test
    void readsATreeOfBlocksInFileOrderWithItsHead() {
        RecordedCases cases = read(KnownFiles.chain(KnownFiles.ADDED_ROOT, 3));

        assertThat(cases.blocks)
                .extracting(BlockChange::hash)
                .containsExactly(hash(0), hash(1), hash(2), hash(3), hash(4));
        assertThat(cases.blocks.get(1).operations()).containsExactly(ADD);
        assertThat(cases.blocks.get(3).operations()).containsExactly(new DeleteAccount(ADDED));
        assertThat(cases.blocks.get(3).label()).isEqualTo("block 2 " + hash(3));
        assertThat(cases.heads).containsExactly(KnownFiles.hash(3));
    }

    @Test
    void callsAGenesisWithoutHashWhatTheFirstBlockCallsItsParent() {
        String chain = KnownFiles.chain(KnownFiles.ADDED_ROOT, 3).replace("\"hash\":\"" + hash(0) + "\",", "");

        assertThat(read(chain).blocks.getFirst().hash()).isEqualTo(hash(0));
    }

    @Test
    void readsAContinuedChainWithTheStateItNeeds() {
        RecordedCases cases = read(KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT));

        StartState from = new StartState(Hash32.fromHex(KnownFiles.SEPOLIA_ROOT), hash(70));
        assertThat(cases.starts).containsExactly(new CaseStart("continued", 1, Leaves.STATE, from));
        assertThat(cases.blocks).extracting(BlockChange::line).containsExactly(2, 3);
    }

    @Test
    void callsTheStartOfABlockWindowWhatTheFirstBlockCallsItsParent() {
        RecordedCases cases = read(KnownFiles.blockWindow());

        assertThat(cases.blocks).extracting(BlockChange::hash).containsExactly(hash(80), hash(81), hash(82));
        assertThat(cases.blocks.getFirst().parent()).isEqualTo(Hash32.ZERO);
    }

    @Test
    void readsUpdateVectorsBatchByBatch() {
        RecordedCases cases = read(KnownFiles.vectors(KnownFiles.EMPTY_ROOT));

        Address sole = address("23");
        assertThat(cases.starts).containsExactly(new CaseStart("sole account", 2, Leaves.STATE, null));
        assertThat(cases.blocks.get(0).operations())
                .containsExactly(
                        new SetAccount(sole, UInt256.of(10), 1L, null),
                        new SetSlot(sole, UInt256.of(0x10), UInt256.of(0x11)),
                        new SetSlot(sole, UInt256.of(0x5d), UInt256.of(0x22)));
        assertThat(cases.blocks.get(2).operations())
                .containsExactly(new SetSlot(sole, UInt256.of(0x5d), UInt256.ZERO), new DeleteAccount(sole));
        assertThat(cases.blocks.get(3).operations()).isEmpty();
        assertThat(cases.blocks)
                .extracting(BlockChange::label)
                .containsExactly("batch 1", "batch 2", "batch 3", "batch 4");
        assertThat(cases.blocks).extracting(BlockChange::line).containsExactly(3, 7, 9, 11);
    }

    @Test
    void readsATrieTestOfPairsAndOfAnObject() {
        Path file = new TestFolder(folder).plain("secureTrie", KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT));
        RecordedCases cases = RecordedCases.of(file);

        assertThat(cases.starts).extracting(CaseStart::name).containsExactly("puppy", "emptyValues");
        assertThat(cases.starts).extracting(CaseStart::leaves).containsOnly(Leaves.RAW);
        assertThat(cases.blocks).extracting(BlockChange::line).containsExactly(2, 6);
        List<StateOperation> pairs = cases.blocks.get(1).operations();
        assertThat(pairs).hasSize(8);
        SetLeaf ether = (SetLeaf) pairs.get(5);
        assertThat(ether.key()).isEqualTo(Keccak256.hash32("ether".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        assertThat(ether.value().isEmpty()).isTrue();
        SetLeaf dog = (SetLeaf) pairs.get(6);
        assertThat(dog.key()).isEqualTo(Keccak256.hash32("dog".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        assertThat(dog.value().toBytes()).asString().isEqualTo("puppy");
    }

    @Test
    void skipsATrieTestOfRawKeysSayingWhy() {
        RecordedCases cases = read(KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT));

        assertThat(cases.skipped).hasSize(2).containsOnly("raw keys, the engine's keys have 64 nibbles");
    }

    @Test
    void readsRlpItemsOfEveryForm() {
        RecordedCases cases = read(KnownFiles.rlpTest("0x83646f67"));

        assertThat(cases.rlps)
                .extracting(RlpCase::claim)
                .containsExactly(
                        new Encodes(new ByteString("646f67")),
                        new Encodes(new ByteString("03e8")),
                        new Encodes(new ByteString("102030405060708090a0b0c0d0e0f2")),
                        new Encodes(new Items(List.of(
                                new ByteString("7a77"),
                                new Items(List.of(new ByteString("04"))),
                                new ByteString("01"),
                                new ByteString(""),
                                new Items(List.of())))),
                        new Valid(),
                        new Invalid());
        assertThat(cases.rlps).extracting(RlpCase::encoded).startsWith("83646f67", "8203e8");
        assertThat(cases.rlps).extracting(RlpCase::line).containsExactly(2, 3, 4, 5, 6, 7);
    }

    @Test
    void readsRlpNumbersOfThousandsOfDigits() {
        RecordedCases cases = read("{\"big\": {\"in\": \"#" + "9".repeat(10_000) + "\", \"out\": \"0x00\"}}");

        ByteString expected = new ByteString("0" + new BigInteger("9".repeat(10_000)).toString(16));
        assertThat(cases.rlps).extracting(RlpCase::claim).containsExactly(new Encodes(expected));
    }

    @Test
    void countsCasesThatAreNotCheckedYetAndThoseWithoutRoot() {
        String proof = "{\"accountProof\":[]}\n";

        assertThat(read(proof + proof).skipped).containsExactly("not supported yet", "not supported yet");
        assertThat(read("{\"txs\":[]}\n{\"txs\":[]}").withoutRoot).isEqualTo(2);
    }

    private RecordedCases read(String content) {
        return RecordedCases.of(new TestFolder(folder).gzip("file", content));
    }

    private static Address address(String lastByte) {
        return Address.fromHex("0".repeat(38) + lastByte);
    }

    private static Hash32 hash(int number) {
        return Hash32.fromHex(KnownFiles.hash(number));
    }
}
