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

/** A fill beside a clear: the dead row is not found, and makes way for a live one. H12, H13. */
@Description("Fill beside a clear")
@Outcome(
        id = {"0, 0, 1", "1, 0, 1"},
        expect = ACCEPTABLE,
        desc = "what was filled before the clear is not found after it, and a new fill is kept")
@Outcome(expect = FORBIDDEN, desc = "a dead row was found after the clear, or stands in the way of a live one")
public class FillBesideClear {

    /** A path that has a slot. */
    @JCStressTest
    @JCStressMeta(FillBesideClear.class)
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

        /** The clear. */
        @Actor
        public void forget() {
            clear();
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
    @JCStressMeta(FillBesideClear.class)
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

        /** The clear. */
        @Actor
        public void forget() {
            clear();
        }

        /** What is left, and that fills of now are kept. */
        @Arbiter
        public void end(III_Result r) {
            r.r2 = find();
            r.r3 = fillAndFind();
        }
    }
}
