package dev.espalier.bench.cli;

import dev.espalier.bench.json.PrintableText;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;

/** Says in two lines what is wrong with a call. */
final class UsageErrors implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        err.println(name + ": " + PrintableText.escaped(String.valueOf(e.getMessage())));
        err.println("Try '" + name + " --help'.");
        err.flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
