package dev.espalier.bench.cli;

import dev.espalier.segment.SegmentEncoding;
import dev.espalier.store.StoreOptions;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options about how frozen and base segment files are written. */
final class SegmentForm {
    private static final String PARTS = "rows, leaves, both or none";

    @Option(
            names = "--short-keys",
            paramLabel = "BOOLEAN",
            arity = "1",
            defaultValue = "true",
            description = "leave the key rests of leaf children out of the base's rows; what was left out once stays so"
                    + " (default: ${DEFAULT-VALUE})")
    private boolean shortKeys;

    @Option(
            names = "--compress",
            paramLabel = "PART",
            converter = PartConverter.class,
            defaultValue = "leaves",
            description = "what is compressed where it saves a twentieth: " + PARTS + " (default: ${DEFAULT-VALUE})")
    private Set<Part> compressed = Set.of();

    @Option(
            names = "--perfect-hash",
            paramLabel = "PART",
            converter = PartConverter.class,
            defaultValue = "none",
            description = "what is located by a perfect hash, not by separators and a filter: " + PARTS
                    + " (default: ${DEFAULT-VALUE})")
    private Set<Part> hashed = Set.of();

    /** Parts of a segment file. */
    enum Part {
        ROWS,
        LEAVES
    }

    /** Reads a word for a set of parts. */
    static final class PartConverter implements ITypeConverter<Set<Part>> {
        @Override
        public Set<Part> convert(String word) {
            return switch (word.toLowerCase(Locale.ROOT)) {
                case "rows" -> EnumSet.of(Part.ROWS);
                case "leaves" -> EnumSet.of(Part.LEAVES);
                case "both" -> EnumSet.allOf(Part.class);
                case "none" -> EnumSet.noneOf(Part.class);
                default -> throw new TypeConversionException("'" + word + "', expected " + PARTS);
            };
        }
    }

    SegmentEncoding encoding() {
        return new SegmentEncoding(
                compressed.contains(Part.ROWS),
                compressed.contains(Part.LEAVES),
                hashed.contains(Part.ROWS),
                hashed.contains(Part.LEAVES));
    }

    /** Adds them to a store's options. */
    StoreOptions.Builder addTo(StoreOptions.Builder options) {
        return options.shortKeys(shortKeys).encoding(encoding());
    }
}
