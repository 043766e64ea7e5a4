package dev.espalier.segment.index;

import it.unimi.dsi.bits.TransformationStrategies;
import it.unimi.dsi.sux4j.mph.GOVMinimalPerfectHashFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the byte form of a {@link MinimalPerfectHash}, with sux4j. */
final class HashFunctionBuilder {
    private HashFunctionBuilder() {}

    /**
     * Builds one. Takes up to about 100 bytes of memory and 10 bytes of temporary files a hash.
     *
     * @param hashes different from one another; at least one
     * @throws UncheckedIOException if there is no room for temporary files
     */
    static byte[] build(long[] hashes) {
        List<Long> keys = Arrays.stream(hashes).boxed().toList();
        Path dump = null;
        try {
            dump = Files.createTempFile("espalier", ".mph");
            new GOVMinimalPerfectHashFunction.Builder<Long>()
                    .keys(keys)
                    .transform(TransformationStrategies.rawFixedLong())
                    .build()
                    .dump(dump.toString());
            byte[] words = Files.readAllBytes(dump);
            return littleEndian(words);
        } catch (IOException e) {
            throw new UncheckedIOException("perfect hash: cannot be built: " + e.getMessage(), e);
        } finally {
            delete(dump);
        }
    }

    /** The dump is in the machine's order. */
    private static byte[] littleEndian(byte[] words) {
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            return words;
        }
        ByteBuffer swapped = ByteBuffer.allocate(words.length).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer source = ByteBuffer.wrap(words).order(ByteOrder.nativeOrder());
        while (source.hasRemaining()) {
            swapped.putLong(source.getLong());
        }
        return swapped.array();
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // It is in the system's folder for such files.
        }
    }
}
