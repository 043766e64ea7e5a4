package dev.espalier.bench.cli;

import dev.espalier.bench.engine.WarmerSettings;
import dev.espalier.warmer.WarmerOptions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how blocks are warmed. */
final class WarmerForm {
    /** What the warmer is told, in words of the command line. */
    enum Told {
        /** No warmer. */
        OFF,
        /** Each key when it is touched. */
        TOUCH,
        /** The block's access list. */
        BAL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--warmer",
            paramLabel = "off|touch|bal",
            description =
                    "read ahead what a block will need while it is executed: not, as its keys are touched, or by its"
                            + " access list (default: ${DEFAULT-VALUE})")
    private Told told = Told.OFF;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "threads that read ahead, at most (default: " + WarmerOptions.DEFAULT_WORKERS + ")")
    private @Nullable Integer workers;

    /** Returns the settings; null if nothing is warmed. */
    @Nullable
    WarmerSettings settings() {
        if (workers != null && told == Told.OFF) {
            throw new ParameterException(command.commandLine(), "--workers=" + workers + " needs --warmer");
        }
        if (workers != null && workers < 1) {
            throw new ParameterException(command.commandLine(), "--workers=" + workers + ", expected at least 1");
        }
        int most = workers == null ? WarmerOptions.DEFAULT_WORKERS : workers;
        return switch (told) {
            case OFF -> null;
            case TOUCH -> new WarmerSettings(WarmerSettings.Mode.TOUCH, most);
            case BAL -> new WarmerSettings(WarmerSettings.Mode.ACCESS_LIST, most);
        };
    }
}
