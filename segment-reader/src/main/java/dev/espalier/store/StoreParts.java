package dev.espalier.store;

import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.store.log.StoreLog;

/** What a store is put together from: may stand between it and its segment files, and between it and its log. */
@FunctionalInterface
interface StoreParts {
    /** Returns what the store reaches its segment files through. */
    SegmentFiles files(SegmentFiles files);

    /** Returns what the store reaches its log through; the log itself, if nothing is said. */
    default StoreLog log(StoreLog log) {
        return log;
    }
}
