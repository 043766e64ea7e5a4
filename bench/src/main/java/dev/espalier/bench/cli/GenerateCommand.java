package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.engine.StoreFolders;
import dev.espalier.bench.replay.LargeStateBuild;
import dev.espalier.bench.report.TerminalProgress;
import dev.espalier.bench.workload.BloatAccount;
import dev.espalier.bench.workload.GeneratedState;
import dev.espalier.bench.workload.LargeState;
import dev.espalier.bench.workload.StateShape;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.commit.TrieView;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code espalier generate}. */
@Command(
        name = "generate",
        description = "Makes up a state of realistic shape: an account with huge storage, plain accounts, and"
            + " contracts with few slots. With --store it stays there, merged; a state of the same shape that is there"
            + " already is left as it is, one of another shape refused.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class GenerateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private EngineOptions engineOptions;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--slots",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "slots of the bloat account (default: ${DEFAULT-VALUE})")
    private int slots;

    @Option(
            names = "--accounts",
            paramLabel = "N",
            defaultValue = "100000",
            description = "accounts without code (default: ${DEFAULT-VALUE})")
    private int accounts;

    @Option(
            names = "--contracts",
            paramLabel = "N",
            defaultValue = "10000",
            description = "accounts with code and few slots (default: ${DEFAULT-VALUE})")
    private int contracts;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "the same seed gives the same state (default: ${DEFAULT-VALUE})")
    private long seed;

    @Override
    public Integer call() {
        StateShape shape = shape();
        Path store = engineOptions.store();
        GeneratedState recorded =
                store != null && StoreFolders.holdsStore(store) ? GeneratedState.of(store, shape) : null;
        boolean present = recorded != null;
        long begun = System.nanoTime();
        try (Engine engine = Engine.start(engineOptions.settings());
                EngineTrie state = present ? engine.openTrie() : engine.newTrie(LeafKind.STATE)) {
            if (recorded == null) {
                recorded = new GeneratedState(shape, build(state, new LargeState(shape)));
                if (store != null) {
                    recorded.writeTo(store);
                }
            }
            long elapsed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            return print(state, recorded, present, elapsed);
        }
    }

    private StateShape shape() {
        try {
            return new StateShape(slots, accounts, contracts, seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }

    private static Hash32 build(EngineTrie state, LargeState content) {
        try (TerminalProgress progress = TerminalProgress.onStandardError()) {
            progress.begin("building");
            Hash32 root = new LargeStateBuild(state, content).run(parts -> progress.advanceTo(parts, content.parts()));
            progress.end();
            progress.beginUnmeasured("merging");
            state.settle();
            progress.end();
            return root;
        }
    }

    private int print(EngineTrie state, GeneratedState recorded, boolean present, long elapsedMillis) {
        PrintWriter out = spec.commandLine().getOut();
        try (TrieView view = state.trie().view(state.trie().head())) {
            Hash32 stateRoot = view.stateRoot();
            Hash32 storageRoot = view.storageRoot(BloatAccount.ADDRESS);
            Hash32 known = new BloatAccount(slots).knownStorageRoot();
            boolean right = recorded.stateRoot().equals(stateRoot) && (known == null || known.equals(storageRoot));
            Outcome outcome = right ? Outcome.PASSED : Outcome.CHECK_FAILED;
            out.println("state root     " + compared(stateRoot, recorded.stateRoot(), "as built"));
            out.println("storage root   " + compared(storageRoot, known, "as known for " + slots + " slots"));
            out.println(present ? "built          before" : "built in       " + elapsedMillis + " ms");
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("command", "generate");
            fields.put("exitCode", outcome.exitCode());
            fields.put("slots", slots);
            fields.put("accounts", accounts);
            fields.put("contracts", contracts);
            fields.put("seed", seed);
            fields.put("stateRoot", stateRoot.toString());
            fields.put("storageRoot", storageRoot.toString());
            fields.put("builtBefore", present);
            fields.put("elapsedMillis", elapsedMillis);
            output.print(out, fields);
            return outcome.exitCode();
        }
    }

    private static String compared(Hash32 found, @Nullable Hash32 expected, String words) {
        if (expected == null) {
            return found.toString();
        }
        return found + (found.equals(expected) ? ", " + words : ", expected " + expected);
    }
}
