package dev.espalier.bench.dataset;

import dev.espalier.bench.json.InputFile;
import dev.espalier.bench.json.JsonCursor;
import dev.espalier.bench.json.PrintableText;
import dev.espalier.bench.json.UnreadableInputException;
import dev.espalier.trie.Hash32;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file and what it holds, told by the fields of its first object. The name decides in one case only: whether a trie
 * test's keys are hashed, which its content does not say.
 *
 * @param startRoot the state root that a {@link FileKind#CONTINUED_CHAIN} begins at; null for every other kind
 */
public record RecognizedFile(
        InputFile file, FileKind kind, @Nullable Hash32 startRoot) {
    private static final String HASHED_KEYS_MARK = "securetrie";
    private static final String EXPECTED =
            "expected a trie test, RLP test, genesis state, update vectors, state triples,"
                    + " block chains, proofs, witnesses or a workload";

    /**
     * Recognises a file, reading no more than its first object.
     *
     * @throws UnreadableInputException if it is missing, empty, damaged or of no known kind
     */
    public static RecognizedFile recognize(InputFile file) {
        try (JsonCursor cursor = JsonCursor.open(file)) {
            if (!cursor.nextRoot()) {
                throw new UnreadableInputException(file.name(), 0, "is empty, expected JSON");
            }
            Shape shape = Shape.read(cursor);
            FileKind kind = kindOf(shape, file);
            if (kind == null) {
                throw new UnreadableInputException(
                        file.name(), shape.line, "not a file of known answers: " + EXPECTED + "; found " + shape);
            }
            return new RecognizedFile(file, kind, kind == FileKind.CONTINUED_CHAIN ? startRoot(shape, cursor) : null);
        }
    }

    private static Hash32 startRoot(Shape shape, JsonCursor cursor) {
        return cursor.require(shape.startRoot, "startRoot", shape.line);
    }

    /** Fields that mark a kind are looked for so that a file which lacks one of them is still known for what it is. */
    private static @Nullable FileKind kindOf(Shape shape, InputFile file) {
        if (shape.has("nodes")) {
            return FileKind.WITNESSES;
        } else if (shape.has("accountProof") || shape.has("storageProof")) {
            return FileKind.PROOFS;
        } else if (shape.has("pre") || shape.has("post")) {
            return FileKind.TRIPLES;
        } else if (shape.has("vectors")) {
            return FileKind.VECTORS;
        } else if (shape.has("genesis") || shape.has("blocks")) {
            return FileKind.CHAINS;
        } else if (shape.has("accounts")) {
            return shape.has("startRoot") ? FileKind.BLOCK_WINDOW : FileKind.GENESIS;
        } else if (shape.has("startRoot") || shape.has("startHash")) {
            return FileKind.CONTINUED_CHAIN;
        } else if (shape.has("txs") || shape.has("touched") || shape.has("touchedPreState") || shape.has("measured")) {
            return FileKind.WORKLOAD;
        } else if (shape.has("diff")) {
            return FileKind.CONTINUED_CHAIN;
        }
        return kindOfTest(shape, file);
    }

    private static @Nullable FileKind kindOfTest(Shape shape, InputFile file) {
        if (!shape.hasInMember("in")) {
            return null;
        } else if (shape.hasInMember("out")) {
            return FileKind.RLP_TEST;
        } else if (shape.hasInMember("tests")) {
            return FileKind.KEY_ORDER_TEST;
        }
        String name = String.valueOf(file.path().getFileName()).toLowerCase(Locale.ROOT);
        return name.contains(HASHED_KEYS_MARK) ? FileKind.HASHED_TRIE_TEST : FileKind.RAW_TRIE_TEST;
    }

    /** The field names of an object, and those of its first member that is an object. */
    private static final class Shape {
        private final int line;
        private final Set<String> fields = new HashSet<>();
        private final Set<String> memberFields = new HashSet<>();
        private @Nullable Hash32 startRoot;

        private Shape(int line) {
            this.line = line;
        }

        static Shape read(JsonCursor cursor) {
            Shape shape = new Shape(cursor.line());
            cursor.enterObject();
            while (cursor.nextField()) {
                shape.add(cursor);
            }
            return shape;
        }

        private void add(JsonCursor cursor) {
            String field = cursor.field();
            boolean first = fields.isEmpty();
            fields.add(field);
            if (field.equals("startRoot")) {
                startRoot = cursor.hash();
            } else if (first && cursor.isObject()) {
                cursor.enterObject();
                while (cursor.nextField()) {
                    memberFields.add(cursor.field());
                    cursor.skip();
                }
            } else {
                cursor.skip();
            }
        }

        boolean has(String field) {
            return fields.contains(field);
        }

        boolean hasInMember(String field) {
            return memberFields.contains(field);
        }

        @Override
        public String toString() {
            return fields.isEmpty()
                    ? "an object without fields"
                    : "an object with the fields "
                            + String.join(
                                    ", ",
                                    fields.stream()
                                            .sorted()
                                            .limit(8)
                                            .map(PrintableText::clipped)
                                            .toList());
        }
    }
}
