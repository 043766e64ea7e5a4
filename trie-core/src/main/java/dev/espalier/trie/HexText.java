package dev.espalier.trie;

import java.util.HexFormat;

/** Reads and writes the hexadecimal text forms of the value types. */
final class HexText {
    private static final HexFormat HEX = HexFormat.of();

    private HexText() {}

    /**
     * Parses exactly {@code length} bytes.
     *
     * @throws IllegalArgumentException if a character is no hex digit or the number of digits is not twice the length
     */
    static byte[] parse(CharSequence text, int length, String what) {
        int start = prefixLength(text);
        if (text.length() - start != 2 * length) {
            throw new IllegalArgumentException(
                    what + ": digits=" + (text.length() - start) + ", expected " + 2 * length + ": " + clipped(text));
        }
        try {
            return HEX.parseHex(text, start, text.length());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + ": not hexadecimal: " + clipped(text), e);
        }
    }

    static int prefixLength(CharSequence text) {
        return text.length() >= 2 && text.charAt(0) == '0' && (text.charAt(1) == 'x' || text.charAt(1) == 'X') ? 2 : 0;
    }

    static String format(byte[] bytes) {
        return "0x" + HEX.formatHex(bytes);
    }

    static String clipped(CharSequence text) {
        return text.length() <= 80 ? text.toString() : text.subSequence(0, 77) + "...";
    }
}
