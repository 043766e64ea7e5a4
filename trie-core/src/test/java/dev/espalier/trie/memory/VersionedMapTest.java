package dev.espalier.trie.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionedMapTest {
    private static final long SEED = 0x5EED_3A90L;
    private static final boolean LONG = Boolean.getBoolean("espalier.long");

    private final VersionedMap<String, String> map = new VersionedMap<>();

    private void put(String key, @Nullable String value, long seq, long... readers) {
        map.put(key, value, seq, readers);
    }

    @Test
    void aReaderSeesTheNewestValueAtOrBeforeItsSeq() {
        put("k", "one", 10, 0);
        put("k", "two", 20, 0, 10, 19);
        put("k", null, 30, 0, 10, 19, 20);
        put("k", "four", 40, 0, 10, 19, 20, 39);
        assertThat(map.get("k", 9)).isNull();
        assertThat(map.get("k", 10)).isEqualTo("one");
        assertThat(map.get("k", 19)).isEqualTo("one");
        assertThat(map.get("k", 20)).isEqualTo("two");
        assertThat(map.get("k", 39)).isNull();
        assertThat(map.get("k", Long.MAX_VALUE)).isEqualTo("four");
        assertThat(map.get("other", 40)).isNull();
    }

    @Test
    void versionsThatNoReaderNeedsGoWithTheNextPut() {
        put("k", "one", 1, 0);
        put("k", "two", 2, 1);
        assertThat(map.get("k", 1)).isEqualTo("one");
        put("k", "three", 3, 2);
        assertThat(map.get("k", 1)).as("trimmed").isNull();
        assertThat(map.get("k", 2)).isEqualTo("two");
        put("k", "five", 5, 4);
        assertThat(map.get("k", 2)).as("trimmed").isNull();
        assertThat(map.get("k", 4)).as("the newest before the reader stays").isEqualTo("three");
    }

    @Test
    void versionsBetweenReadersGoToo() {
        put("k", "one", 1, 0);
        for (long seq = 2; seq <= 9; seq++) {
            put("k", "v" + seq, seq, 1, seq - 1);
        }
        put("k", "ten", 10, 1, 9);
        assertThat(map.get("k", 1)).isEqualTo("one");
        assertThat(map.get("k", 5)).as("no reader is there").isEqualTo("one");
        assertThat(map.get("k", 9)).isEqualTo("v9");
        assertThat(map.get("k", 10)).isEqualTo("ten");
    }

    @Test
    void aReaderMayStayForAnyNumberOfVersions() {
        put("k", "first", 1, 0);
        for (long seq = 2; seq <= 100_000; seq++) {
            put("k", "later", seq, 1, seq - 1);
        }
        assertThat(map.get("k", 1)).isEqualTo("first");
    }

    @Test
    void aRemovedKeyIsForgottenOnceNoReaderCanSeeIt() {
        put("k", "one", 1, 0);
        put("k", null, 2, 1);
        assertThat(map.purge(1)).as("nothing left to forget").isFalse();
        assertThat(map.get("k", 1)).isEqualTo("one");
        assertThat(map.purge(2)).isTrue();
        assertThat(map.get("k", 1)).isNull();
    }

    @Test
    void aKeyThatIsPutAgainIsNotForgottenWithItsRemoval() {
        put("k", "one", 1, 0);
        put("k", null, 2, 1);
        put("k", "three", 3, 1, 2);
        assertThat(map.purge(2)).isTrue();
        assertThat(map.get("k", 1)).isEqualTo("one");
        assertThat(map.get("k", 3)).isEqualTo("three");
        put("k", null, 4, 3);
        assertThat(map.purge(3)).isFalse();
        assertThat(map.get("k", 3)).isEqualTo("three");
        assertThat(map.purge(4)).isTrue();
        assertThat(map.get("k", 3)).isNull();
    }

    @Test
    void enumeratesTheKeysOfASeq() {
        put("a", "1", 1, 0);
        put("b", "2", 2, 0, 1);
        put("a", null, 3, 0, 2);
        put("c", "4", 4, 0, 2, 3);
        assertThat(contents(0)).isEmpty();
        assertThat(contents(2)).containsOnly(Map.entry("a", "1"), Map.entry("b", "2"));
        assertThat(contents(4)).containsOnly(Map.entry("b", "2"), Map.entry("c", "4"));
    }

    private Map<String, String> contents(long seq) {
        Map<String, String> contents = new HashMap<>();
        map.forEach(seq, contents::put);
        return contents;
    }

    @ParameterizedTest
    @ValueSource(longs = {SEED, SEED + 1, SEED + 2})
    void everyOpenReaderSeesItsOwnState(long seed) {
        Random random = new Random(seed);
        TreeMap<Long, Map<String, String>> open = new TreeMap<>();
        Map<String, String> now = new HashMap<>();
        for (long seq = 1; seq <= (LONG ? 20_000 : 1_000); seq++) {
            open.putIfAbsent(seq - 1, new HashMap<>(now));
            long[] readers = open.keySet().stream().mapToLong(Long::longValue).toArray();
            for (int change = random.nextInt(4); change > 0; change--) {
                String key = "k" + random.nextInt(12);
                String value = random.nextInt(3) == 0 ? null : "v" + seq + "." + change;
                map.put(key, value, seq, readers);
                if (value == null) {
                    now.remove(key);
                } else {
                    now.put(key, value);
                }
            }
            open.put(seq, new HashMap<>(now));
            while (open.size() > 8 || (open.size() > 1 && random.nextBoolean())) {
                List<Long> seqs = new ArrayList<>(open.keySet());
                open.remove(seqs.get(random.nextInt(seqs.size() - 1)));
            }
            boolean nothingLeft = map.purge(open.firstKey());
            assertThat(nothingLeft || open.size() > 1).isTrue();
            open.forEach((reader, state) -> assertThat(contents(reader))
                    .as("seed=%x reader=%d", seed, reader)
                    .isEqualTo(state));
        }
    }

    @Test
    void readersRunBesideTheWriter() throws Exception {
        AtomicLong visible = new AtomicLong();
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService readers = Executors.newFixedThreadPool(2)) {
            List<Future<Long>> results = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                results.add(readers.submit(() -> readUntil(done, visible)));
            }
            for (long seq = 1; seq <= 20_000; seq++) {
                put("k", Long.toString(seq), seq, seq - 1);
                visible.set(seq);
            }
            done.set(true);
            for (Future<Long> result : results) {
                assertThat(result.get()).isNotNegative();
            }
        }
    }

    private long readUntil(AtomicBoolean done, AtomicLong visible) {
        long reads = 0;
        while (!done.get()) {
            long seq = visible.get();
            String value = map.get("k", Long.MAX_VALUE);
            assertThat(value == null ? 0 : Long.parseLong(value)).isGreaterThanOrEqualTo(seq);
            reads++;
        }
        return reads;
    }
}
