package dev.espalier.bench.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.espalier.bench.json.JsonLine;
import dev.espalier.bench.json.UnreadableInputException;
import dev.espalier.trie.Hash32;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says of a store that it holds a made-up state, in a file of its directory: so that a state is built once and used by
 * many runs, and never taken for one of another shape.
 *
 * @param shape what the state was made from
 * @param stateRoot its root
 */
public record GeneratedState(StateShape shape, Hash32 stateRoot) {
    /** The file's name. */
    public static final String FILE_NAME = "generated.json";

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

    /** The file's fields. */
    private record Fields(int slots, int accounts, int contracts, long seed, String stateRoot) {}

    /** Writes the file, once the state is there. */
    public void writeTo(Path directory) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("slots", shape.slots());
        fields.put("accounts", shape.accounts());
        fields.put("contracts", shape.contracts());
        fields.put("seed", shape.seed());
        fields.put("stateRoot", stateRoot.toString());
        try {
            Files.writeString(directory.resolve(FILE_NAME), JsonLine.of(fields) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + directory.resolve(FILE_NAME) + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads the file.
     *
     * @throws UnreadableInputException if there is none, or it is damaged
     */
    public static GeneratedState of(Path directory) {
        Path file = directory.resolve(FILE_NAME);
        if (!Files.exists(file)) {
            throw new UnreadableInputException(
                    directory.toString(), 0, "no " + FILE_NAME + " in it, expected a store that generate has made");
        }
        try {
            Fields fields = MAPPER.readValue(Files.readString(file, StandardCharsets.UTF_8), Fields.class);
            if (fields == null) {
                throw new UnreadableInputException(file.toString(), 0, "null, expected an object");
            }
            return new GeneratedState(
                    new StateShape(fields.slots, fields.accounts, fields.contracts, fields.seed),
                    Hash32.fromHex(fields.stateRoot));
        } catch (JsonProcessingException e) {
            throw new UnreadableInputException(file.toString(), 0, e.getOriginalMessage());
        } catch (IllegalArgumentException | IOException e) {
            throw new UnreadableInputException(file.toString(), 0, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Reads the file of a state that must have a certain shape.
     *
     * @throws UnreadableInputException also if it has another one
     */
    public static GeneratedState of(Path directory, StateShape expected) {
        GeneratedState found = of(directory);
        if (!found.shape.equals(expected)) {
            throw new UnreadableInputException(
                    directory.toString(), 0, "holds a state of " + found.shape + ", expected " + expected);
        }
        return found;
    }
}
