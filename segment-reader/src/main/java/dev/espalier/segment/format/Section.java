package dev.espalier.segment.format;

/**
 * Where a section stands.
 *
 * @param offset its first byte in the file
 * @param length in bytes
 * @param crc CRC32C of its bytes
 */
public record Section(long offset, long length, int crc) {}
