package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.ReadStore;
import dev.espalier.bench.inspect.KeyPath;
import dev.espalier.bench.inspect.StateLookup;
import dev.espalier.bench.inspect.Subject;
import dev.espalier.bench.report.InspectionJson;
import dev.espalier.bench.report.InspectionText;
import dev.espalier.store.StoreInspection;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.commit.LeafKind;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier inspect}. */
@Command(
        name = "inspect",
        description = {
            "Prints an account, or a slot, with the rows that lead to it, cell by cell, and where each was found.",
            "In a store of raw leaves the key of 64 hex digits stands for the address."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class InspectCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ExistingStore existing;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--path",
            paramLabel = "[ADDRESS:]NIBBLES",
            description =
                    "print the rows down to these nibbles of a key instead, 0x for the root; of the account trie, or"
                            + " of an account's storage trie (default: none)")
    private @Nullable String path;

    @Parameters(
            paramLabel = "ADDRESS",
            arity = "0..1",
            index = "0",
            description = "an address of 40 hex digits, or its hash of 64")
    private @Nullable String address;

    @Parameters(paramLabel = "SLOT", arity = "0..1", index = "1", description = "a slot's number, hex after 0x")
    private @Nullable String slot;

    /**
     * What was asked for.
     *
     * @param account a key of the account trie, or the beginning of one
     * @param below a key of the account's storage trie, or the beginning of one; null if none was asked for
     */
    private record Request(Subject account, @Nullable Subject below) {}

    @Override
    public Integer call() {
        Request request = request();
        PrintWriter out = spec.commandLine().getOut();
        try (ReadStore store = existing.openToRead(out);
                StoreInspection inspection = store.inspect()) {
            InspectionText text = new InspectionText(out);
            text.printState(inspection);
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("command", "inspect");
            fields.put("block", inspection.view().mark().block().toString());
            fields.put("root", inspection.view().mark().root().toString());
            print(request, inspection, text, fields);
            fields.put("exitCode", Outcome.PASSED.exitCode());
            output.print(out, fields);
            return Outcome.PASSED.exitCode();
        }
    }

    private static void print(
            Request request, StoreInspection inspection, InspectionText text, Map<String, @Nullable Object> fields) {
        StateLookup lookup = new StateLookup(inspection);
        KeyPath toAccount = lookup.account(request.account.key());
        text.printPath(request.account, toAccount);
        fields.put("account", InspectionJson.path(toAccount));
        byte[] stored = request.account.isWhole() ? toAccount.stored() : null;
        if (inspection.leaves() == LeafKind.RAW) {
            text.printValue(stored);
            return;
        }
        AccountRecord record = stored == null ? null : AccountRecord.decode(stored);
        if (record != null) {
            text.printAccount(record);
            fields.put("record", InspectionJson.account(record));
        }
        if (request.below != null && record != null) {
            KeyPath toSlot = lookup.slot(record, request.below.key());
            text.printPath(request.below, toSlot);
            text.printValue(request.below.isWhole() ? toSlot.stored() : null);
            fields.put("storage", InspectionJson.path(toSlot));
        }
    }

    private Request request() {
        try {
            if (path != null) {
                if (address != null) {
                    throw new IllegalArgumentException("--path and ADDRESS: expected one of them");
                }
                int colon = path.indexOf(':');
                return colon < 0
                        ? new Request(Subject.ofNibbles(path), null)
                        : new Request(
                                Subject.ofAccount(path.substring(0, colon)),
                                Subject.ofNibbles(path.substring(colon + 1)));
            }
            if (address == null) {
                throw new IllegalArgumentException("nothing to inspect: expected ADDRESS or --path");
            }
            return new Request(Subject.ofAccount(address), slot == null ? null : Subject.ofSlot(slot));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
