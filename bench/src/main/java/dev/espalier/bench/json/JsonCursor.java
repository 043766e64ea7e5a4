package dev.espalier.bench.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the JSON values of a file, one after the other and without keeping them: a document and a file of one
 * object a line read alike.
 *
 * <p>A value is read by asking for what it should be; anything else is an {@link UnreadableInputException} with the
 * line. Not thread-safe.
 */
public final class JsonCursor implements AutoCloseable {
    /** Far more than any known file has, and few enough for who reads nested values by recursion. */
    static final int MOST_LEVELS = 200;

    /** The names of known cases have up to 300, and end with what tells them apart. */
    private static final int LABEL_CHARACTERS = 320;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(256 << 20)
                    .maxNestingDepth(MOST_LEVELS)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final InputFile file;
    private final JsonParser parser;

    private JsonCursor(InputFile file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * Opens a file; the cursor stands before its first value.
     *
     * @throws UnreadableInputException if it cannot be opened
     */
    public static JsonCursor open(InputFile file) {
        InputStream in = file.open();
        try {
            return new JsonCursor(file, JSON.createParser(in));
        } catch (IOException e) {
            closeAfter(e, in);
            throw new UnreadableInputException(file.name(), 0, problemOf(e));
        }
    }

    /** Returns the file that is read. */
    public InputFile file() {
        return file;
    }

    /** Returns the line of the current value, counted from 1. */
    public int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    /**
     * Moves to the next top-level value, which must be an object.
     *
     * @return false at the end of the file
     */
    public boolean nextRoot() {
        JsonToken token = advance();
        if (token == null) {
            return false;
        }
        if (token != JsonToken.START_OBJECT) {
            throw mismatch("a JSON object");
        }
        return true;
    }

    /** Checks that the file ends after the current top-level value. */
    public void expectEnd() {
        if (advance() != null) {
            throw damaged("expected the end of the file after the first JSON object, found more");
        }
    }

    /** Steps into the current object; {@link #nextField} then gives its fields. */
    public void enterObject() {
        expect(JsonToken.START_OBJECT, "an object");
    }

    /** Moves to the next field's value; false at the end of the object. */
    public boolean nextField() {
        if (advance() == JsonToken.END_OBJECT) {
            return false;
        }
        advance();
        return true;
    }

    /** Returns the name of the field whose value the cursor stands at. */
    public String field() {
        try {
            String name = parser.currentName();
            return name == null ? "" : name;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Returns the name of the current field where it is but a name: as much of it as is shown. */
    public String fieldLabel() {
        return PrintableText.clipped(field(), LABEL_CHARACTERS);
    }

    /** Steps into the current array; {@link #nextElement} then gives its elements. */
    public void enterArray() {
        expect(JsonToken.START_ARRAY, "an array");
    }

    /** Moves to the next element; false at the end of the array. */
    public boolean nextElement() {
        return advance() != JsonToken.END_ARRAY;
    }

    /** Passes over the current value, whatever it is. */
    public void skip() {
        try {
            parser.skipChildren();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Returns whether the current value is null. */
    public boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    /** Returns whether the current value is an object. */
    public boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    /** Returns whether the current value is an array. */
    public boolean isArray() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    /** Returns whether the current value is text. */
    public boolean isText() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    /** Returns whether the current value is a whole number. */
    public boolean isInteger() {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
    }

    /** Returns the current text. */
    public String text() {
        expect(JsonToken.VALUE_STRING, "text");
        return scalar();
    }

    /** Returns the current text, number or literal as it is written. */
    public String scalar() {
        if (!parser.currentToken().isScalarValue()) {
            throw mismatch("text or a number");
        }
        try {
            return parser.getText();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Returns the current text where it is but a name: as much of it as is shown. */
    public String label() {
        return PrintableText.clipped(text(), LABEL_CHARACTERS);
    }

    /** Reads 32 bytes in hex. */
    public Hash32 hash() {
        return parsed("32 bytes in hex", text(), Hash32::fromHex);
    }

    /** Reads an address in hex. */
    public Address address() {
        return parsed("an address of 20 bytes in hex", text(), Address::fromHex);
    }

    /** Returns the address that is the current field's name. */
    public Address addressKey() {
        return parsed("an address of 20 bytes in hex", field(), Address::fromHex);
    }

    /** Returns the slot that is the current field's name. */
    public UInt256 slotKey() {
        return parsed("a slot of at most 32 bytes in hex", field(), UInt256::fromHex);
    }

    /** Reads a number in hex. */
    public UInt256 quantity() {
        return parsed("a number of at most 32 bytes in hex", text(), UInt256::fromHex);
    }

    /** Reads a decimal number. */
    public UInt256 decimal() {
        return parsed("a decimal number below 2^256", scalar(), UInt256::fromDecimal);
    }

    /** Reads bytes in hex. */
    public byte[] bytes() {
        return parsed("bytes in hex", text(), JsonCursor::hexBytes);
    }

    /** Returns the 64 bits of a number read by {@link #quantity} or {@link #decimal}. */
    public long unsigned64(UInt256 number) {
        if (number.compareTo(UInt256.of(-1L)) > 0) {
            throw damaged("field '" + fieldLabel() + "': expected an unsigned 64-bit number, found " + number);
        }
        return number.toBigInteger().longValue();
    }

    /** Parses text, and says in the error what was expected and where. */
    public <T> T parsed(String expected, String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw damaged("field '" + fieldLabel() + "': expected " + expected + ", found \""
                    + PrintableText.clipped(text) + '"');
        }
    }

    /**
     * Returns a field's value, or says that the object lacks it.
     *
     * @param line where the object begins
     */
    public <T> T require(@Nullable T value, String field, int line) {
        if (value == null) {
            throw new UnreadableInputException(file.name(), line, "field '" + field + "' is missing");
        }
        return value;
    }

    /** Returns an error about a field whose name stands for the same as an earlier one's, in another spelling. */
    public UnreadableInputException repeated(String what) {
        return damaged("field '" + fieldLabel() + "': expected each " + what + " once, found it again");
    }

    /** Returns an error at the current line. */
    public UnreadableInputException damaged(String problem) {
        return new UnreadableInputException(file.name(), line(), problem);
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /**
     * Parses bytes in hex, with or without {@code 0x}.
     *
     * @throws IllegalArgumentException if the text is no hex or has an odd number of digits
     */
    public static byte[] hexBytes(String text) {
        return HexFormat.of().parseHex(text.startsWith("0x") ? text.substring(2) : text);
    }

    private void expect(JsonToken token, String expected) {
        if (parser.currentToken() != token) {
            throw mismatch(expected);
        }
    }

    private UnreadableInputException mismatch(String expected) {
        JsonToken found = parser.currentToken();
        String where = field().isEmpty() ? "" : "field '" + fieldLabel() + "': ";
        String what = found == null
                ? "nothing"
                : switch (found) {
                    case START_OBJECT -> "an object";
                    case START_ARRAY -> "an array";
                    default -> PrintableText.clipped(scalar());
                };
        return damaged(where + "expected " + expected + ", found " + what);
    }

    private @Nullable JsonToken advance() {
        try {
            return parser.nextToken();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private UnreadableInputException unreadable(IOException e) {
        return new UnreadableInputException(
                file.name(), parser.currentLocation().getLineNr(), problemOf(e));
    }

    private static void closeAfter(IOException failure, InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private static String problemOf(IOException e) {
        return switch (e) {
            case JsonEOFException _ -> "the file ends inside a JSON value, expected its end";
            case EOFException _ -> "the gzip stream ends early (truncated file), expected its end";
            case ZipException zip -> "damaged gzip data (" + zip.getMessage() + ")";
            case StreamConstraintsException limit ->
                "beyond what is read: " + withoutSource(limit.getOriginalMessage());
            case JsonProcessingException json ->
                "not valid JSON: " + PrintableText.clipped(firstClause(json.getOriginalMessage()));
            default -> InputFile.problemOf(e);
        };
    }

    /** Jackson names the setting that a limit comes from, which is none of the user's. */
    private static String withoutSource(String message) {
        return message.replaceAll(", from `[^`]*`", "");
    }

    /** Jackson goes on with what else it would have taken, and in further lines with its own settings. */
    private static String firstClause(String message) {
        String line = message.lines().findFirst().orElse("");
        int more = line.indexOf("): ");
        return more < 0 ? line : line.substring(0, more + 1);
    }
}
