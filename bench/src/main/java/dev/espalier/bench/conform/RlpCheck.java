package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.RlpCase;
import dev.espalier.bench.dataset.RlpCase.ByteString;
import dev.espalier.bench.dataset.RlpCase.Encodes;
import dev.espalier.bench.dataset.RlpCase.Invalid;
import dev.espalier.bench.dataset.RlpCase.Item;
import dev.espalier.bench.dataset.RlpCase.Items;
import dev.espalier.bench.dataset.RlpCase.Valid;
import dev.espalier.trie.codec.Rlp;
import dev.espalier.trie.codec.RlpException;
import dev.espalier.trie.codec.RlpReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks an RLP case against the codec, in both directions. */
final class RlpCheck {
    private static final HexFormat HEX = HexFormat.of();

    private RlpCheck() {}

    /** Returns what came out instead of what the case says; null when it holds. */
    static @Nullable String problemOf(RlpCase rlp) {
        return switch (rlp.claim()) {
            case Encodes encodes -> problemOf(encodes.item(), rlp.encoded());
            case Valid _ -> refusalOf(rlp.encoded());
            case Invalid _ -> refusalOf(rlp.encoded()) == null ? "decoded" : null;
        };
    }

    /** Returns what the case says. */
    static String expectationOf(RlpCase rlp) {
        return switch (rlp.claim()) {
            case Encodes _ -> rlp.encoded();
            case Valid _ -> "decoded: " + rlp.encoded();
            case Invalid _ -> "refused: " + rlp.encoded();
        };
    }

    private static @Nullable String problemOf(Item item, String expected) {
        String encoded = HEX.formatHex(encode(item));
        if (!encoded.equals(expected)) {
            return encoded;
        }
        try {
            return decode(expected).equals(item) ? null : "another item when decoded";
        } catch (RlpException e) {
            return "refused when decoded: " + e.getMessage();
        }
    }

    private static @Nullable String refusalOf(String encoded) {
        try {
            decode(encoded);
            return null;
        } catch (RlpException e) {
            return "refused: " + e.getMessage();
        }
    }

    /** Decodes one item that takes all the bytes. Does not recurse: files of hostile input nest deeply. */
    private static Item decode(String hex) {
        RlpReader reader = new RlpReader(HEX.parseHex(hex));
        Deque<List<Item>> open = new ArrayDeque<>();
        open.push(new ArrayList<>());
        do {
            if (reader.depth() > 0 && !reader.hasNext()) {
                reader.leaveList();
                Item list = new Items(open.pop());
                open.element().add(list);
            } else if (reader.isList()) {
                reader.enterList();
                open.push(new ArrayList<>());
            } else {
                open.element().add(new ByteString(HEX.formatHex(reader.readBytes())));
            }
        } while (reader.depth() > 0);
        reader.expectEnd();
        return open.element().getFirst();
    }

    private static byte[] encode(Item item) {
        byte[] encoded = new byte[encodedLength(item)];
        encode(item, encoded, 0);
        return encoded;
    }

    private static int encodedLength(Item item) {
        return switch (item) {
            case ByteString string -> {
                byte[] bytes = HEX.parseHex(string.hex());
                yield Rlp.encodedLength(bytes, 0, bytes.length);
            }
            case Items list -> {
                int payload = payloadLength(list);
                yield Rlp.listHeaderLength(payload) + payload;
            }
        };
    }

    private static int payloadLength(Items list) {
        return list.items().stream().mapToInt(RlpCheck::encodedLength).sum();
    }

    private static int encode(Item item, byte[] into, int at) {
        return switch (item) {
            case ByteString string -> {
                byte[] bytes = HEX.parseHex(string.hex());
                yield Rlp.encodeString(bytes, 0, bytes.length, into, at);
            }
            case Items list -> {
                int next = Rlp.writeListHeader(payloadLength(list), into, at);
                for (Item child : list.items()) {
                    next = encode(child, into, next);
                }
                yield next;
            }
        };
    }
}
