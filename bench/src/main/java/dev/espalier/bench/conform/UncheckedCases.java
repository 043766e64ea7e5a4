package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.BlockChange;
import dev.espalier.bench.dataset.CaseStart;
import dev.espalier.bench.dataset.CaseVisitor;
import dev.espalier.bench.dataset.RlpCase;
import dev.espalier.trie.Hash32;
import org.jspecify.annotations.Nullable;

/** Takes the cases of a file that is read for its damage only. */
final class UncheckedCases implements CaseVisitor {
    @Override
    public void beginCase(CaseStart start) {}

    @Override
    public void block(BlockChange block) {}

    @Override
    public void endCase(@Nullable Hash32 head) {}

    @Override
    public void rlp(RlpCase rlp) {}

    @Override
    public void skipped(String reason) {}

    @Override
    public void withoutRoot() {}
}
