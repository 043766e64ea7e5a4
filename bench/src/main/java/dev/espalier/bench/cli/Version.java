package dev.espalier.bench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Prints the version that the build wrote into the jar. */
final class Version implements IVersionProvider {
    private static final String BUILD_PROPERTIES = "/META-INF/maven/dev.espalier/bench/pom.properties";

    @Override
    public String[] getVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(BUILD_PROPERTIES)) {
            if (in != null) {
                build.load(in);
            }
        }
        return new String[] {"espalier " + build.getProperty("version", "(not built as a jar)")};
    }
}
