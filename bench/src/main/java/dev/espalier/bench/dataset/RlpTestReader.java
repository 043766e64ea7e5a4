package dev.espalier.bench.dataset;

import dev.espalier.bench.dataset.RlpCase.ByteString;
import dev.espalier.bench.dataset.RlpCase.Claim;
import dev.espalier.bench.dataset.RlpCase.Encodes;
import dev.espalier.bench.dataset.RlpCase.Invalid;
import dev.espalier.bench.dataset.RlpCase.Item;
import dev.espalier.bench.dataset.RlpCase.Items;
import dev.espalier.bench.dataset.RlpCase.Valid;
import dev.espalier.bench.json.JsonCursor;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Reads ethereum/tests RLPTests: an object of cases {@code {in, out}}, where {@code in} is a text, a number,
 * {@code #decimal}, a list, or one of the words {@code VALID} and {@code INVALID}.
 */
final class RlpTestReader implements CaseReader {
    /** The time to read a number grows with the square of its digits. */
    private static final int MOST_DIGITS = 10_000;

    private static final HexFormat HEX = HexFormat.of();

    @Override
    public void read(JsonCursor cursor, CaseVisitor visitor) {
        cursor.nextRoot();
        cursor.enterObject();
        while (cursor.nextField()) {
            visitor.rlp(readCase(cursor));
        }
        cursor.expectEnd();
    }

    private static RlpCase readCase(JsonCursor cursor) {
        String name = cursor.fieldLabel();
        int line = cursor.line();
        Claim claim = null;
        byte[] encoded = null;
        cursor.enterObject();
        while (cursor.nextField()) {
            switch (cursor.field()) {
                case "in" -> claim = readClaim(cursor);
                case "out" -> encoded = cursor.bytes();
                default -> cursor.skip();
            }
        }
        return new RlpCase(
                name, line, cursor.require(claim, "in", line), HEX.formatHex(cursor.require(encoded, "out", line)));
    }

    private static Claim readClaim(JsonCursor cursor) {
        if (cursor.isText() && cursor.text().equals("VALID")) {
            return new Valid();
        } else if (cursor.isText() && cursor.text().equals("INVALID")) {
            return new Invalid();
        }
        return new Encodes(readItem(cursor));
    }

    private static Item readItem(JsonCursor cursor) {
        if (cursor.isArray()) {
            List<Item> items = new ArrayList<>();
            cursor.enterArray();
            while (cursor.nextElement()) {
                items.add(readItem(cursor));
            }
            return new Items(List.copyOf(items));
        } else if (cursor.isInteger()) {
            return cursor.parsed(
                    "a whole number that is not negative, of at most " + MOST_DIGITS + " digits",
                    cursor.scalar(),
                    RlpTestReader::number);
        }
        String text = cursor.text();
        return text.startsWith("#")
                ? cursor.parsed(
                        "# and a decimal number of at most " + MOST_DIGITS + " digits",
                        text.substring(1),
                        RlpTestReader::number)
                : new ByteString(HEX.formatHex(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** A number is its big-endian bytes without leading zeros; zero is no byte. */
    private static Item number(String decimal) {
        boolean digits = decimal.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        if (decimal.isEmpty() || decimal.length() > MOST_DIGITS || !digits) {
            throw new IllegalArgumentException("not 1.." + MOST_DIGITS + " digits");
        }
        BigInteger value = new BigInteger(decimal);
        String hex = value.signum() == 0 ? "" : value.toString(16);
        return new ByteString(hex.length() % 2 == 0 ? hex : "0" + hex);
    }
}
