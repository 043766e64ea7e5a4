package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.ReadStore;
import dev.espalier.bench.report.TerminalProgress;
import dev.espalier.bench.report.VerificationText;
import dev.espalier.store.StoreFault;
import dev.espalier.store.VerificationReport;
import dev.espalier.trie.CorruptStoreException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier verify}. */
@Command(
        name = "verify",
        description = "Reads a whole store and checks every checksum, and every ref from the leaves up to the root.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ExistingStore existing;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        VerificationText text = new VerificationText(out);
        try (ReadStore store = existing.openToRead(out);
                TerminalProgress progress = TerminalProgress.onStandardError()) {
            progress.beginUnmeasured("verifying");
            long begun = System.nanoTime();
            VerificationReport report = store.verify();
            long elapsedNanos = System.nanoTime() - begun;
            progress.end();
            text.print(report, elapsedNanos);
            output.print(out, VerificationText.fields(report, elapsedNanos));
            return (report.faultCount() == 0 ? Outcome.PASSED : Outcome.CHECK_FAILED).exitCode();
        } catch (CorruptStoreException | UncheckedIOException e) {
            // What keeps a store from opening is what this command is asked for.
            StoreFault fault = new StoreFault(existing.directory().toString(), String.valueOf(e.getMessage()));
            text.printUnopened(fault);
            output.print(out, VerificationText.unopened(fault));
            return Outcome.CHECK_FAILED.exitCode();
        }
    }
}
