package dev.espalier.bench.replay;

import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.lookup.DiskReads;
import dev.espalier.bench.lookup.PageCache;
import dev.espalier.bench.workload.Workload;
import dev.espalier.store.SegmentFolder;
import dev.espalier.trie.Hash32;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays a workload on a made-up state. Confined to one thread. */
public final class WorkloadReplay {
    private final EngineSettings settings;
    private final WorkloadScenario scenario;
    private final WorkloadListener listener;
    private final Workload workload;
    private final StartState start;
    private final PageCache pages = new PageCache();

    /** A replay for one run. */
    public WorkloadReplay(EngineSettings settings, WorkloadScenario scenario, WorkloadListener listener) {
        this.settings = settings;
        this.scenario = scenario;
        this.listener = listener;
        workload = scenario.kind().create(scenario.size());
        start = new StartState(scenario.size().shape(), listener);
    }

    /**
     * Runs it.
     *
     * @throws dev.espalier.bench.json.UnreadableInputException if the store holds a state of another shape, or none that
     *     was made up
     */
    public WorkloadReport run() {
        try (Engine engine = Engine.start(settings)) {
            return run(engine);
        }
    }

    private WorkloadReport run(Engine engine) {
        List<PlayedBlock> blocks = new ArrayList<>();
        Hash32 startRoot;
        long heapBytes;
        Double diskReadMicros;
        try (EngineTrie state = start.open(engine)) {
            listener.ready();
            startRoot = state.trie().headRoot();
            Path directory = state.directory();
            Path files = directory == null ? null : SegmentFolder.of(directory);
            if (files != null && !scenario.cold()) {
                pages.readAll(files);
            }
            WorkloadPlayer player = player(engine, state);
            for (int number = 1; number <= scenario.blocks(); number++) {
                if (files != null && scenario.cold()) {
                    pages.dropAll(files);
                }
                PlayedBlock block = player.play(number);
                blocks.add(block);
                listener.played(block);
            }
            heapBytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            diskReadMicros = files == null ? null : DiskReads.medianMicros(files, pages);
        }
        return new WorkloadReport(scenario, startRoot, blocks, checkedRoot(), heapBytes, diskReadMicros);
    }

    private WorkloadPlayer player(Engine engine, EngineTrie state) {
        return new WorkloadPlayer(
                engine, state, workload, scenario.size().shape().seed());
    }

    /** Plays everything once more on one thread without cache and warmer. */
    private @Nullable Hash32 checkedRoot() {
        if (!scenario.checked()) {
            return null;
        }
        listener.checking(0);
        try (Engine engine = Engine.start(StartState.withoutAids(settings, 1));
                EngineTrie state = start.open(engine)) {
            WorkloadPlayer player = player(engine, state);
            for (int number = 1; number <= scenario.blocks(); number++) {
                player.play(number);
                listener.checking(number);
            }
            return state.trie().headRoot();
        }
    }
}
