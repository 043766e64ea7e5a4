package dev.espalier.bench.dataset;

import dev.espalier.bench.json.JsonCursor;
import dev.espalier.bench.json.UnreadableInputException;

/** Reads the cases of a file of one kind. */
public interface CaseReader {
    /**
     * Reads a recognised file to its end.
     *
     * @param visitor given each case as soon as it has been read
     * @throws UnreadableInputException at the first thing that is wrong with the file; what was read before stays valid
     */
    static void read(RecognizedFile file, CaseVisitor visitor) {
        try (JsonCursor cursor = JsonCursor.open(file.file())) {
            of(file.kind()).read(cursor, visitor);
        }
    }

    /** Reads from a cursor that stands before the first value. */
    void read(JsonCursor cursor, CaseVisitor visitor);

    private static CaseReader of(FileKind kind) {
        return switch (kind) {
            case HASHED_TRIE_TEST -> TrieTestReader.hashed();
            case RAW_TRIE_TEST -> TrieTestReader.raw();
            case RLP_TEST -> new RlpTestReader();
            case GENESIS -> new GenesisReader();
            case VECTORS -> new VectorReader();
            case TRIPLES -> new TripleReader();
            case CHAINS -> new ChainReader();
            case CONTINUED_CHAIN, BLOCK_WINDOW -> new BlockLinesReader();
            case PROOFS, WITNESSES -> UncheckedReader.skipping("not supported yet");
            case KEY_ORDER_TEST, WORKLOAD -> UncheckedReader.withoutRoot();
        };
    }
}
