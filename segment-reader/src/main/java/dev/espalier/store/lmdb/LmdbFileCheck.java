package dev.espalier.store.lmdb;

import dev.espalier.trie.CorruptStoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Checks every page by which LMDB would find its way through a file, before LMDB maps it.
 *
 * <p>LMDB takes such a page at its word. With one bit flipped it reads outside of its map, which ends the JVM; misses
 * keys that are there; goes back to the commit before; or writes over pages that are in use. The values are not looked
 * at: they have checksums of their own.
 */
final class LmdbFileCheck {
    private static final int LEAST_PAGE_BYTES = 512;
    private static final int MOST_PAGE_BYTES = 32 << 10;
    private static final int META_PAGES = 2;

    private final RandomAccessFile raw;
    private final int pageBytes;
    private final LmdbMeta meta;
    private final BitSet used = new BitSet();
    private final BitSet free = new BitSet();

    private LmdbFileCheck(RandomAccessFile raw, int pageBytes, LmdbMeta meta) {
        this.raw = raw;
        this.pageBytes = pageBytes;
        this.meta = meta;
    }

    /**
     * Checks a file that nobody has open. A file that does not exist or is empty is sound, and one of a format that this
     * class does not know is left to LMDB.
     *
     * @throws CorruptStoreException if a page is damaged; the message names file and page
     */
    static void check(Path file) throws IOException {
        boolean known = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        if (!known || Files.notExists(file) || Files.size(file) == 0) {
            return;
        }
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "r")) {
            checkPages(raw);
        } catch (CorruptStoreException e) {
            throw new CorruptStoreException(file + ": " + e.getMessage(), e);
        } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
            throw new CorruptStoreException(file + ": a page points outside of itself", e);
        }
    }

    private static void checkPages(RandomAccessFile raw) throws IOException {
        LmdbPage first = page(raw, 0, LEAST_PAGE_BYTES);
        if (!LmdbMeta.isKnown(first)) {
            return;
        }
        int pageBytes = first.u32(LmdbMeta.pageBytesAt());
        if (pageBytes < LEAST_PAGE_BYTES || pageBytes > MOST_PAGE_BYTES || Integer.bitCount(pageBytes) != 1) {
            throw first.corrupt("page bytes=" + pageBytes + ", expected a power of two");
        }
        LmdbPage second = page(raw, 1, pageBytes);
        LmdbMeta even = LmdbMeta.read(first);
        LmdbMeta odd = LmdbMeta.read(second);
        if (!LmdbMeta.isKnown(second) || !even.isNextTo(odd) || even.pageBytes() != odd.pageBytes()) {
            throw second.corrupt("transaction=" + odd.transaction() + ", and page 0 has transaction="
                    + even.transaction() + ", expected two in a row");
        }
        requireOwnFreePages(raw, even);
        requireOwnFreePages(raw, odd);
        new LmdbFileCheck(raw, pageBytes, even.transaction() > odd.transaction() ? even : odd).checkTrees();
    }

    /**
     * A commit files the pages that it frees under its number, and every one but the first frees some: a page that it
     * changes is written elsewhere. So a number that is wrong by chance is seen.
     */
    private static void requireOwnFreePages(RandomAccessFile raw, LmdbMeta meta) throws IOException {
        long newest = newestFreed(raw, meta);
        if (newest > meta.transaction() || (newest < meta.transaction() && meta.transaction() > 1)) {
            throw new CorruptStoreException("LMDB pages freed by transaction=" + newest + " last, expected "
                    + meta.transaction() + " of a meta page");
        }
    }

    private static long newestFreed(RandomAccessFile raw, LmdbMeta meta) throws IOException {
        LmdbMeta.Tree tree = meta.free();
        if (tree.isEmpty()) {
            return 0;
        }
        int pageBytes = (int) meta.pageBytes();
        LmdbPage page = page(raw, tree.root(), pageBytes);
        for (int depth = tree.depth(); depth > 1; depth--) {
            page.requireBranch();
            page = page(raw, page.child(page.nodes() - 1), pageBytes);
        }
        page.requireLeaf();
        byte[] key = page.key(page.nodes() - 1);
        return ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private static LmdbPage page(RandomAccessFile raw, long number, int pageBytes) throws IOException {
        return page(raw, number, number * pageBytes, pageBytes);
    }

    /** Reads some bytes that begin with a page's, wherever the number comes from. */
    private static LmdbPage page(RandomAccessFile raw, long number, long at, int length) throws IOException {
        if (number < 0 || number >= Integer.MAX_VALUE || raw.length() < at + length) {
            throw new CorruptStoreException(
                    "LMDB page " + number + ": file ends at " + raw.length() + ", expected " + (at + length));
        }
        byte[] bytes = new byte[length];
        raw.seek(at);
        raw.readFully(bytes);
        return new LmdbPage(number, bytes);
    }

    private void checkTrees() throws IOException {
        used.set(0, META_PAGES);
        new Walk(Arrays::compareUnsigned, false).walk(meta.data());
        new Walk(LmdbFileCheck::compareIntegers, true).walk(meta.free());
        if (used.intersects(free)) {
            free.and(used);
            throw new CorruptStoreException("LMDB page " + free.nextSetBit(0) + ": free and in use");
        }
        requireLength();
    }

    /** Pages behind the end of the file were given out and never written: LMDB calls them free. */
    private void requireLength() throws IOException {
        long pages = raw.length() / pageBytes;
        long missing = meta.lastPage() + 1 - pages;
        if (missing > 0 && missing > freeFrom(pages)) {
            throw new CorruptStoreException(
                    "LMDB pages=" + pages + ", expected " + (meta.lastPage() + 1) + " or the others free");
        }
    }

    private long freeFrom(long page) {
        return free.stream().filter(number -> number >= page).count();
    }

    private static int compareIntegers(byte[] left, byte[] right) {
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            int order = Byte.compareUnsigned(left[i], right[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Marks pages that are in use by one thing only. */
    private void use(long from, long count, LmdbPage by) {
        if (from < META_PAGES || count < 1 || from > meta.lastPage() || count > meta.lastPage() + 1 - from) {
            throw by.corrupt("leads to page " + from + " and " + (count - 1) + " more, expected " + META_PAGES + ".."
                    + meta.lastPage());
        }
        for (long number = from; number < from + count; number++) {
            if (used.get((int) number)) {
                throw by.corrupt("leads to page " + number + ", which is in use elsewhere");
            }
            used.set((int) number);
        }
    }

    /** Goes through one tree, in the order of its keys. */
    private final class Walk {
        private final Comparator<byte[]> order;
        private final boolean freeLists;
        private byte @Nullable [] last;
        private byte @Nullable [] atLeast;
        private long entries;

        Walk(Comparator<byte[]> order, boolean freeLists) {
            this.order = order;
            this.freeLists = freeLists;
        }

        void walk(LmdbMeta.Tree tree) throws IOException {
            if (!tree.isEmpty()) {
                LmdbPage metaPage = page(raw, meta.transaction() % META_PAGES, pageBytes);
                use(tree.root(), 1, metaPage);
                visit(tree.root(), tree.depth());
            }
            if (entries != tree.entries()) {
                throw new CorruptStoreException("LMDB tree: entries=" + entries + ", expected " + tree.entries());
            }
        }

        private void visit(long number, int depth) throws IOException {
            LmdbPage page = page(raw, number, pageBytes);
            if (depth == 1) {
                page.requireLeaf();
                for (int i = 0; i < page.nodes(); i++) {
                    entry(page, i);
                }
                return;
            }
            page.requireBranch();
            for (int i = 0; i < page.nodes(); i++) {
                if (i > 0) {
                    separator(page, page.key(i));
                }
                use(page.child(i), 1, page);
                visit(page.child(i), depth - 1);
            }
        }

        /** A branch's key, but for the first one: above all keys before and not above those behind. */
        private void separator(LmdbPage page, byte[] key) {
            requireKey(page, key);
            if (last != null && order.compare(last, key) >= 0) {
                throw page.corrupt("keys are not in ascending order");
            }
            atLeast = key;
        }

        private void entry(LmdbPage page, int index) throws IOException {
            byte[] key = page.key(index);
            requireKey(page, key);
            boolean belowLast = last != null && order.compare(last, key) >= 0;
            boolean belowSeparator = atLeast != null && order.compare(atLeast, key) > 0;
            if (belowLast || belowSeparator) {
                throw page.corrupt("key of node " + index + " is not in ascending order");
            }
            last = key;
            entries++;
            if (page.isBig(index)) {
                overflow(page, index);
            } else if (freeLists) {
                freePages(page, page.dataAt(index), page.dataBytes(index));
            }
        }

        private void requireKey(LmdbPage page, byte[] key) {
            if (freeLists && key.length != Long.BYTES) {
                throw page.corrupt("key bytes=" + key.length + ", expected " + Long.BYTES);
            }
        }

        private void overflow(LmdbPage page, int index) throws IOException {
            long number = page.u64(page.dataAt(index));
            long bytes = page.dataBytes(index);
            long pages = (LmdbPage.HEADER_BYTES + bytes + pageBytes - 1) / pageBytes;
            use(number, pages, page);
            LmdbPage run = page(raw, number, pageBytes);
            if (run.overflowPages() != pages) {
                throw run.corrupt("pages=" + run.overflowPages() + ", expected " + pages);
            }
            if (raw.length() < (number + pages) * pageBytes) {
                throw run.corrupt("pages=" + pages + ", of which the file has not all");
            }
            if (freeLists) {
                freePages(wholeRun(number, pages), LmdbPage.HEADER_BYTES, bytes);
            }
        }

        private LmdbPage wholeRun(long number, long pages) throws IOException {
            return page(raw, number, number * pageBytes, Math.multiplyExact((int) pages, pageBytes));
        }

        /** Reads a list of free pages: how many there are, then their numbers. */
        private void freePages(LmdbPage page, int at, long bytes) {
            long count = bytes < Long.BYTES ? -1 : page.u64(at);
            if (count < 0 || count > bytes / Long.BYTES - 1) {
                throw page.corrupt("free pages=" + count + " in bytes=" + bytes);
            }
            for (int i = 1; i <= count; i++) {
                long number = page.u64(at + Long.BYTES * i);
                if (number < META_PAGES || number > meta.lastPage() || free.get((int) number)) {
                    throw page.corrupt("free page " + number + ", expected each of " + META_PAGES + ".."
                            + meta.lastPage() + " once at most");
                }
                free.set((int) number);
            }
        }
    }
}
