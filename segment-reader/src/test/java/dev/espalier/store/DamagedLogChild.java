package dev.espalier.store;

import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.trie.CorruptStoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** The process that reads a store whose log was damaged where LMDB does not look. It may end of that. */
final class DamagedLogChild {
    static final String SHOWS = "shows ";
    static final String REFUSES = "refuses ";
    private static final int PAGE = 4_096;
    private static final int SECTOR = 512;

    /** How a store is read. */
    enum Reading {
        WRITER,
        READER
    }

    private DamagedLogChild() {}

    /**
     * Damages the log in a directory one by one in many ways, and says of each what the store shows then.
     *
     * @param args the sound log, the directory of a store, {@link Reading}, seed, first damage, the one behind the last
     */
    public static void main(String[] args) throws IOException {
        byte[] sound = Files.readAllBytes(Path.of(args[0]));
        Path store = Path.of(args[1]);
        Reading reading = Reading.valueOf(args[2]);
        int end = Integer.parseInt(args[5]);
        for (int number = Integer.parseInt(args[4]); number < end; number++) {
            byte[] damaged = damaged(sound, new Random(Long.parseLong(args[3]) + number));
            Files.write(store.resolve(LmdbLog.FILE_NAME), damaged);
            System.out.println(answer(store, reading));
        }
    }

    /** One bit, one sector or one page, and rather where a page says what is in it. */
    private static byte[] damaged(byte[] sound, Random random) {
        byte[] bytes = sound.clone();
        int page = PAGE * random.nextInt(sound.length / PAGE);
        switch (random.nextInt(8)) {
            case 0 -> {
                int from = page + SECTOR * random.nextInt(PAGE / SECTOR);
                Arrays.fill(bytes, from, from + SECTOR, (byte) 0);
            }
            case 1 -> System.arraycopy(sound, PAGE * random.nextInt(sound.length / PAGE), bytes, page, PAGE);
            default -> {
                int at = page + (random.nextInt(3) > 0 ? random.nextInt(200) : random.nextInt(PAGE));
                bytes[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return bytes;
    }

    /** Says what a store shows, or in what words it refuses to, on one line. */
    static String answer(Path directory, Reading reading) {
        try {
            VerificationReport report = reading == Reading.WRITER ? asWriter(directory) : asReader(directory);
            return report.faultCount() == 0 ? SHOWS + report : REFUSES + report.faults();
        } catch (CorruptStoreException | UncheckedIOException e) {
            return REFUSES + String.valueOf(e.getMessage()).replace('\n', ' ');
        }
    }

    private static VerificationReport asWriter(Path directory) {
        try (LayeredStore store = LayeredStore.open(directory, DamagedLogTest.options())) {
            return StoreVerification.of(store);
        }
    }

    private static VerificationReport asReader(Path directory) {
        try (ReadOnlyStore store = ReadOnlyStore.open(directory)) {
            return StoreVerification.of(store);
        }
    }
}
