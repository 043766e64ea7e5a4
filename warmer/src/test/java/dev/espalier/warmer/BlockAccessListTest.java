package dev.espalier.warmer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.RlpException;
import dev.espalier.warmer.BlockAccessList.AccountChanges;
import dev.espalier.warmer.BlockAccessList.BalanceChange;
import dev.espalier.warmer.BlockAccessList.NonceChange;
import dev.espalier.warmer.BlockAccessList.SlotChanges;
import dev.espalier.warmer.BlockAccessList.StorageChange;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The RLP form of block access lists, by bytes written by hand from EIP-7928. */
class BlockAccessListTest {
    private static final String ONES = "94" + "11".repeat(20);
    private static final String TWOS = "94" + "22".repeat(20);

    private static final String SLOT_7 = "c807c6" + "c2010a" + "c20280";
    private static final String SLOT_256 = "eb820100e7e6" + "84ffffffff" + "a0" + "ff".repeat(32);
    private static final String FULL_ACCOUNT = "f866" + ONES
            + ("f5" + SLOT_7 + SLOT_256)
            + "c28008"
            + "c5c401820400"
            + ("cbca80" + "88ffffffffffffffff")
            + "c5c403826000";
    private static final String TOUCHED_ACCOUNT = "da" + TWOS + "c0c0c0c0c0";
    private static final String FULL = "f883" + FULL_ACCOUNT + TOUCHED_ACCOUNT;

    private static BlockAccessList decode(String hex) {
        return BlockAccessList.decode(HexFormat.of().parseHex(hex));
    }

    @Test
    void everyPartIsWhereTheStandardSays() {
        BlockAccessList list = decode(FULL);
        assertThat(list.accounts()).hasSize(2);
        AccountChanges full = list.accounts().getFirst();
        assertThat(full.address()).isEqualTo(Address.fromHex("11".repeat(20)));
        assertThat(full.storageChanges())
                .containsExactly(
                        new SlotChanges(
                                UInt256.of(7),
                                List.of(new StorageChange(1, UInt256.of(10)), new StorageChange(2, UInt256.ZERO))),
                        new SlotChanges(UInt256.of(256), List.of(new StorageChange(-1, UInt256.MAX))));
        assertThat(full.storageReads()).containsExactly(UInt256.ZERO, UInt256.of(8));
        assertThat(full.balanceChanges()).containsExactly(new BalanceChange(1, UInt256.of(1_024)));
        assertThat(full.nonceChanges()).containsExactly(new NonceChange(0, -1));
        assertThat(full.codeChanges()).hasSize(1);
        assertThat(full.codeChanges().getFirst().index()).isEqualTo(3);
        assertThat(full.codeChanges().getFirst().code()).containsExactly(0x60, 0);
        assertThat(full.isChanged()).isTrue();
        assertThat(full.storageChanges().getFirst().valueAfter()).isEqualTo(UInt256.ZERO);
        AccountChanges touched = list.accounts().getLast();
        assertThat(touched.address()).isEqualTo(Address.fromHex("22".repeat(20)));
        assertThat(touched.isChanged()).isFalse();
        assertThat(AccessListRlp.encode(list)).asHexString().isEqualToIgnoringCase(FULL);
    }

    @Test
    void aBlockMayAccessNothing() {
        assertThat(decode("c0").accounts()).isEmpty();
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 0 | no item follows",
                "80 | 0 | a string, expected a list",
                "c000 | 1 | 1 bytes left behind the last item",
                "c1c0 | 2 | no item follows",
                "c101 | 1 | a string, expected a list",
                "dad993@19@c0c0c0c0c0 | 2 | string length=19, expected 20",
                "da94@20@c0c0c0c0 | 0 | payload length=26",
                "dad994@20@c0c0c0c0 | 27 | no item follows",
                "dcdb94@20@c0c0c0c0c0c0 | 28 | 1 bytes left of the list",
                "dedd94@20@c3c201c0c0c0c0c0 | 26 | without a change",
                "e1e094@20@c6c500c3c20101c0c0c0c0 | 25 | number with a leading zero byte",
                "dddc94@20@c0c20101c0c0c0 | 26 | in ascending order",
                "dddc94@20@c0c20201c0c0c0 | 26 | in ascending order",
                "e1e094@20@c0c0c6c20101c20102c0c0 | 29 | in ascending order",
                "e3e294@20@c0c0c8c785010000000001c0c0 | 27 | block access index=4294967296, expected at most"
                        + " 4294967295",
                "e2e194@20@c6c505c3c20109c105c0c0c0 | 30 | both changed and only read",
                "e7e694@20@c0c0c0cccb0189010000000000000000c0 | 29 | number length=9",
                "f6da94@20@c0c0c0c0c0da94@20@c0c0c0c0c0 | 28 | in ascending order",
            })
    void whatIsNotTheOneValidFormIsRefusedWithItsPosition(String pattern, int offset, String problem) {
        String hex = pattern.replace("@20@", "11".repeat(20)).replace("@19@", "11".repeat(19));
        assertThatThrownBy(() -> decode(hex))
                .isInstanceOf(RlpException.class)
                .hasMessageContaining(problem)
                .hasMessageContaining("offset=" + offset + ":");
    }

    /** Each byte set to each other value: a list that encodes to just these bytes, or the one stated exception. */
    @Test
    void aChangedByteGivesAnotherListOrARefusal() {
        byte[] valid = HexFormat.of().parseHex(FULL);
        int refused = 0;
        int accepted = 0;
        for (int at = 0; at < valid.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] changed = valid.clone();
                changed[at] = (byte) value;
                try {
                    assertThat(AccessListRlp.encode(BlockAccessList.decode(changed)))
                            .isEqualTo(changed);
                    accepted++;
                } catch (RlpException e) {
                    assertThat(e.offset()).isBetween(0, valid.length);
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThan(5_000);
        assertThat(accepted).isGreaterThan(5_000);
    }

    @Test
    void aShortenedListIsRefused() {
        byte[] valid = HexFormat.of().parseHex(FULL);
        for (int length = 0; length < valid.length; length++) {
            byte[] cut = Arrays.copyOf(valid, length);
            assertThat(catchThrowableOfType(RlpException.class, () -> BlockAccessList.decode(cut)))
                    .as("length=%d", length)
                    .isNotNull();
        }
    }

    @Test
    void aSlotWithoutAChangeCannotBeMade() {
        assertThatThrownBy(() -> new SlotChanges(UInt256.ONE, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("changes=0, expected at least 1");
    }
}
