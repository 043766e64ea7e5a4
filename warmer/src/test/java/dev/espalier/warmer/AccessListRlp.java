package dev.espalier.warmer;

import dev.espalier.trie.UInt256;
import dev.espalier.trie.oracle.Rlp;
import dev.espalier.warmer.BlockAccessList.AccountChanges;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;

/** Encodes access lists as EIP-7928 says, for tests. */
final class AccessListRlp {
    private AccessListRlp() {}

    static byte[] encode(BlockAccessList list) {
        return list(list.accounts(), AccessListRlp::account);
    }

    private static byte[] account(AccountChanges account) {
        return Rlp.list(List.of(
                Rlp.string(account.address().toBytes()),
                list(
                        account.storageChanges(),
                        slot -> Rlp.list(List.of(
                                number(slot.slot()),
                                list(
                                        slot.changes(),
                                        change -> Rlp.list(List.of(index(change.index()), number(change.value()))))))),
                list(account.storageReads(), AccessListRlp::number),
                list(
                        account.balanceChanges(),
                        change -> Rlp.list(List.of(index(change.index()), number(change.balance())))),
                list(
                        account.nonceChanges(),
                        change -> Rlp.list(List.of(
                                index(change.index()),
                                Rlp.number(new BigInteger(Long.toUnsignedString(change.nonce())))))),
                list(
                        account.codeChanges(),
                        change -> Rlp.list(List.of(index(change.index()), Rlp.string(change.code()))))));
    }

    private static <T> byte[] list(List<T> items, Function<T, byte[]> encoded) {
        return Rlp.list(items.stream().map(encoded).toList());
    }

    private static byte[] index(int index) {
        return Rlp.number(BigInteger.valueOf(Integer.toUnsignedLong(index)));
    }

    private static byte[] number(UInt256 number) {
        return Rlp.number(number.toBigInteger());
    }
}
