package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RlpReaderTest {
    private static final long SEED = 0x5EED_0002L;
    private static final boolean LONG = Boolean.getBoolean("espalier.long");

    @Test
    void readsAnAccessListShapedNestOfItems() {
        // [[address, [[1, [[100]]]], [5]], []]
        byte[] address = new byte[20];
        Arrays.fill(address, (byte) 0xAA);
        RlpReader reader = reader("df" + "dd94" + "aa".repeat(20) + "c5c401c2c164" + "c105" + "c0");
        reader.enterList();
        assertThat(reader.itemsLeft()).isEqualTo(2);
        reader.enterList();
        assertThat(reader.itemsLeft()).isEqualTo(3);
        assertThat(reader.readBytes(20)).isEqualTo(address);
        reader.enterList();
        reader.enterList();
        assertThat(reader.readUInt256()).isEqualTo(UInt256.ONE);
        reader.enterList();
        reader.enterList();
        assertThat(reader.depth()).isEqualTo(6);
        assertThat(reader.readUnsignedLong()).isEqualTo(100);
        reader.leaveList();
        reader.leaveList();
        reader.leaveList();
        reader.leaveList();
        reader.enterList();
        assertThat(reader.readUnsignedLong()).isEqualTo(5);
        assertThat(reader.hasNext()).isFalse();
        reader.leaveList();
        reader.leaveList();
        assertThat(reader.isList()).isTrue();
        reader.enterList();
        assertThat(reader.hasNext()).isFalse();
        reader.leaveList();
        reader.leaveList();
        reader.expectEnd();
    }

    @Test
    void describesAnItemWithoutMovingOrCopying() {
        byte[] bytes = HexFormat.of().parseHex("ffff" + "c88363617483646f67" + "05" + "ff");
        RlpReader reader = new RlpReader(bytes, 2, bytes.length - 1);
        assertThat(reader.source()).isSameAs(bytes);
        assertThat(reader.isList()).isTrue();
        assertThat(reader.position()).isEqualTo(2);
        assertThat(reader.itemLength()).isEqualTo(9);
        assertThat(reader.payloadOffset()).isEqualTo(3);
        assertThat(reader.payloadLength()).isEqualTo(8);
        assertThat(reader.remaining()).isEqualTo(10);
        assertThat(reader.itemsLeft()).isEqualTo(2);
        reader.skip();
        assertThat(reader.isList()).isFalse();
        assertThat(reader.position()).isEqualTo(11);
        assertThat(reader.itemLength()).isEqualTo(1);
        assertThat(reader.payloadOffset()).isEqualTo(11);
        assertThat(reader.payloadLength()).isEqualTo(1);
        reader.skip();
        reader.expectEnd();
    }

    @Test
    void readsAHashAndRefusesOneOfAnotherLength() {
        Hash32 hash = Hash32.of(1, 2, 3, 4);
        assertThat(reader("a0" + HexFormat.of().formatHex(hash.toBytes())).readHash())
                .isEqualTo(hash);
        refused("9f" + "01".repeat(31), RlpReader::readHash, "string length=31, expected 32");
    }

    @ParameterizedTest
    @CsvSource({
        "8100, a single byte below 0x80 has a header",
        "817f, a single byte below 0x80 has a header",
        "b801ff, 'length=1 in the long form, expected the short form'",
        "b800, length with a leading zero byte",
        "b90038, length with a leading zero byte",
        "f801c0, 'length=1 in the long form, expected the short form'",
        "f800, length with a leading zero byte",
        "f90038, length with a leading zero byte",
        "81, 'payload length=1, but 0 bytes follow'",
        "83ffff, 'payload length=3, but 2 bytes follow'",
        "c2c0, 'payload length=2, but 1 bytes follow'",
        "b8, 'length of 1 bytes, but 0 follow'",
        "b938, 'length of 2 bytes, but 1 follow'",
        "ff01020304050607, 'length of 8 bytes, but 7 follow'",
        "b838ff, 'payload length=56, but 1 bytes follow'",
        "f838c0, 'payload length=56, but 1 bytes follow'",
        "bb7fffffff, 'payload length=2147483647, but 0 bytes follow'",
        "bb80000000, 'payload length=2147483648, but 0 bytes follow'",
        "bf7fffffffffffffff, 'payload length=9223372036854775807, but 0 bytes follow'",
        "bf8000000000000000, 'payload length=9223372036854775808, but 0 bytes follow'",
        "ffffffffffffffffff, 'payload length=18446744073709551615, but 0 bytes follow'",
        "'', 'no item follows, expected one'"
    })
    void refusesWhatIsNotTheOneEncoding(String hex, String problem) {
        refused(hex, RlpReader::skip, problem);
        refused(hex, RlpReader::isList, problem);
    }

    @ParameterizedTest
    @ValueSource(ints = {55, 56})
    void theLongFormBeginsAt56Bytes(int length) {
        byte[] bytes = new byte[2 + length];
        bytes[0] = (byte) 0xB8;
        bytes[1] = (byte) length;
        RlpReader reader = new RlpReader(bytes);
        if (length == 56) {
            assertThat(reader.readBytes()).hasSize(56);
        } else {
            assertThatExceptionOfType(RlpException.class).isThrownBy(reader::readBytes);
        }
    }

    @Test
    void anItemMayNotReachBeyondItsList() {
        RlpReader reader = reader("c2820102");
        reader.enterList();
        assertThatExceptionOfType(RlpException.class)
                .isThrownBy(reader::readBytes)
                .withMessage("rlp: offset=1: payload length=2, but 1 bytes follow")
                .satisfies(e -> assertThat(e.offset()).isEqualTo(1));
    }

    @Test
    void anItemMayNotReachBeyondTheRange() {
        RlpReader reader = new RlpReader(new byte[] {(byte) 0x82, 1, 2}, 0, 2);
        assertThatExceptionOfType(RlpException.class).isThrownBy(reader::readBytes);
    }

    @ParameterizedTest
    @CsvSource({
        "00, number with a leading zero byte",
        "820001, number with a leading zero byte",
        "89010000000000000000, 'number length=9, expected at most 8'",
        "c0, 'a list, expected a string'"
    })
    void refusesWhatIsNoNumberOf64Bits(String hex, String problem) {
        refused(hex, RlpReader::readUnsignedLong, problem);
    }

    @Test
    void refusesWhatIsNoNumberOf256Bits() {
        refused("00", RlpReader::readUInt256, "number with a leading zero byte");
        refused("a000" + "01".repeat(31), RlpReader::readUInt256, "number with a leading zero byte");
        refused("a101" + "00".repeat(32), RlpReader::readUInt256, "number length=33, expected at most 32");
        assertThat(reader("80").readUInt256()).isEqualTo(UInt256.ZERO);
    }

    @Test
    void refusesTheOtherKindOfItem() {
        refused("83646f67", RlpReader::enterList, "a string, expected a list");
        refused("c0", RlpReader::readBytes, "a list, expected a string");
        refused("c0", RlpReader::readHash, "a list, expected a string");
    }

    @Test
    void refusesTrailingBytes() {
        RlpReader reader = reader("0506");
        reader.skip();
        assertThatExceptionOfType(RlpException.class)
                .isThrownBy(reader::expectEnd)
                .withMessage("rlp: offset=1: 1 bytes left behind the last item, expected none");
    }

    @Test
    void refusesToLeaveAListWithItemsLeft() {
        RlpReader reader = reader("c20506");
        reader.enterList();
        reader.skip();
        assertThatExceptionOfType(RlpException.class)
                .isThrownBy(reader::leaveList)
                .withMessage("rlp: offset=2: 1 bytes left of the list, expected none");
        reader.skip();
        reader.leaveList();
        reader.expectEnd();
    }

    @Test
    void entersAndLeavesInPairs() {
        RlpReader reader = reader("c0");
        assertThatIllegalStateException().isThrownBy(reader::leaveList);
        reader.enterList();
        assertThatIllegalStateException().isThrownBy(reader::expectEnd);
    }

    @Test
    void staysInPlaceAfterAnError() {
        RlpReader reader = reader("83646f67");
        assertThatExceptionOfType(RlpException.class).isThrownBy(reader::enterList);
        assertThatExceptionOfType(RlpException.class).isThrownBy(reader::readHash);
        assertThatExceptionOfType(RlpException.class).isThrownBy(() -> reader.readBytes(2));
        assertThat(reader.readBytes(3)).isEqualTo(new byte[] {'d', 'o', 'g'});

        RlpReader damaged = reader("058100");
        assertThatExceptionOfType(RlpException.class).isThrownBy(damaged::itemsLeft);
        assertThat(damaged.readUnsignedLong()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"-1, 2", "3, 2", "0, 4", "4, 4"})
    void refusesARangeOutsideTheArray(int from, int to) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> new RlpReader(new byte[3], from, to))
                .withMessageContaining("from=" + from + " to=" + to);
    }

    @Test
    void aHundredThousandNestedListsNeedNoStack() {
        int depth = 100_000;
        byte[] nested = new byte[5 * depth];
        int start = nested.length;
        for (int i = 0; i < depth; i++) {
            int payload = nested.length - start;
            start -= Rlp.listHeaderLength(payload);
            Rlp.writeListHeader(payload, nested, start);
        }
        RlpReader reader = new RlpReader(nested, start, nested.length);
        do {
            reader.enterList();
        } while (reader.hasNext());
        assertThat(reader.depth()).isEqualTo(depth);
        while (reader.depth() > 0) {
            reader.leaveList();
        }
        reader.expectEnd();
    }

    @Test
    void mutatedBytesAreRefusedOrAreTheEncodingOfWhatTheyDecodeTo() {
        int refused = 0;
        int accepted = 0;
        for (int i = 0; i < (LONG ? 2_000_000 : 50_000); i++) {
            Random random = new Random(SEED + i);
            byte[] mutated = mutate(random, RlpItem.encode(RlpItem.random(random, 3)));
            try {
                RlpItem item = RlpItem.decode(mutated);
                assertThat(RlpItem.encode(item)).as("seed=%d", SEED + i).isEqualTo(mutated);
                accepted++;
            } catch (RlpException e) {
                assertThat(e.offset()).as("seed=%d", SEED + i).isBetween(0, mutated.length);
                refused++;
            }
        }
        assertThat(refused).as("refused").isPositive();
        assertThat(accepted).as("accepted").isPositive();
    }

    private static byte[] mutate(Random random, byte[] encoded) {
        byte[] bytes = switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(encoded, random.nextInt(encoded.length + 1));
            case 1 -> Arrays.copyOf(encoded, encoded.length + 1 + random.nextInt(3));
            default -> encoded.clone();
        };
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            int at = random.nextInt(random.nextBoolean() ? Math.min(4, bytes.length) : bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                default -> bytes[at] = (byte) (0xB6 + random.nextInt(4) + (random.nextBoolean() ? 0x40 : 0));
            }
        }
        return bytes;
    }

    private static void refused(String hex, Consumer<RlpReader> read, String problem) {
        assertThatExceptionOfType(RlpException.class)
                .isThrownBy(() -> read.accept(reader(hex)))
                .withMessage("rlp: offset=0: " + problem);
    }

    private static RlpReader reader(String hex) {
        return new RlpReader(HexFormat.of().parseHex(hex));
    }
}
