package dev.espalier.bench.jmh;

import dev.espalier.bench.lookup.PageCache;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.warmer.BlockAccessList;
import dev.espalier.warmer.BlockWarmer;
import dev.espalier.warmer.Warmer;
import dev.espalier.warmer.WarmerOptions;
import dev.espalier.warmer.WarmerReport;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A block that reads and overwrites 4,200 random slots of one account, from a store on disk whose pages are not in memory,
 * to its root: without a warmer, with touches, with an access list, by number of workers. There is no other work between
 * the reads, so nothing hides behind it but reads behind reads.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 8)
@Measurement(iterations = 12)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1500m", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"})
public class ColdBlockBench {
    private static final int WRITES = 4_200;
    private static final int CHUNK = 100_000;
    private static final Address OWNER = Address.fromHex("0x00000000000000000000000000000000000000aa");

    /** What warms the block. */
    public enum Warming {
        /** Nothing does. */
        OFF,
        /** Each slot is touched before it is read. */
        TOUCH,
        /** The access list is there before the first read. */
        LIST
    }

    /** What warms the block. */
    @Param({"OFF", "TOUCH", "LIST"})
    Warming warming;

    /** The most workers of the warmer. */
    @Param({"1", "2", "4", "8", "16", "32"})
    int workers;

    /** The most keys a batch. */
    @Param("64")
    int batchKeys;

    /** Slots of the account. */
    @Param("1000000")
    int slots;

    private final Random random = new Random(1);
    private final PageCache pages = new PageCache();
    private final int[] drawn = new int[WRITES];
    private Path directory;
    private LayeredStore store;
    private CommitmentTrie trie;
    private Warmer warmer;
    private WarmerReport total = WarmerReport.NONE;
    private long executionNanos;
    private long drainNanos;
    private long rootNanos;
    private int rounds;

    /** Builds the state and merges it into a base. */
    @Setup(Level.Trial)
    public void build() throws IOException {
        directory = Files.createTempDirectory("cold-block");
        open();
        for (int from = 0; from < slots; from += CHUNK) {
            try (UncommittedBlock block = trie.begin(trie.head())) {
                block.putAccount(OWNER, Account.EMPTY);
                for (int i = from; i < Math.min(slots, from + CHUNK); i++) {
                    block.putStorage(OWNER, UInt256.of(i), UInt256.of(i + 1L));
                }
                block.seal(BlockId.of(Hash32.of(1, 0, 0, from + 1L)));
                block.commit(block.stateRoot());
            }
        }
        store.flush();
        store.merge();
        store.close();
    }

    private void open() {
        store = LayeredStore.open(directory, StoreOptions.defaults());
        trie = CommitmentTrie.over(store);
    }

    /** Drops the pages and draws the slots. */
    @Setup(Level.Invocation)
    public void drop() {
        each(file -> pages.drop(file));
        open();
        for (int i = 0; i < WRITES; i++) {
            drawn[i] = random.nextInt(slots);
        }
        warmer = Warmer.create(
                WarmerOptions.builder().workers(workers).batchKeys(batchKeys).build());
    }

    private void each(Consumer<Path> action) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile).forEach(action);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the store. */
    @TearDown(Level.Invocation)
    public void close() {
        total = total.plus(warmer.report());
        warmer.close();
        store.close();
    }

    /** Prints where the time went and what was warmed, by block, and deletes the store. */
    @TearDown(Level.Trial)
    public void end() throws IOException {
        if ((total.rows() > 0) != (warming != Warming.OFF) || total.failed() > 0) {
            throw new IllegalStateException("warming=" + warming + ": " + total);
        }
        System.out.printf(
                Locale.ROOT,
                "a block: execution %.1f ms, drain %.1f ms, root %.1f ms; keys warmed %d, dropped %d; rows ahead %d,"
                        + " useful %d, late %d%n",
                executionNanos / 1e6 / rounds,
                drainNanos / 1e6 / rounds,
                rootNanos / 1e6 / rounds,
                total.warmed() / rounds,
                total.dropped() / rounds,
                total.rows() / rounds,
                total.useful() / rounds,
                total.late() / rounds);
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    private BlockAccessList list() {
        List<BlockAccessList.SlotChanges> changes = Arrays.stream(drawn)
                .sorted()
                .distinct()
                .mapToObj(slot -> new BlockAccessList.SlotChanges(
                        UInt256.of(slot), List.of(new BlockAccessList.StorageChange(1, UInt256.of(slot + 7L)))))
                .toList();
        return new BlockAccessList(List.of(
                new BlockAccessList.AccountChanges(OWNER, changes, List.of(), List.of(), List.of(), List.of())));
    }

    /** Executes the block and computes its root. */
    @Benchmark
    public Hash32 block() {
        long start = System.nanoTime();
        try (UncommittedBlock block = trie.begin(trie.head());
                BlockWarmer warm = warmer.begin(block)) {
            if (warming == Warming.LIST) {
                warm.prefetch(list());
            }
            for (int slot : drawn) {
                UInt256 key = UInt256.of(slot);
                if (warming == Warming.TOUCH) {
                    warm.touch(OWNER, key);
                }
                block.storage(OWNER, key);
                block.putStorage(OWNER, key, UInt256.of(slot + 7L));
            }
            long executed = System.nanoTime();
            warm.awaitDrain();
            long drained = System.nanoTime();
            Hash32 root = block.stateRoot();
            executionNanos += executed - start;
            drainNanos += drained - executed;
            rootNanos += System.nanoTime() - drained;
            rounds++;
            return root;
        }
    }
}
