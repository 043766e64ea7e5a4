package dev.espalier.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A fill and a reader beside a publication that throws. H01, H11. */
@Description("Fill and reader beside a publication that fails")
@Outcome(
        id = {"0, 0, 1", "1, 0, 1"},
        expect = ACCEPTABLE,
        desc = "the reader of before found its own row or none; nothing outlives the failure")
@Outcome(expect = FORBIDDEN, desc = "a row of the failed version was found, or something outlived the failure")
public class FillBesideFailure {

    /** A path that has a slot. */
    @JCStressTest
    @JCStressMeta(FillBesideFailure.class)
    @State
    public static class Pinned extends RowRace {
        /** Begins anew. */
        public Pinned() {
            super(0);
        }

        /** A reader of before offers its row, and another one of before looks. */
        @Actor
        public void fill(III_Result r) {
            fillOld();
            r.r1 = findAsBefore();
        }

        /** The flush that fails. */
        @Actor
        public void publish() {
            failToReplace();
        }

        /** What is left, and that fills of now are kept. */
        @Arbiter
        public void end(III_Result r) {
            r.r2 = find();
            r.r3 = fillAndFind();
        }
    }

    /** A path of the evicting tier. */
    @JCStressTest
    @JCStressMeta(FillBesideFailure.class)
    @State
    public static class Evicting extends RowRace {
        /** Begins anew. */
        public Evicting() {
            super(5);
        }

        /** A reader of before offers its row, and another one of before looks. */
        @Actor
        public void fill(III_Result r) {
            fillOld();
            r.r1 = findAsBefore();
        }

        /** The flush that fails. */
        @Actor
        public void publish() {
            failToReplace();
        }

        /** What is left, and that fills of now are kept. */
        @Arbiter
        public void end(III_Result r) {
            r.r2 = find();
            r.r3 = fillAndFind();
        }
    }
}
