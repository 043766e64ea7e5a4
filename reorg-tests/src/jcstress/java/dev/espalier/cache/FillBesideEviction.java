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

/** A late fill beside a flush whose new row is evicted at once. H05. */
@Description("Fill of an older view beside a publication whose row is evicted")
@Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "the new row was evicted, and the late fill was dropped")
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the reader of before found its own row")
@Outcome(expect = FORBIDDEN, desc = "the old row stands where the new one was evicted, or bytes do not add up")
public class FillBesideEviction {

    /** A path that has a slot. */
    @JCStressTest
    @JCStressMeta(FillBesideEviction.class)
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

        /** The flush, whose row has to go for others at once. */
        @Actor
        public void publish() {
            replace();
            evict();
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
    @JCStressMeta(FillBesideEviction.class)
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

        /** The flush, whose row has to go for others at once. */
        @Actor
        public void publish() {
            replace();
            evict();
        }

        /** What is left. */
        @Arbiter
        public void end(III_Result r) {
            r.r2 = find();
            r.r3 = isExact() ? 1 : 0;
        }
    }
}
