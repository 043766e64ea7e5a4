package dev.espalier.bench.workload;

import java.util.Arrays;
import java.util.List;

/** The kinds of blocks that can be played. */
public enum WorkloadKind {
    /** Blocks of cold writes to one account with huge storage. */
    SSTORE_BLOAT("sstore-bloat"),
    /** Blocks of writes to many accounts with few slots each, all equally likely. */
    CROSS_ACCOUNT("cross-account"),
    /** Blocks as they follow each other on a live chain, a bloat block among them now and then. */
    HOT_WINDOW("hot-window"),
    /** Very many updates in one block. */
    BATCH("batch"),
    /** Blocks of a live chain, of which the newest are undone and replaced now and then. */
    REORG_HEAVY("reorg-heavy");

    private final String label;

    WorkloadKind(String label) {
        this.label = label;
    }

    /** Returns the name that users know it by. */
    public String label() {
        return label;
    }

    /** Returns all names. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(WorkloadKind::label).toList();
    }

    /**
     * Returns the kind with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static WorkloadKind of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label.equals(label))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(
                        "workload=" + label + ", expected one of " + String.join(", ", labels())));
    }

    /**
     * Returns blocks of this kind.
     *
     * @throws IllegalArgumentException if the state has no accounts or no contracts
     */
    public Workload create(WorkloadSize size) {
        return switch (this) {
            case SSTORE_BLOAT -> new BloatBlocks(size.shape());
            case CROSS_ACCOUNT -> new CrossAccountBlocks(size.shape());
            case HOT_WINDOW -> new HotWindowBlocks(size.shape(), size.bloatEvery());
            case BATCH -> new BatchBlocks(size.shape(), size.updates());
            case REORG_HEAVY -> new ReorgBlocks(size.shape());
        };
    }
}
