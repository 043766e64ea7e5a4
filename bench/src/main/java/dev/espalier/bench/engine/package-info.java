/**
 * The engine as the commands run it: {@link dev.espalier.bench.engine.EngineSettings} is what the user asked for, {@link
 * dev.espalier.bench.engine.Engine} makes tries that run so, in memory or on disk, {@link
 * dev.espalier.bench.engine.EngineWork} and {@link dev.espalier.bench.engine.StoreWork} are what they did.
 */
@NullMarked
package dev.espalier.bench.engine;

import org.jspecify.annotations.NullMarked;
