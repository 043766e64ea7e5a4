package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.BlockChange;
import dev.espalier.bench.dataset.CaseReader;
import dev.espalier.bench.dataset.CaseStart;
import dev.espalier.bench.dataset.CaseVisitor;
import dev.espalier.bench.dataset.FileKind;
import dev.espalier.bench.dataset.RecognizedFile;
import dev.espalier.bench.dataset.RlpCase;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.json.PrintableText;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.LeafKind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks one file. */
final class FileRun implements CaseVisitor {
    private final RecognizedFile file;
    private final Engine engine;
    private final boolean perOperation;
    private final @Nullable EngineTrie startState;
    private final @Nullable Resumption resumption;
    private final Consumer<CaseResult> onCase;
    private final FileTally tally;
    private @Nullable CasePlayer player;
    private boolean caseIsOpen;

    /**
     * @param startState the trie that a continued chain begins with; null for every other kind
     * @param resumption the state whose head the case may hold; null if every case begins at its start
     * @param perOperation whether update vectors and triples are played with each operation as a block of its own
     */
    FileRun(
            RecognizedFile file,
            Engine engine,
            boolean perOperation,
            @Nullable EngineTrie startState,
            @Nullable Resumption resumption,
            Consumer<CaseResult> onCase) {
        this.file = file;
        this.engine = engine;
        this.perOperation = perOperation && (file.kind() == FileKind.VECTORS || file.kind() == FileKind.TRIPLES);
        this.startState = startState;
        this.resumption = resumption;
        this.onCase = onCase;
        tally = new FileTally(file.file().name(), file.kind());
    }

    /** Reads and checks the whole file. */
    FileReport run() {
        tally.reading(() -> CaseReader.read(file, this));
        endOpenCase();
        return tally.report();
    }

    /** Returns the state at the end of the last case, for the caller to close; null when there is none. */
    @Nullable
    EngineTrie endState() {
        return player == null ? startState : player.state();
    }

    @Override
    public void beginCase(CaseStart start) {
        tally.caseSeen();
        if (player != null) {
            player.state().close();
            player = null;
        }
        player = resumption != null && resumption.isPending()
                ? resumption.beginCase(start, tally)
                : new CasePlayer(stateFor(start), start, perOperation, tally);
        caseIsOpen = true;
    }

    @Override
    public void block(BlockChange block) {
        if (player == null && resumption != null) {
            player = resumption.passOver(block);
        } else {
            playing().play(block);
        }
    }

    @Override
    public void endCase(@Nullable Hash32 head) {
        if (head != null && player != null) {
            player.goToHead(head);
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
            if (result.failed() > 0) {
                tally.storeKept(player.state().keep());
            }
            onCase.accept(result);
        }
    }

    private CasePlayer playing() {
        if (player == null) {
            throw new IllegalStateException("no case has begun");
        }
        return player;
    }

    private EngineTrie stateFor(CaseStart start) {
        if (start.from() != null && startState != null) {
            return startState;
        }
        return engine.newTrie(start.leaves() == CaseStart.Leaves.RAW ? LeafKind.RAW : LeafKind.STATE);
    }
}
