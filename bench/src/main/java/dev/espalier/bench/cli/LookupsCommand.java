package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.lookup.LookupResult;
import dev.espalier.bench.lookup.LookupTrial;
import dev.espalier.bench.lookup.ResidentSize;
import dev.espalier.bench.report.LookupText;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code espalier lookups}. */
@Command(
        name = "lookups",
        description =
                "Measures lookups of random keys in a store's segment files: data pages, major faults and time a key,"
                        + " one by one and as multi-gets.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class LookupsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ExistingStore existing;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--cold",
            description = "drop the files' pages from memory before each round; otherwise they are read before"
                    + " (default: off)")
    private boolean cold;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "2000",
            description = "keys that each way looks up in a round (default: ${DEFAULT-VALUE})")
    private int keys;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "rounds, of which the median counts (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,4,16,64",
            description = "pages that a multi-get asks of the disk at once (default: ${DEFAULT-VALUE})")
    private List<Integer> concurrencies = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "the same seed draws the same keys (default: ${DEFAULT-VALUE})")
    private long seed;

    @Override
    public Integer call() {
        requireAtLeastOne(keys, "--keys");
        requireAtLeastOne(rounds, "--rounds");
        concurrencies.forEach(concurrency -> requireAtLeastOne(concurrency, "--concurrency"));
        long chainId = existing.description().chainId();
        LookupTrial trial = new LookupTrial(existing.directory(), chainId, keys, cold, seed);
        List<ResidentSize> sizes = trial.residentSizes();
        List<LookupResult> results = trial.run(rounds, concurrencies);
        PrintWriter out = spec.commandLine().getOut();
        new LookupText(out).print(sizes, results);
        output.print(out, LookupText.fields(cold, rounds, sizes, results));
        return Outcome.PASSED.exitCode();
    }

    private void requireAtLeastOne(int value, String option) {
        if (value < 1) {
            throw new ParameterException(spec.commandLine(), option + "=" + value + ", expected at least 1");
        }
    }
}
