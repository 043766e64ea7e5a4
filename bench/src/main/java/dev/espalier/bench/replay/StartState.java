package dev.espalier.bench.replay;

import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.engine.StoreFolders;
import dev.espalier.bench.engine.StoreSettings;
import dev.espalier.bench.engine.StoreUpkeep;
import dev.espalier.bench.workload.GeneratedState;
import dev.espalier.bench.workload.LargeState;
import dev.espalier.bench.workload.StateShape;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.LeafKind;
import java.nio.file.Path;

/**
 * The made-up state that replays begin on: on disk it is built once, stays as it is, and each replay gets a copy; in memory
 * each gets a state of its own.
 */
final class StartState {
    private static final StoreUpkeep LEFT_TO_THE_STORE = new StoreUpkeep(0, 0, 0, 0);

    private final StateShape shape;
    private final WorkloadListener listener;

    StartState(StateShape shape, WorkloadListener listener) {
        this.shape = shape;
        this.listener = listener;
    }

    /**
     * Returns the state as an engine runs it, built if it is not there.
     *
     * @throws dev.espalier.bench.json.UnreadableInputException if a state of another shape is in the store's directory
     */
    EngineTrie open(Engine engine) {
        StoreSettings store = engine.settings().store();
        if (store == null) {
            EngineTrie state = engine.newTrie(LeafKind.STATE);
            build(state);
            return state;
        }
        if (StoreFolders.holdsStore(store.directory())) {
            GeneratedState.of(store.directory(), shape);
        } else {
            buildIn(store.directory(), engine.settings());
        }
        return engine.openClone();
    }

    private void buildIn(Path directory, EngineSettings settings) {
        try (Engine builder = Engine.start(withoutAids(settings, settings.threads()));
                EngineTrie state = builder.newTrie(LeafKind.STATE)) {
            Hash32 root = build(state);
            listener.merging();
            state.settle();
            new GeneratedState(shape, root).writeTo(directory);
        }
    }

    private Hash32 build(EngineTrie state) {
        LargeState content = new LargeState(shape);
        listener.building(0, content.parts());
        return new LargeStateBuild(state, content).run(parts -> listener.building(parts, content.parts()));
    }

    /** Returns the same settings without cache and warmer, and with a store that decides for itself when to flush and merge. */
    static EngineSettings withoutAids(EngineSettings settings, int threads) {
        StoreSettings store = settings.store();
        StoreSettings plain = store == null
                ? null
                : new StoreSettings(store.directory(), false, LEFT_TO_THE_STORE, store.durableEvery(), store.form());
        return new EngineSettings(threads, 0, false, null, null, plain);
    }
}
