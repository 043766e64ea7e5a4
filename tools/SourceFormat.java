import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Checks or applies the format of every Java source below a directory. The build calls it to check and {@code ./fmt} to
 * apply, in one process for all modules.
 *
 * <p>Usage: {@code SourceFormat check|write DIRECTORY}. Ends with 0 if every source is in the format (or was brought into
 * it), with 1 if a source is not or cannot be parsed, with 2 on wrong usage.
 */
final class SourceFormat {
    private static final Set<String> SKIPPED_DIRECTORIES = Set.of("target", ".git");

    private final Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());
    private final Path root;
    private final boolean write;

    private SourceFormat(Path root, boolean write) {
        this.root = root;
        this.write = write;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 2 || !Set.of("check", "write").contains(args[0])) {
            System.err.println("usage: SourceFormat check|write DIRECTORY");
            System.exit(2);
        }
        System.exit(new SourceFormat(Path.of(args[1]), args[0].equals("write")).run() ? 0 : 1);
    }

    private boolean run() throws IOException {
        List<Path> sources = sources();
        List<String> findings = sources.parallelStream()
                .map(this::process)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
        findings.forEach(System.err::println);
        if (!findings.isEmpty()) {
            System.err.printf(
                    "%d of %d sources are not in the format; ./fmt applies it%n", findings.size(), sources.size());
        }
        return findings.isEmpty();
    }

    private List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean skipped = SKIPPED_DIRECTORIES.contains(String.valueOf(directory.getFileName()));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }

    /** Returns what is wrong with the source afterwards, or null. */
    private String process(Path source) {
        try {
            String text = Files.readString(source);
            String formatted = formatter.formatSourceAndFixImports(text);
            if (text.equals(formatted)) {
                return null;
            }
            if (write) {
                Files.writeString(source, formatted);
                System.out.println("formatted " + root.relativize(source));
                return null;
            }
            return root.relativize(source) + ":" + firstDifference(text, formatted) + ": not in the format";
        } catch (FormatterException | IOException e) {
            return root.relativize(source) + ":" + e.getMessage();
        }
    }

    private static int firstDifference(String text, String formatted) {
        List<String> lines = text.lines().toList();
        List<String> expected = formatted.lines().toList();
        int line = 0;
        while (line < lines.size() && line < expected.size() && lines.get(line).equals(expected.get(line))) {
            line++;
        }
        return line + 1;
    }
}
