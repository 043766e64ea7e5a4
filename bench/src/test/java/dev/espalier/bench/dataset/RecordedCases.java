package dev.espalier.bench.dataset;

import dev.espalier.bench.json.InputFile;
import dev.espalier.trie.Hash32;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what a file's reader tells. */
final class RecordedCases implements CaseVisitor {
    final List<CaseStart> starts = new ArrayList<>();
    final List<BlockChange> blocks = new ArrayList<>();
    final List<String> heads = new ArrayList<>();
    final List<RlpCase> rlps = new ArrayList<>();
    final List<String> skipped = new ArrayList<>();
    int withoutRoot;

    static RecordedCases of(Path file) {
        RecordedCases cases = new RecordedCases();
        CaseReader.read(RecognizedFile.recognize(InputFile.of(file)), cases);
        return cases;
    }

    @Override
    public void beginCase(CaseStart start) {
        starts.add(start);
    }

    @Override
    public void block(BlockChange block) {
        blocks.add(block);
    }

    @Override
    public void endCase(@Nullable Hash32 head) {
        heads.add(String.valueOf(head));
    }

    @Override
    public void rlp(RlpCase rlp) {
        rlps.add(rlp);
    }

    @Override
    public void skipped(String reason) {
        skipped.add(reason);
    }

    @Override
    public void withoutRoot() {
        withoutRoot++;
    }
}
