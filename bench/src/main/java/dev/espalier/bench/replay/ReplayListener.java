package dev.espalier.bench.replay;

/** Is told how a replay goes on. */
public interface ReplayListener {
    /** A state is being built, which takes long and tells nothing until it is complete. */
    void building(String what);

    /** The start state is complete. */
    void startBuilt(BuiltState start);

    /** A block was played. */
    void blockDone(ReplayedBlock block);
}
