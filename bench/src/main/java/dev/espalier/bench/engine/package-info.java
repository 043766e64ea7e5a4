/**
 * The engine as the commands run it: {@link dev.espalier.bench.engine.EngineSettings} is what the user asked for, {@link
 * dev.espalier.bench.engine.Engine} makes tries that run so, {@link dev.espalier.bench.engine.EngineWork} is what they
 * did.
 */
@NullMarked
package dev.espalier.bench.engine;

import org.jspecify.annotations.NullMarked;
