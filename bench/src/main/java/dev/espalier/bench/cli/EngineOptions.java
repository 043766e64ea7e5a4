package dev.espalier.bench.cli;

import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.StoreSettings;
import dev.espalier.bench.engine.StoreUpkeep;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that runs the engine. */
final class EngineOptions {
    private static final int DURABLE_EVERY = 1;
    private static final int DURABLE_EVERY_OF_CASES = 64;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "threads that fold subtrees; 1 is sequential (default: ${DEFAULT-VALUE})")
    private int threads;

    @Option(
            names = "--partition",
            paramLabel = "N",
            defaultValue = "0",
            description = "process a block's changes in partitions of about N keys; 0 leaves it to the engine"
                    + " (default: ${DEFAULT-VALUE})")
    private int partitionKeys;

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "keep the state on disk in DIR, which must be empty or absent (default: in memory)")
    private @Nullable Path store;

    @Option(
            names = "--flush-every",
            paramLabel = "N",
            defaultValue = "0",
            description = "flush the store after every N blocks, an unwind counted as one; 0 leaves it to the store"
                    + " (default: ${DEFAULT-VALUE})")
    private int flushEvery;

    @Option(
            names = "--freeze-every",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "flush the store and freeze the segments of its flushes into one after every N blocks; 0 leaves"
                            + " it to the store (default: ${DEFAULT-VALUE})")
    private int freezeEvery;

    @Option(
            names = "--merge-every",
            paramLabel = "N",
            defaultValue = "0",
            description = "flush the store and merge all its segments after every N blocks; 0 leaves it to the store"
                    + " (default: ${DEFAULT-VALUE})")
    private int mergeEvery;

    @Option(
            names = "--reopen-every",
            paramLabel = "N",
            defaultValue = "0",
            description = "close and open the store after every N blocks; 0 never does (default: ${DEFAULT-VALUE})")
    private int reopenEvery;

    @Option(
            names = "--durable-every",
            paramLabel = "N",
            description = "blocks of a store that become durable together (default: " + DURABLE_EVERY + ", conform "
                    + DURABLE_EVERY_OF_CASES + ")")
    private @Nullable Integer durableEvery;

    @Mixin
    private CacheForm cache;

    @Mixin
    private WarmerForm warmer;

    @Mixin
    private SegmentForm form;

    /** Returns the settings for one state. */
    EngineSettings settings() {
        return settings(false);
    }

    /** Returns the settings for many cases that are to show all that was asked for. */
    EngineSettings settingsOfCases() {
        return settings(true);
    }

    /** Returns the store's directory; null if state is in memory. */
    @Nullable
    Path store() {
        return store;
    }

    private EngineSettings settings(boolean ofCases) {
        requireAtLeast(1, threads, "--threads");
        requireAtLeast(0, partitionKeys, "--partition");
        requireStore(0, flushEvery, "--flush-every");
        requireStore(0, freezeEvery, "--freeze-every");
        requireStore(0, mergeEvery, "--merge-every");
        requireStore(0, reopenEvery, "--reopen-every");
        if (durableEvery != null) {
            requireAtLeast(1, durableEvery, "--durable-every");
            requireStore(0, durableEvery, "--durable-every");
        }
        return new EngineSettings(
                threads,
                partitionKeys,
                ofCases,
                cache.settings(),
                warmer.settings(),
                store == null ? null : storeIn(store, ofCases));
    }

    private StoreSettings storeIn(Path directory, boolean ofCases) {
        int grouped = ofCases ? DURABLE_EVERY_OF_CASES : DURABLE_EVERY;
        return new StoreSettings(
                directory,
                ofCases,
                new StoreUpkeep(flushEvery, freezeEvery, mergeEvery, reopenEvery),
                durableEvery == null ? grouped : durableEvery,
                form::addTo);
    }

    private void requireStore(int least, int value, String option) {
        requireAtLeast(least, value, option);
        if (value > 0 && store == null) {
            throw new ParameterException(
                    command.commandLine(), option + "=" + value + " needs --store DIR: without it state is in memory");
        }
    }

    private void requireAtLeast(int least, int value, String option) {
        if (value < least) {
            throw new ParameterException(command.commandLine(), option + "=" + value + ", expected at least " + least);
        }
    }
}
