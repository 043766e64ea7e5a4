package dev.espalier.bench.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.bench.TestFolder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With buffers of many sizes, so that the end of a member falls everywhere in one. */
class WholeGzipStreamTest {
    private static final String CONTENT = "{\"name\": 1}\n".repeat(7);
    private static final byte[] MEMBER = TestFolder.compressed(CONTENT);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 17, 19, 20, 21, 22, 23, 26, 27, 31, 40, 64, 1000})
    void takesMembersAndNothingElse(int bufferBytes) throws IOException {
        for (int members = 1; members <= 3; members++) {
            byte[] whole = repeated(MEMBER, members);
            assertThat(read(whole, bufferBytes)).isEqualTo(CONTENT.repeat(members));

            for (int bytes : new int[] {1, 2, 7, 8, 9, 10, 18, 26, 27, 100}) {
                byte[] cutHeader = Arrays.copyOf(MEMBER, Math.min(bytes, 9));
                for (byte[] after : List.of(new byte[bytes], repeated(new byte[] {'x'}, bytes), cutHeader)) {
                    assertThatThrownBy(() -> read(joined(whole, after), bufferBytes))
                            .isInstanceOf(ZipException.class)
                            .hasMessage("bytes after its end");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 20, 64})
    void knowsAMemberThatIsCutShort(int bufferBytes) {
        byte[] whole = repeated(MEMBER, 2);

        for (int bytes = MEMBER.length + 10; bytes < whole.length; bytes++) {
            byte[] cut = Arrays.copyOf(whole, bytes);
            assertThatThrownBy(() -> read(cut, bufferBytes)).isInstanceOf(EOFException.class);
        }
    }

    private static String read(byte[] file, int bufferBytes) throws IOException {
        try (WholeGzipStream stream = new WholeGzipStream(new ByteArrayInputStream(file), bufferBytes)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static byte[] repeated(byte[] bytes, int times) {
        ByteArrayOutputStream repeated = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            repeated.writeBytes(bytes);
        }
        return repeated.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }
}
