package dev.espalier.bench.lookup;

/**
 * What a segment holds in memory to find its entries.
 *
 * @param file the segment file's name
 * @param kind how it came to be
 * @param bitsPerRow of index, filter and dictionary; 0 if it has no row
 * @param bitsPerLeaf of index, filter and dictionary; 0 if it has no leaf
 */
public record ResidentSize(String file, String kind, double bitsPerRow, double bitsPerLeaf) {}
