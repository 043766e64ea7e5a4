package dev.espalier.store.lmdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another JVM that runs a main class of the tests. It is killed when this is closed. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts one. */
    public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /** Starts one below a command, as {@code sh -c '...; exec "$@"' sh}. */
    static ChildJvm start(List<String> prefix, Class<?> main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-Xshare:auto", "-XX:TieredStopAtLevel=1"));
        // Some die on purpose, of a signal.
        command.addAll(List.of("-XX:+SuppressFatalErrorMessage", "-XX:-CreateCoredumpOnCrash"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    long pid() {
        return process.pid();
    }

    /** Returns the next line that it prints; null when it has ended. */
    public @Nullable String line() throws IOException {
        return output.readLine();
    }

    /** Ends it as a crash does. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Waits until it ends; 128 and the number of the signal that it died of, if it was one. */
    public int exitCode() {
        return process.onExit().join().exitValue();
    }

    @Override
    public void close() {
        kill();
    }
}
