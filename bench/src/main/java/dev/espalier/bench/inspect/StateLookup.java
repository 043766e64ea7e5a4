package dev.espalier.bench.inspect;

import dev.espalier.store.StoreInspection;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.walk.KeyPathWalker;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Follows keys in one version of a store's state. */
public final class StateLookup {
    private final StoreInspection inspection;
    private final StoreView view;

    /** Looks into a state that stays open. */
    public StateLookup(StoreInspection inspection) {
        this.inspection = inspection;
        view = inspection.view();
    }

    /**
     * Follows a key in the account trie.
     *
     * @throws CorruptStoreException if a row on the way is missing or damaged
     */
    public KeyPath account(Hash32 key) {
        return follow(BranchPath.ACCOUNT_TRIE, view.mark().cell(), key);
    }

    /**
     * Follows a key in an account's storage trie.
     *
     * @throws CorruptStoreException if a row on the way is missing or damaged
     */
    public KeyPath slot(AccountRecord account, Hash32 key) {
        return follow(account.storageId(), account.storageCell(), key);
    }

    private KeyPath follow(long trieId, RootCell root, Hash32 key) {
        List<FoundRow> rows = new ArrayList<>();
        KeyPathWalker.End end = new KeyPathWalker(view, view)
                .walk(
                        trieId,
                        root,
                        key,
                        (path, row, child) ->
                                rows.add(new FoundRow(path, row, child, placeOf(inspection.placeOf(path)))));
        boolean atLeaf = end.ending() == KeyPathWalker.Ending.LEAF;
        byte[] stored = atLeaf ? view.leaf(trieId, key) : null;
        if (atLeaf && stored == null) {
            throw new CorruptStoreException("leaf " + key + " of trie " + Long.toUnsignedString(trieId)
                    + " is named by its row, but no layer has it");
        }
        String place = atLeaf ? inspection.placeOf(trieId, key) : null;
        return new KeyPath(trieId, root, key, List.copyOf(rows), end, stored, place);
    }

    private static String placeOf(@Nullable String place) {
        return Objects.requireNonNull(place, "a row that was read is in a layer");
    }
}
