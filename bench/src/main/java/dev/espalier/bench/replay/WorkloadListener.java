package dev.espalier.bench.replay;

/** Is told how the replay of a workload goes on. */
public interface WorkloadListener {
    /** So much of the start state is built; 0 when it begins. */
    void building(long parts, long ofParts);

    /** The start state is being merged, which takes long and tells nothing until it is done. */
    void merging();

    /** The start state is there. */
    void ready();

    /** A block was played. */
    void played(PlayedBlock block);

    /** So many blocks were played once more, to check the last root; 0 when that begins. */
    void checking(int blocks);
}
