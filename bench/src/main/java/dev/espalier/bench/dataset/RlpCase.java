package dev.espalier.bench.dataset;

import java.util.List;

/**
 * A case of the RLP tests.
 *
 * @param line where it begins, counted from 1
 * @param claim what must hold of {@code encoded}
 * @param encoded hex without {@code 0x}
 */
public record RlpCase(String name, int line, Claim claim, String encoded) {
    /** What an RLP case says. */
    public sealed interface Claim {}

    /** The item encodes to the bytes, and the bytes decode to the item. */
    public record Encodes(Item item) implements Claim {}

    /** The bytes decode. */
    public record Valid() implements Claim {}

    /** The bytes are refused. */
    public record Invalid() implements Claim {}

    /** What RLP encodes: a byte string or a list. */
    public sealed interface Item {}

    /**
     * A byte string.
     *
     * @param hex its bytes in hex without {@code 0x}, lower case
     */
    public record ByteString(String hex) implements Item {}

    /** A list of items. */
    public record Items(List<Item> items) implements Item {}
}
