package dev.espalier.trie.oracle;

import java.util.HexFormat;

/** Paths of nibbles as text, one lower-case hex digit a nibble; such text sorts as the nibbles do. */
final class Nibbles {
    private Nibbles() {}

    /**
     * Checks the digits.
     *
     * @throws IllegalArgumentException if {@code path} holds anything but lower-case hex digits
     */
    static void check(String path) {
        for (int i = 0; i < path.length(); i++) {
            char digit = path.charAt(i);
            if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
                throw new IllegalArgumentException("path=" + path + ", expected lower-case hex digits only");
            }
        }
    }

    /** How many leading nibbles both paths share. */
    static int shared(String a, String b) {
        int limit = Math.min(a.length(), b.length());
        int shared = 0;
        while (shared < limit && a.charAt(shared) == b.charAt(shared)) {
            shared++;
        }
        return shared;
    }

    /** The hex-prefix encoding (Yellow Paper, appendix C): leaf flag and parity in the first nibble. */
    static byte[] hexPrefix(String path, boolean leaf) {
        boolean odd = path.length() % 2 == 1;
        String prefix = leaf ? (odd ? "3" : "20") : (odd ? "1" : "00");
        return HexFormat.of().parseHex(prefix + path);
    }
}
