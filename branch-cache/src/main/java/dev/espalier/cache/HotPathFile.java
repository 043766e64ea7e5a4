package dev.espalier.cache;

import dev.espalier.cache.HotPathList.HotPath;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeRef;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The file that keeps a list of hot paths, little-endian:
 *
 * <pre>
 *  0  u64  magic "ESPLHOTP"
 *  8  u32  version = 1
 * 12  u32  number of paths
 * 16  u64  seq of the state
 * 24  32 B block of the state
 * 56  u64  bytes of the rows in a cache
 * 64  paths: u64 trie id | u8 rank | u8 depth (bit 7: a ref follows) | nibbles, two a byte | 32 B ref, if one follows
 *     u32  CRC32C of everything before
 * </pre>
 *
 * <p>It is a hint: it is replaced as a whole and not forced to the disk.
 */
final class HotPathFile {
    private static final long MAGIC = 0x50544F484C505345L;
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 64;
    private static final int CRC_BYTES = 4;
    private static final int FIXED_BYTES = 10;
    private static final int HAS_REF = 0x80;

    private HotPathFile() {}

    /** Says that a file is no list of this version, and why. */
    static final class DamagedListException extends Exception {
        private static final long serialVersionUID = 1;

        DamagedListException(String message) {
            super(message);
        }
    }

    /** Writes the list beside the file, then in its place. */
    static void write(Path file, HotPathList list) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(sizeOf(list)).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putInt(VERSION).putInt(list.paths().size()).putLong(list.seq());
        out.put(list.block().hash().toBytes()).putLong(list.rowBytes());
        list.paths().forEach(path -> put(out, path));
        out.putInt(crc(out.array(), out.position()));
        Path beside = file.resolveSibling(file.getFileName() + ".tmp");
        Files.write(beside, out.array());
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static int sizeOf(HotPathList list) {
        int size = HEADER_BYTES + CRC_BYTES;
        for (HotPath path : list.paths()) {
            size += FIXED_BYTES + (path.path().depth() + 1) / 2 + (path.ref() == null ? 0 : Hash32.BYTES);
        }
        return size;
    }

    private static void put(ByteBuffer out, HotPath hot) {
        BranchPath path = hot.path();
        out.putLong(path.trieId()).put((byte) hot.rank());
        out.put((byte) (hot.ref() == null ? path.depth() : path.depth() | HAS_REF));
        out.put(path.paddedKey().toBytes(), 0, (path.depth() + 1) / 2);
        if (hot.ref() != null) {
            out.put(hot.ref().toBytes());
        }
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /**
     * Reads a list.
     *
     * @throws DamagedListException if the file is not a list of this version, whole and in order
     */
    static HotPathList read(Path file) throws IOException, DamagedListException {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length < HEADER_BYTES + CRC_BYTES) {
            throw new DamagedListException(
                    "length=" + bytes.length + ", expected at least " + (HEADER_BYTES + CRC_BYTES));
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long magic = in.getLong();
        if (magic != MAGIC) {
            throw new DamagedListException("magic=0x" + Long.toHexString(magic) + ", expected a list of hot paths");
        }
        int version = in.getInt();
        if (version != VERSION) {
            throw new DamagedListException("version=" + version + ", expected " + VERSION);
        }
        int crc = in.getInt(bytes.length - CRC_BYTES);
        if (crc != crc(bytes, bytes.length - CRC_BYTES)) {
            throw new DamagedListException("checksum=0x" + Integer.toHexString(crc) + " is not that of the bytes");
        }
        return parse(in.limit(bytes.length - CRC_BYTES));
    }

    private static HotPathList parse(ByteBuffer in) throws DamagedListException {
        int count = in.getInt();
        long seq = in.getLong();
        BlockId block = BlockId.of(hash(in, Hash32.BYTES));
        long rowBytes = in.getLong();
        List<HotPath> paths = new ArrayList<>();
        try {
            while (in.hasRemaining()) {
                HotPath next = path(in);
                if (!paths.isEmpty() && paths.getLast().path().compareTo(next.path()) >= 0) {
                    throw new DamagedListException("path " + next.path() + " stands behind "
                            + paths.getLast().path() + ", expected path order");
                }
                paths.add(next);
            }
        } catch (BufferUnderflowException e) {
            throw new DamagedListException("path " + paths.size() + " is cut short");
        }
        if (paths.size() != count) {
            throw new DamagedListException("paths=" + paths.size() + ", expected " + count);
        }
        return new HotPathList(seq, block, rowBytes, paths);
    }

    private static HotPath path(ByteBuffer in) throws DamagedListException {
        long trieId = in.getLong();
        int rank = in.get() & 0xFF;
        int tag = in.get() & 0xFF;
        int depth = tag & ~HAS_REF;
        if (depth > BranchPath.MAX_NIBBLES) {
            throw new DamagedListException("depth=" + depth + ", expected 0.." + BranchPath.MAX_NIBBLES);
        }
        BranchPath path = BranchPath.of(trieId, hash(in, (depth + 1) / 2), depth);
        return new HotPath(path, rank, (tag & HAS_REF) == 0 ? null : NodeRef.ofHash(hash(in, Hash32.BYTES)));
    }

    /** Returns the next bytes, padded with zeros. */
    private static Hash32 hash(ByteBuffer in, int length) {
        byte[] bytes = new byte[Hash32.BYTES];
        in.get(bytes, 0, length);
        return Hash32.of(bytes);
    }
}
