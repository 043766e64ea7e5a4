package dev.espalier.bench.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class InputFileTest {
    @Test
    void saysInWordsWhyAFileCannotBeRead() {
        assertThat(InputFile.problemOf(new AccessDeniedException("locked"))).isEqualTo("cannot be read: no permission");
        assertThat(InputFile.problemOf(new FileSystemException("broken", null, "Stale handle")))
                .isEqualTo("cannot be read: Stale handle");
        assertThat(InputFile.problemOf(new IOException("Input/output error")))
                .isEqualTo("cannot be read: Input/output error");
    }
}
