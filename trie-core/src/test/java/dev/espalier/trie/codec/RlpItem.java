package dev.espalier.trie.codec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** A decoded RLP item: a string of bytes, or a list of items. The simplest form there is, to check the codec with. */
sealed interface RlpItem {
    /** A string. */
    final class Text implements RlpItem {
        final byte[] bytes;

        Text(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Text text && Arrays.equals(bytes, text.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** A list. */
    record Items(List<RlpItem> items) implements RlpItem {}

    /** Decodes exactly one item, without recursion. */
    static RlpItem decode(byte[] encoded) {
        RlpReader reader = new RlpReader(encoded);
        Deque<List<RlpItem>> open = new ArrayDeque<>();
        open.push(new ArrayList<>());
        do {
            if (reader.depth() > 0 && !reader.hasNext()) {
                reader.leaveList();
                RlpItem list = new Items(open.pop());
                open.element().add(list);
            } else if (reader.isList()) {
                reader.enterList();
                open.push(new ArrayList<>());
            } else {
                open.element().add(new Text(reader.readBytes()));
            }
        } while (reader.depth() > 0);
        reader.expectEnd();
        return open.element().getFirst();
    }

    /** Encodes into an array of exactly the length that the length methods give. */
    static byte[] encode(RlpItem item) {
        byte[] encoded = new byte[encodedLength(item)];
        int end = encode(item, encoded, 0);
        if (end != encoded.length) {
            throw new AssertionError("encoded " + end + " bytes, announced " + encoded.length);
        }
        return encoded;
    }

    private static int encodedLength(RlpItem item) {
        return switch (item) {
            case Text text -> Rlp.encodedLength(text.bytes, 0, text.bytes.length);
            case Items list -> {
                int payload = payloadLength(list);
                yield Rlp.listHeaderLength(payload) + payload;
            }
        };
    }

    private static int payloadLength(Items list) {
        return list.items().stream().mapToInt(RlpItem::encodedLength).sum();
    }

    private static int encode(RlpItem item, byte[] dst, int at) {
        return switch (item) {
            case Text text -> Rlp.encodeString(text.bytes, 0, text.bytes.length, dst, at);
            case Items list -> {
                int next = Rlp.writeListHeader(payloadLength(list), dst, at);
                for (RlpItem child : list.items()) {
                    next = encode(child, dst, next);
                }
                yield next;
            }
        };
    }

    /** Returns a random item whose strings crowd around the lengths and values where the encoding changes. */
    static RlpItem random(Random random, int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            int length = switch (random.nextInt(8)) {
                case 0 -> 0;
                case 1, 2 -> 1;
                case 3 -> 53 + random.nextInt(6);
                case 4 -> 253 + random.nextInt(6);
                default -> random.nextInt(33);
            };
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return new Text(bytes);
        }
        List<RlpItem> items = new ArrayList<>();
        for (int i = random.nextInt(random.nextBoolean() ? 3 : 18); i > 0; i--) {
            items.add(random(random, depth - 1));
        }
        return new Items(items);
    }
}
