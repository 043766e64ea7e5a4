package dev.espalier.bench.conform;

/**
 * How much a case of blocks holds.
 *
 * @param blocks the block that builds its start state included
 * @param sideBlocks of these, those that do not lead to its head
 * @param unwinds how often the head went back to take another branch
 * @param accountWrites accounts created or changed, by all blocks
 * @param slotWrites slots written or cleared, by all blocks
 */
public record CaseExtent(int blocks, int sideBlocks, int unwinds, int accountWrites, int slotWrites) {}
