package dev.espalier.trie.commit;

import dev.espalier.trie.spi.StoreView;
import java.util.concurrent.atomic.AtomicInteger;

/** A store's view with its number of holders; the last one to let go closes it. Safe for use by several threads. */
final class SharedView {
    private final StoreView view;
    private final AtomicInteger holders = new AtomicInteger(1);

    /** The caller is the first holder. */
    SharedView(StoreView view) {
        this.view = view;
    }

    StoreView view() {
        return view;
    }

    /** Becomes a holder; fails only when the last one has let go. */
    boolean acquire() {
        return holders.updateAndGet(count -> count == 0 ? 0 : count + 1) != 0;
    }

    void release() {
        if (holders.decrementAndGet() == 0) {
            view.close();
        }
    }
}
