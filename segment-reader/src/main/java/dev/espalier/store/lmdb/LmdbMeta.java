package dev.espalier.store.lmdb;

/**
 * A meta page: the roots of the two trees as of one commit. The two meta pages are written in turn, so their transaction
 * numbers follow each other.
 *
 * <pre>
 *  16  u32 magic, u32 data version = 1
 *  24  u64 address, u64 map size
 *  40  tree of free pages, whose first field is the page size
 *  88  tree of the data
 * 136  u64 last page, u64 transaction
 *
 * tree  u32 page size or unused, u16 flags, u16 depth, u64 branch pages, u64 leaf pages, u64 overflow pages,
 *       u64 entries, u64 root (all ones: empty)
 * </pre>
 *
 * @param pageBytes bytes of a page
 * @param free the tree of free pages
 * @param data the tree of the data
 * @param lastPage the greatest page number that was given out
 * @param transaction the number of the commit
 */
record LmdbMeta(long pageBytes, Tree free, Tree data, long lastPage, long transaction) {
    private static final int MAGIC_AT = 16;
    private static final int VERSION_AT = 20;
    private static final int FREE_AT = 40;
    private static final int DATA_AT = 88;
    private static final int LAST_PAGE_AT = 136;
    private static final int TRANSACTION_AT = 144;
    private static final int MAGIC = 0xBEEFC0DE;
    private static final int VERSION = 1;

    /** How deep LMDB follows a tree. */
    private static final int MAX_DEPTH = 32;

    /** The flags of a tree, among those of the file; a map at a fixed address is one of them. */
    private static final int TREE_FLAGS = 0xFF;

    private static final int INTEGER_KEYS = 8;

    /** A tree's place in a meta page. */
    record Tree(int flags, int depth, long entries, long root) {
        private static final int FLAGS = 4;
        private static final int DEPTH = 6;
        private static final int ENTRIES = 32;
        private static final int ROOT = 40;
        private static final long NO_PAGE = -1;

        private static Tree read(LmdbPage page, int at) {
            Tree tree =
                    new Tree(page.u16(at + FLAGS), page.u16(at + DEPTH), page.u64(at + ENTRIES), page.u64(at + ROOT));
            if (tree.depth > MAX_DEPTH || tree.isEmpty() != (tree.depth == 0)) {
                throw page.corrupt("tree at " + at + ": depth=" + tree.depth + " root=" + tree.root);
            }
            return tree;
        }

        boolean isEmpty() {
            return root == NO_PAGE;
        }
    }

    /** Tells whether a page is a meta page of the data version that this class knows. */
    static boolean isKnown(LmdbPage page) {
        return page.u32(MAGIC_AT) == MAGIC && page.u32(VERSION_AT) == VERSION;
    }

    static LmdbMeta read(LmdbPage page) {
        page.requireMeta();
        LmdbMeta meta = new LmdbMeta(
                Integer.toUnsignedLong(page.u32(FREE_AT)),
                Tree.read(page, FREE_AT),
                Tree.read(page, DATA_AT),
                page.u64(LAST_PAGE_AT),
                page.u64(TRANSACTION_AT));
        boolean integers = (meta.free.flags & TREE_FLAGS) == INTEGER_KEYS;
        if (!integers || meta.data.flags != 0) {
            throw page.corrupt("flags of the trees=" + meta.free.flags + " and " + meta.data.flags);
        }
        if (meta.lastPage < 0 || meta.lastPage >= Integer.MAX_VALUE) {
            throw page.corrupt("last page=" + meta.lastPage + ", expected less than " + Integer.MAX_VALUE);
        }
        return meta;
    }

    /** Returns where a first page says how large pages are. */
    static int pageBytesAt() {
        return FREE_AT;
    }

    /** Tells whether this was written just before or just after the other one, or nothing was written yet. */
    boolean isNextTo(LmdbMeta other) {
        return Math.abs(transaction - other.transaction) == 1 || (transaction == 0 && other.transaction == 0);
    }
}
