package dev.espalier.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Readers of before and of now beside a flush, with the old row in the cache. H03, H07. */
@Description("Readers beside a publication")
@Outcome(
        id = {"0, 1", "1, 1"},
        expect = ACCEPTABLE,
        desc = "both are of before, or the first came too late for the old row")
@Outcome(
        id = {"0, 0", "1, 0"},
        expect = ACCEPTABLE,
        desc = "the second is of before, and the new row stands there already")
@Outcome(
        id = {"0, 2", "1, 2"},
        expect = ACCEPTABLE,
        desc = "the second is of after, and finds the new row")
@Outcome(expect = FORBIDDEN, desc = "a reader found a row of another version")
public class ReadersBesideReplacement {

    /** A path that has a slot. */
    @JCStressTest
    @JCStressMeta(ReadersBesideReplacement.class)
    @State
    public static class Pinned extends RowRace {
        /** Begins anew. */
        public Pinned() {
            super(0);
            startFilled();
        }

        /** The flush. */
        @Actor
        public void publish() {
            replace();
        }

        /** A reader of before, then one of now. */
        @Actor
        public void read(II_Result r) {
            r.r1 = findAsBefore();
            r.r2 = find();
        }
    }

    /** A path of the evicting tier. */
    @JCStressTest
    @JCStressMeta(ReadersBesideReplacement.class)
    @State
    public static class Evicting extends RowRace {
        /** Begins anew. */
        public Evicting() {
            super(5);
            startFilled();
        }

        /** The flush. */
        @Actor
        public void publish() {
            replace();
        }

        /** A reader of before, then one of now. */
        @Actor
        public void read(II_Result r) {
            r.r1 = findAsBefore();
            r.r2 = find();
        }
    }
}
