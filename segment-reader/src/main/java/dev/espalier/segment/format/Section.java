package dev.espalier.segment.format;

/**
 * Where a section stands.
 *
 * @param offset its first byte in the file
 * @param length in bytes
 * @param encoding how its bytes are to be read
 * @param crc CRC32C of its bytes
 */
public record Section(long offset, long length, SectionEncoding encoding, int crc) {}
