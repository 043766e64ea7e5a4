package dev.espalier.bench.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Writes an object as one line of JSON. */
public final class JsonLine {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonLine() {}

    /**
     * Returns the object without a line break.
     *
     * @param fields in the order in which they are written; values are null, text, numbers, booleans, maps and lists
     */
    public static String of(Map<String, ?> fields) {
        try {
            return MAPPER.writeValueAsString(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
