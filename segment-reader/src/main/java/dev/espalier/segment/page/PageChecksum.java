package dev.espalier.segment.page;

import java.util.zip.CRC32C;

/** The checksum of a page: over its content, its file and its number, so a page in a wrong place does not pass. Confined to one thread. */
final class PageChecksum {
    private final CRC32C crc = new CRC32C();
    private final byte[] place = new byte[2 * Long.BYTES];

    int of(byte[] source, int offset, long fileId, long number) {
        for (int i = 0; i < Long.BYTES; i++) {
            place[i] = (byte) (fileId >>> (8 * i));
            place[Long.BYTES + i] = (byte) (number >>> (8 * i));
        }
        crc.reset();
        crc.update(source, offset, PageLayout.CRC_AT);
        crc.update(place, 0, place.length);
        return (int) crc.getValue();
    }
}
