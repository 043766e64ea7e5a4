package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.BlockChange;
import dev.espalier.bench.dataset.CaseReader;
import dev.espalier.bench.dataset.CaseStart;
import dev.espalier.bench.dataset.CaseVisitor;
import dev.espalier.bench.dataset.FileKind;
import dev.espalier.bench.dataset.RecognizedFile;
import dev.espalier.bench.dataset.RlpCase;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.json.PrintableText;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.LeafKind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks one file. */
final class FileRun implements CaseVisitor {
    private final RecognizedFile file;
    private final Engine engine;
    private final boolean perOperation;
    private final @Nullable CommitmentTrie startState;
    private final Consumer<CaseResult> onCase;
    private final FileTally tally;
    private @Nullable CasePlayer player;
    private boolean caseIsOpen;

    /**
     * @param startState the trie that a continued chain begins with; null for every other kind
     * @param perOperation whether update vectors and triples are played with each operation as a block of its own
     */
    FileRun(
            RecognizedFile file,
            Engine engine,
            boolean perOperation,
            @Nullable CommitmentTrie startState,
            Consumer<CaseResult> onCase) {
        this.file = file;
        this.engine = engine;
        this.perOperation = perOperation && (file.kind() == FileKind.VECTORS || file.kind() == FileKind.TRIPLES);
        this.startState = startState;
        this.onCase = onCase;
        tally = new FileTally(file.file().name(), file.kind());
    }

    /** Reads and checks the whole file. */
    FileReport run() {
        tally.reading(() -> CaseReader.read(file, this));
        endOpenCase();
        return tally.report();
    }

    /** Returns the trie at the end of the last case; null when the file has no case of blocks. */
    @Nullable
    CommitmentTrie endState() {
        return player == null ? null : player.trie();
    }

    @Override
    public void beginCase(CaseStart start) {
        tally.caseSeen();
        player = new CasePlayer(trieFor(start), start, perOperation, tally);
        caseIsOpen = true;
    }

    @Override
    public void block(BlockChange block) {
        playing().play(block);
    }

    @Override
    public void endCase(@Nullable Hash32 head) {
        if (head != null) {
            playing().goToHead(head);
        }
        endOpenCase();
    }

    @Override
    public void rlp(RlpCase rlp) {
        tally.caseSeen();
        String problem = RlpCheck.problemOf(rlp);
        if (problem == null) {
            tally.passed();
        } else {
            String expected = PrintableText.clipped(RlpCheck.expectationOf(rlp));
            tally.failed(rlp.line(), rlp.name(), "", PrintableText.clipped(problem), expected, null);
        }
    }

    @Override
    public void skipped(String reason) {
        tally.caseSkipped(reason);
    }

    @Override
    public void withoutRoot() {
        tally.caseSeen();
    }

    /** Reports the case that is being played; none is after the last one, or when the file has other cases only. */
    private void endOpenCase() {
        if (player != null && caseIsOpen) {
            caseIsOpen = false;
            CaseResult result = player.result();
            tally.caseEnded(result);
            onCase.accept(result);
        }
    }

    private CasePlayer playing() {
        if (player == null) {
            throw new IllegalStateException("no case has begun");
        }
        return player;
    }

    private CommitmentTrie trieFor(CaseStart start) {
        if (start.from() != null && startState != null) {
            return startState;
        }
        return engine.newTrie(start.leaves() == CaseStart.Leaves.RAW ? LeafKind.RAW : LeafKind.STATE);
    }
}
