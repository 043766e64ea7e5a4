package dev.espalier.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.slf4j.spi.SLF4JServiceProvider;

/** SLF4J writes to standard error where it finds no provider, or several, and that is where commands say what is wrong. */
class LoggingProviderTest {
    @Test
    void exactlyOneProviderTakesWhatLibrariesLog() {
        assertThat(ServiceLoader.load(SLF4JServiceProvider.class)).hasSize(1);
    }
}
