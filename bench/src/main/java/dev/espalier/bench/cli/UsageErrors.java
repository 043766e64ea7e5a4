package dev.espalier.bench.cli;

import dev.espalier.bench.json.PrintableText;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;

/** Says in two lines what is wrong with a call. */
final class UsageErrors implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String problem = String.valueOf(e.getMessage());
        int exitCode = command.getCommandSpec().exitCodeOnInvalidInput();
        PrintWriter err = command.getErr();
        err.println(name + ": " + PrintableText.escaped(problem));
        err.println("Try '" + name + " --help'.");
        err.flush();
        OutputOptions.printError(command, List.of(arguments), exitCode, problem);
        return exitCode;
    }
}
