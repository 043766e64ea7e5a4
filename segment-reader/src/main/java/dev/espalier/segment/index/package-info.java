/**
 * Finds a key's page by a minimal perfect hash instead of a filter and all separators. Only here is sux4j used, and only
 * to build: {@link dev.espalier.segment.index.PageLocator} reads its own byte form by itself.
 */
@NullMarked
package dev.espalier.segment.index;

import org.jspecify.annotations.NullMarked;
