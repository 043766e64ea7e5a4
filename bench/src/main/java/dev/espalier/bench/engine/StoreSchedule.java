package dev.espalier.bench.engine;

/** Counts the changes of all stores of an engine, says what is due after each, and adds up the work. */
final class StoreSchedule {
    private final StoreSettings settings;
    private long changes;
    private StoreWork work = StoreWork.NONE;

    StoreSchedule(StoreSettings settings) {
        this.settings = settings;
    }

    void changed() {
        changes++;
    }

    boolean flushIsDue() {
        return isDue(settings.upkeep().flushEvery());
    }

    boolean freezeIsDue() {
        return isDue(settings.upkeep().freezeEvery());
    }

    boolean mergeIsDue() {
        return isDue(settings.upkeep().mergeEvery());
    }

    boolean reopeningIsDue() {
        return isDue(settings.upkeep().reopenEvery());
    }

    private boolean isDue(int every) {
        return every > 0 && changes % every == 0;
    }

    void add(StoreWork done) {
        work = work.plus(done);
    }

    StoreWork work() {
        return work;
    }
}
