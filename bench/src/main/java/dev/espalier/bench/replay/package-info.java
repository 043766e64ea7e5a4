/**
 * Drives the engine as an EVM does and measures it: each write first reads the slot's current value from the state, and
 * gas is charged by the current schedule, so that Mgas/s can be compared with a client's.
 */
@NullMarked
package dev.espalier.bench.replay;

import org.jspecify.annotations.NullMarked;
