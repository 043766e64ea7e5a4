package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.report.TerminalProgress;
import dev.espalier.bench.workload.BloatAccount;
import dev.espalier.bench.workload.LargeState;
import dev.espalier.bench.workload.StateShape;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.commit.UncommittedBlock;
import java.io.PrintWriter;
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
        description = "Makes up a state of realistic shape: an account with huge storage, plain accounts, and contracts"
                + " with few slots. With --store it stays there, merged.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class GenerateCommand implements Callable<Integer> {
    private static final int LEAVES_A_BLOCK = 400_000;

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
        PrintWriter out = spec.commandLine().getOut();
        StateShape shape = shape();
        long begun = System.nanoTime();
        try (TerminalProgress progress = TerminalProgress.onStandardError();
                Engine engine = Engine.start(engineOptions.settings());
                EngineTrie state = engine.newTrie(LeafKind.STATE)) {
            LargeState content = new LargeState(shape);
            build(state, content, progress);
            progress.beginUnmeasured("merging");
            state.settle();
            progress.end();
            return print(out, state, content, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        }
    }

    private StateShape shape() {
        try {
            return new StateShape(slots, accounts, contracts, seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }

    private static void build(EngineTrie state, LargeState content, TerminalProgress progress) {
        progress.begin("building");
        int part = 0;
        long number = 0;
        while (part < content.parts()) {
            BlockId parent = state.trie().head();
            try (UncommittedBlock block = state.trie().begin(parent)) {
                int leaves = 0;
                while (part < content.parts() && leaves < LEAVES_A_BLOCK) {
                    leaves += content.leaves(part);
                    content.write(part++, block);
                }
                Hash32 root = block.stateRoot();
                block.seal(BlockId.of(Hash32.of(0, 0, 0, ++number)));
                block.commit(root);
            }
            // Nothing goes back behind this, so what would undo it need not be kept.
            state.trie().finalized(state.trie().head());
            state.changed();
            progress.advanceTo(part, content.parts());
        }
        progress.end();
    }

    private int print(PrintWriter out, EngineTrie state, LargeState content, long elapsedMillis) {
        try (TrieView view = state.trie().view(state.trie().head())) {
            Hash32 storageRoot = view.storageRoot(BloatAccount.ADDRESS);
            Hash32 known = content.bloat().knownStorageRoot();
            boolean right = known == null || known.equals(storageRoot);
            Outcome outcome = right ? Outcome.PASSED : Outcome.CHECK_FAILED;
            out.println("state root     " + view.stateRoot());
            out.println("storage root   " + storageRoot
                    + (known == null ? "" : right ? ", as known for " + slots + " slots" : ", expected " + known));
            out.println("built in       " + elapsedMillis + " ms");
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("command", "generate");
            fields.put("exitCode", outcome.exitCode());
            fields.put("slots", slots);
            fields.put("accounts", accounts);
            fields.put("contracts", contracts);
            fields.put("seed", seed);
            fields.put("stateRoot", view.stateRoot().toString());
            fields.put("storageRoot", storageRoot.toString());
            fields.put("elapsedMillis", elapsedMillis);
            output.print(out, fields);
            return outcome.exitCode();
        }
    }
}
