package dev.espalier.bench.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import dev.espalier.bench.dataset.FileKind;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.json.InputFile;
import dev.espalier.bench.json.ReadProgress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConformanceTest {
    private static final ConformListener NOBODY = report -> {};

    @TempDir
    Path folder;

    static Stream<Arguments> troubles() {
        ReadProgress tooDeep = (file, bytesRead, bytesInFile) -> {
            throw new StackOverflowError();
        };
        ReadProgress broken = (file, bytesRead, bytesInFile) -> {
            throw new IllegalStateException("broken");
        };
        return Stream.of(
                arguments(tooDeep, Outcome.UNREADABLE_INPUT, "its values are nested too deeply to be read"),
                arguments(broken, Outcome.CHECK_FAILED, "got internal error: java.lang.IllegalStateException: broken"));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void whateverOneFileThrowsTheOthersAreChecked(ReadProgress trouble, Outcome outcome, String problem) {
        Path file = new TestFolder(folder).plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));
        List<InputFile> files = List.of(new InputFile(file, trouble), InputFile.of(file));

        try (Engine engine = Engine.start(new EngineSettings(1, 0, false, null, null, null))) {
            ConformReport report = new Conformance(engine, EnumSet.allOf(FileKind.class), false, NOBODY).check(files);

            assertThat(report.outcome()).isEqualTo(outcome);
            assertThat(report.passed()).isEqualTo(1);
            FileReport troubled = report.files().getFirst();
            assertThat(troubled.damage() + troubled.failures()).contains(problem);
        }
    }
}
