package dev.espalier.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A late fill beside a flush that removes the row: the path is absent, and only the gate tells. H05. */
@Description("Fill of an older view beside a publication that removes the row")
@Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "nothing was found, nothing is left")
@Outcome(
        id = "1, 0, 1",
        expect = ACCEPTABLE_INTERESTING,
        desc = "the reader was of before, and found what was filled before the gate closed")
@Outcome(expect = FORBIDDEN, desc = "a reader of after found the removed row, or bytes do not add up")
public class FillBesideRemoval {

    /** A path that has a slot. */
    @JCStressTest
    @JCStressMeta(FillBesideRemoval.class)
    @State
    public static class Pinned extends RowRace {
        /** Begins anew. */
        public Pinned() {
            super(0);
        }

        /** A reader of before offers its row, and one that begins now looks. */
        @Actor
        public void fill(III_Result r) {
            fillOld();
            r.r1 = find();
        }

        /** The flush. */
        @Actor
        public void publish() {
            remove();
        }

        /** What is left. */
        @Arbiter
        public void end(III_Result r) {
            r.r2 = find();
            r.r3 = isExact() ? 1 : 0;
        }
    }

    /** A path of the evicting tier. */
    @JCStressTest
    @JCStressMeta(FillBesideRemoval.class)
    @State
    public static class Evicting extends RowRace {
        /** Begins anew. */
        public Evicting() {
            super(5);
        }

        /** A reader of before offers its row, and one that begins now looks. */
        @Actor
        public void fill(III_Result r) {
            fillOld();
            r.r1 = find();
        }

        /** The flush. */
        @Actor
        public void publish() {
            remove();
        }

        /** What is left. */
        @Arbiter
        public void end(III_Result r) {
            r.r2 = find();
            r.r3 = isExact() ? 1 : 0;
        }
    }
}
