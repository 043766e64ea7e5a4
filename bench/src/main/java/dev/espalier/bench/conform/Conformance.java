package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.CaseReader;
import dev.espalier.bench.dataset.FileKind;
import dev.espalier.bench.dataset.RecognizedFile;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.json.InputFile;
import dev.espalier.bench.json.UnreadableInputException;
import dev.espalier.trie.Hash32;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks files one after the other, and those that continue from another file's last state once that one has been
 * played. Used for one call; not thread-safe.
 */
public final class Conformance {
    private final Engine engine;
    private final Set<FileKind> kinds;
    private final boolean perOperation;
    private final ConformListener listener;
    private final List<FileReport> reports = new ArrayList<>();

    /**
     * @param kinds what is accepted; a file of another kind is refused
     * @param perOperation whether update vectors and triples are played with each operation as a block of its own
     */
    public Conformance(Engine engine, Set<FileKind> kinds, boolean perOperation, ConformListener listener) {
        this.engine = engine;
        this.kinds = kinds;
        this.perOperation = perOperation;
        this.listener = listener;
    }

    /** Checks the files. */
    public ConformReport check(List<InputFile> files) {
        return check(files, null);
    }

    /**
     * Checks what the files hold after the head of a state that an earlier run made.
     *
     * @param state is closed at the end
     * @throws UnreadableInputException if its head is no block of the files, nor what one of them begins at
     */
    public ConformReport resume(EngineTrie state, List<InputFile> files) {
        Resumption resumption = new Resumption(state);
        ConformReport report = check(files, resumption);
        if (report.damagedFiles() == 0) {
            resumption.requireMet();
        }
        state.close();
        return report;
    }

    private ConformReport check(List<InputFile> files, @Nullable Resumption resumption) {
        List<RecognizedFile> recognized = recognize(files);
        try (StartStates states = new StartStates(startRootsOf(recognized), engine)) {
            List<RecognizedFile> waiting = new ArrayList<>(recognized);
            // A file that was waiting may end with the state that another one waits for.
            boolean any = true;
            while (any) {
                any = checkReady(waiting, states, resumption);
            }
            waiting.forEach(this::skip);
        }
        return new ConformReport(
                List.copyOf(reports), engine.settings(), engine.storeWork(), engine.cacheWork(), engine.warmerReport());
    }

    private List<RecognizedFile> recognize(List<InputFile> files) {
        List<RecognizedFile> recognized = new ArrayList<>();
        for (InputFile file : files) {
            FileTally tally = new FileTally(file.name(), null);
            int before = recognized.size();
            tally.reading(() -> recognized.add(accepted(RecognizedFile.recognize(file))));
            if (recognized.size() == before) {
                done(tally.report());
            }
        }
        return recognized;
    }

    private RecognizedFile accepted(RecognizedFile file) {
        if (!kinds.contains(file.kind())) {
            String expected = String.join(
                    " or ", kinds.stream().map(FileKind::label).sorted().toList());
            throw new UnreadableInputException(
                    file.file().name(),
                    0,
                    "expected " + expected + ", found " + file.kind().label());
        }
        return file;
    }

    private static Set<Hash32> startRootsOf(List<RecognizedFile> files) {
        Set<Hash32> roots = new HashSet<>();
        for (RecognizedFile file : files) {
            if (file.startRoot() != null) {
                roots.add(file.startRoot());
            }
        }
        return roots;
    }

    /** Checks the files whose start state is there, and returns whether there was one. */
    private boolean checkReady(List<RecognizedFile> waiting, StartStates states, @Nullable Resumption resumption) {
        boolean any = false;
        for (Iterator<RecognizedFile> files = waiting.iterator(); files.hasNext(); ) {
            RecognizedFile file = files.next();
            boolean resuming = resumption != null && resumption.isPending();
            if (resuming || file.startRoot() == null || states.has(file.startRoot())) {
                files.remove();
                check(file, states, resumption);
                any = true;
            }
        }
        return any;
    }

    private void check(RecognizedFile file, StartStates states, @Nullable Resumption resumption) {
        String name = file.file().name();
        listener.fileBegun(name);
        EngineTrie start = file.startRoot() == null ? null : states.claim(file.startRoot());
        FileRun run =
                new FileRun(file, engine, perOperation, start, resumption, result -> listener.caseDone(name, result));
        FileReport report = run.run();
        EngineTrie end = run.endState();
        if (end != null) {
            states.offer(file, end);
        }
        done(report);
    }

    /** A file that cannot be checked may be damaged all the same, so it is read to its end. */
    private void skip(RecognizedFile file) {
        String name = file.file().name();
        listener.fileBegun(name);
        FileTally tally = new FileTally(name, file.kind());
        tally.caseSkipped("needs a file that ends with the state root " + file.startRoot());
        tally.reading(() -> CaseReader.read(file, new UncheckedCases()));
        done(tally.report());
    }

    private void done(FileReport report) {
        reports.add(report);
        listener.fileDone(report);
    }
}
