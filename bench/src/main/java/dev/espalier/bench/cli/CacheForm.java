package dev.espalier.bench.cli;

import dev.espalier.bench.engine.CacheSettings;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.cache.CacheOptions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how rows are cached. */
final class CacheForm {
    /** How long rows are kept, in words of the command line. */
    enum Kept {
        /** No cache. */
        OFF,
        /** For a block. */
        BLOCK,
        /** Across blocks. */
        CROSS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--cache",
            paramLabel = "off|block|cross",
            description = "keep rows of files in memory: not, for a block, or across blocks; state in memory is cached"
                    + " like files (default: ${DEFAULT-VALUE})")
    private Kept kept = Kept.OFF;

    @Option(
            names = "--cache-bytes",
            paramLabel = "N",
            description = "heap for the cache of each state (default: " + CacheOptions.DEFAULT_BUDGET_BYTES + ")")
    private @Nullable Long bytes;

    @Option(
            names = "--shadow",
            description = "compare every row that the cache gives with what its parent holds (default: one in "
                    + CacheOptions.DEFAULT_SHADOW_ONE_IN + ")")
    private boolean shadow;

    /** Returns the settings; null if there is no cache. */
    @Nullable
    CacheSettings settings() {
        if (kept == Kept.OFF) {
            if (bytes != null) {
                throw new ParameterException(command.commandLine(), "--cache-bytes=" + bytes + " needs --cache");
            }
            if (shadow) {
                throw new ParameterException(command.commandLine(), "--shadow needs --cache");
            }
            return null;
        }
        if (bytes != null && bytes < 1) {
            throw new ParameterException(command.commandLine(), "--cache-bytes=" + bytes + ", expected at least 1");
        }
        return new CacheSettings(
                kept == Kept.BLOCK ? CacheLifetime.PER_BLOCK : CacheLifetime.CROSS_BLOCK,
                bytes == null ? CacheOptions.DEFAULT_BUDGET_BYTES : bytes,
                shadow);
    }
}
