/**
 * The log in LMDB: every change of the state as one record, and the list of live segment files, each durable when the
 * call returns. No other package imports lmdbjava.
 *
 * <p>One process has a store open, which {@link dev.espalier.store.lmdb.StoreLock} sees to. LMDB notices neither a
 * changed byte nor a lost key, so every value carries a checksum over its key and itself, every record names the one
 * before, and the number of records stands in a place of its own. {@code docs/formats-log.md} says what is stored.
 *
 * <p>A JVM that uses it wants {@code --enable-native-access=ALL-UNNAMED} and
 * {@code --sun-misc-unsafe-memory-access=allow}, or it warns.
 */
@NullMarked
package dev.espalier.store.lmdb;

import org.jspecify.annotations.NullMarked;
