package dev.espalier.trie.oracle;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Counts which shapes a sequence of blocks reaches, measured on the blocks and on the states between them and not on
 * what their author meant. Several sequences may be counted one after the other: see {@link #startSequence}.
 */
public final class ShapeCensus {
    private static final int LARGE_BLOCK_OPS = 300;
    private static final int DENSE_ACCOUNT_SLOTS = 250;

    private final Map<Shape, Integer> counts = new EnumMap<>(Shape.class);
    private final Set<String> orders = new TreeSet<>();
    private final Map<RootKind, Set<RootKind>> storageRootMoves = rootMoves();
    private final Map<RootKind, Set<RootKind>> accountRootMoves = rootMoves();
    private final BitSet sharedSlotNibbles = new BitSet();
    private final BitSet sharedAccountNibbles = new BitSet();
    private final Set<Long> nonces = new HashSet<>();
    private final Set<BigInteger> balances = new HashSet<>();
    private final Set<BigInteger> slotValues = new HashSet<>();

    private OracleState state = new OracleState();
    private Map<Bytes32, LifeOfAccount> lives = new HashMap<>();

    /** Forgets the state, keeps the counts: the next block is the first of another sequence. */
    public void startSequence() {
        state = new OracleState();
        lives = new HashMap<>();
    }

    /**
     * Counts the next block.
     *
     * @throws IllegalStateException if the block is not valid on the state after the blocks before it
     */
    public void observe(List<Op> block) {
        OracleState before = state.copy();
        state.applyBlock(block);
        countIf(Shape.EMPTY_BLOCK, block.isEmpty());
        countIf(Shape.LARGE_BLOCK, block.size() >= LARGE_BLOCK_OPS);
        Map<Bytes32, OpsOnAccount> touched = new HashMap<>();
        for (Op op : block) {
            touched.computeIfAbsent(op.accountKey(), key -> new OpsOnAccount(this, before.account(key)))
                    .observe(op);
            noteNumbers(op);
        }
        touched.forEach((accountKey, ops) -> {
            orders.add(ops.order());
            observeAccount(accountKey, ops, before);
        });
        SortedSet<Bytes32> keysBefore = before.accountKeys();
        SortedSet<Bytes32> keysAfter = state.accountKeys();
        note(accountRootMoves, keysBefore, keysAfter);
        TrieChange accounts = TrieChange.between(keysBefore, keysAfter);
        add(Shape.ACCOUNT_SPLIT, accounts.splits());
        add(Shape.ACCOUNT_COLLAPSED_TO_LEAF, accounts.collapsesToLeaf());
        add(Shape.ACCOUNT_COLLAPSED_TO_BRANCH, accounts.collapsesToBranch());
        add(Shape.ACCOUNT_SUBTREE_GONE, accounts.subtreesGone());
        sharedAccountNibbles.or(accounts.forkDepthsAfter());
    }

    private void observeAccount(Bytes32 accountKey, OpsOnAccount ops, OracleState before) {
        OracleAccount accountBefore = before.account(accountKey);
        OracleAccount after = state.account(accountKey);
        lives.computeIfAbsent(accountKey, key -> new LifeOfAccount(this))
                .observe(accountBefore, after, ops.wasDeleted());
        SortedSet<Bytes32> slotsBefore = slots(accountBefore);
        SortedSet<Bytes32> slotsAfter = slots(after);
        if (after != null) {
            countIf(Shape.DENSE_ACCOUNT, slotsAfter.size() >= DENSE_ACCOUNT_SLOTS);
            countIf(Shape.ACCOUNT_WITHOUT_STORAGE, slotsAfter.isEmpty());
            countIf(Shape.EMPTY_ACCOUNT, after.isEmpty() && slotsAfter.isEmpty());
            countIf(Shape.EMPTY_ACCOUNT_WITH_STORAGE, after.isEmpty() && !slotsAfter.isEmpty());
        }
        note(storageRootMoves, slotsBefore, slotsAfter);
        TrieChange storage = TrieChange.between(slotsBefore, slotsAfter);
        add(Shape.STORAGE_SPLIT, storage.splits());
        add(Shape.STORAGE_COLLAPSED_TO_LEAF, storage.collapsesToLeaf());
        add(Shape.STORAGE_COLLAPSED_TO_BRANCH, storage.collapsesToBranch());
        add(Shape.STORAGE_SUBTREE_GONE, storage.subtreesGone());
        sharedSlotNibbles.or(storage.forkDepthsAfter());
        if (!slotsAfter.isEmpty()) {
            Map<String, OracleBranch> branchesBefore =
                    before.storageTrie(accountKey).branches();
            state.storageTrie(accountKey).branches().forEach((path, branch) -> {
                OracleBranch branchBefore = branchesBefore.get(path);
                for (int nibble = 0; nibble < OracleBranch.WIDTH; nibble++) {
                    observeChild(
                            branchBefore == null
                                    ? null
                                    : branchBefore.children().get(nibble),
                            branch.children().get(nibble));
                }
            });
        }
    }

    private void observeChild(OracleBranch.@Nullable Child before, OracleBranch.Child after) {
        switch (after) {
            case OracleBranch.Absent() -> {}
            case OracleBranch.Leaf(var rest, var ref) -> {
                countIf(Shape.EMBEDDED_LEAF, ref.isEmbedded());
                if (before instanceof OracleBranch.Leaf(var restBefore, var refBefore) && restBefore.equals(rest)) {
                    observeEmbedding(refBefore, ref);
                }
            }
            case OracleBranch.Branch(var extension, var ref, var branchRef) -> {
                countIf(Shape.EMBEDDED_BRANCH, extension.isEmpty() && ref.isEmbedded());
                countIf(Shape.EMBEDDED_EXTENSION, !extension.isEmpty() && ref.isEmbedded());
                countIf(Shape.EMBEDDED_BRANCH_IN_HASHED_EXTENSION, branchRef.isEmbedded() && !ref.isEmbedded());
                if (before instanceof OracleBranch.Branch(var extensionBefore, var refBefore, var branchRefBefore)
                        && extensionBefore.equals(extension)) {
                    observeEmbedding(branchRefBefore, branchRef);
                }
            }
        }
    }

    private void observeEmbedding(OracleBranch.Ref before, OracleBranch.Ref after) {
        countIf(Shape.EMBEDDED_BECAME_HASHED, before.isEmbedded() && !after.isEmbedded());
        countIf(Shape.HASHED_BECAME_EMBEDDED, !before.isEmbedded() && after.isEmbedded());
    }

    /** How often a shape was reached. */
    public int count(Shape shape) {
        return counts.getOrDefault(shape, 0);
    }

    /** The shapes that were not reached. */
    public Set<Shape> missing() {
        Set<Shape> missing = EnumSet.allOf(Shape.class);
        missing.removeAll(counts.keySet());
        return missing;
    }

    /**
     * What accounts met in one block: first {@code absent}, {@code bare} or {@code stored} for the account before the
     * block, then a letter for each operation: P put, D delete, S slot set, Z slot cleared. For example
     * {@code stored:DPS}.
     */
    public Set<String> orders() {
        return orders;
    }

    /** The kinds of root that storage tries had after the block, by the kind before it. */
    public Map<RootKind, Set<RootKind>> storageRootMoves() {
        return storageRootMoves;
    }

    /** The kinds of root that the account trie had after the block, by the kind before it. */
    public Map<RootKind, Set<RootKind>> accountRootMoves() {
        return accountRootMoves;
    }

    /** At how many shared nibbles the keys of a storage trie forked. */
    public BitSet sharedSlotNibbles() {
        return sharedSlotNibbles;
    }

    /** At how many shared nibbles account keys forked. */
    public BitSet sharedAccountNibbles() {
        return sharedAccountNibbles;
    }

    /** The nonces that were put, unsigned. */
    public Set<Long> nonces() {
        return nonces;
    }

    /** The balances that were put, in wei. */
    public Set<BigInteger> balances() {
        return balances;
    }

    /** The values that slots were set to, zero included. */
    public Set<BigInteger> slotValues() {
        return slotValues;
    }

    void countIf(Shape shape, boolean reached) {
        add(shape, reached ? 1 : 0);
    }

    private void add(Shape shape, int times) {
        if (times > 0) {
            counts.merge(shape, times, Integer::sum);
        }
    }

    private void noteNumbers(Op op) {
        switch (op) {
            case Op.PutAccount put -> {
                nonces.add(put.nonce());
                balances.add(put.balance());
            }
            case Op.PutSlot put -> slotValues.add(put.value());
            case Op.DeleteAccount delete -> {}
        }
    }

    private static Map<RootKind, Set<RootKind>> rootMoves() {
        Map<RootKind, Set<RootKind>> moves = new EnumMap<>(RootKind.class);
        for (RootKind kind : RootKind.values()) {
            moves.put(kind, EnumSet.noneOf(RootKind.class));
        }
        return moves;
    }

    private static void note(
            Map<RootKind, Set<RootKind>> moves, SortedSet<Bytes32> keysBefore, SortedSet<Bytes32> keysAfter) {
        moves.getOrDefault(RootKind.of(keysBefore), Set.of()).add(RootKind.of(keysAfter));
    }

    private static SortedSet<Bytes32> slots(@Nullable OracleAccount account) {
        return account == null
                ? new TreeSet<>()
                : new TreeSet<>(account.storage().keySet());
    }
}
