package dev.espalier.bench.report;

import dev.espalier.bench.json.PrintableText;
import dev.espalier.bench.json.ReadProgress;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A bar on standard error for what takes longer than a moment; nothing where standard error is no terminal.
 *
 * <p>Not thread-safe.
 */
public final class TerminalProgress implements ReadProgress, AutoCloseable {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
    private static final long PATIENCE_NANOS = 400_000_000;
    private static final int UPDATE_MILLIS = 200;
    private static final long UNKNOWN = -1;

    private final boolean shown;
    private String task = "";
    private long begunNanos;
    private @Nullable ProgressBar bar;

    private TerminalProgress(boolean shown) {
        this.shown = shown;
    }

    /** Returns a progress that shows itself on a terminal only. */
    public static TerminalProgress onStandardError() {
        return new TerminalProgress(standardErrorIsTerminal());
    }

    /** A task begins; the one before it has ended. */
    public void begin(String name) {
        end();
        task = name;
        begunNanos = System.nanoTime();
    }

    /** A task begins of which is not known how much is done until it has ended. */
    public void beginUnmeasured(String name) {
        begin(name);
        if (shown) {
            bar = barOf(UNKNOWN);
        }
    }

    /**
     * So much of the task is done.
     *
     * @param done of {@code total}
     */
    public void advanceTo(long done, long total) {
        if (!shown || task.isEmpty()) {
            return;
        }
        if (bar == null && System.nanoTime() - begunNanos >= PATIENCE_NANOS) {
            bar = barOf(total);
        }
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    /** The task has ended: the line is free for other output. */
    public void end() {
        task = "";
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    @Override
    public void readTo(String file, long bytesRead, long bytesInFile) {
        if (file.equals(task)) {
            advanceTo(bytesRead, bytesInFile);
        }
    }

    @Override
    public void close() {
        end();
    }

    private ProgressBar barOf(long total) {
        return new ProgressBarBuilder()
                .setTaskName(PrintableText.escaped(task))
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .clearDisplayOnFinish()
                .continuousUpdate()
                .build();
    }

    /** The JDK knows of a terminal at standard input and output together only, so the system is asked first. */
    @SuppressWarnings("SystemConsoleNull") // since JDK 25 it is null again without a terminal
    private static boolean standardErrorIsTerminal() {
        if (Files.isSymbolicLink(STANDARD_ERROR)) {
            try {
                String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
            } catch (IOException e) {
                return false;
            }
        }
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
