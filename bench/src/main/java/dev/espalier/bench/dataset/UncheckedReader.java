package dev.espalier.bench.dataset;

import dev.espalier.bench.json.JsonCursor;
import java.util.function.Consumer;

/** Walks over a file whose cases are counted but not checked; damage is still found. */
final class UncheckedReader implements CaseReader {
    private final Consumer<CaseVisitor> perCase;

    private UncheckedReader(Consumer<CaseVisitor> perCase) {
        this.perCase = perCase;
    }

    static CaseReader skipping(String reason) {
        return new UncheckedReader(visitor -> visitor.skipped(reason));
    }

    static CaseReader withoutRoot() {
        return new UncheckedReader(CaseVisitor::withoutRoot);
    }

    @Override
    public void read(JsonCursor cursor, CaseVisitor visitor) {
        while (cursor.nextRoot()) {
            cursor.skip();
            perCase.accept(visitor);
        }
    }
}
