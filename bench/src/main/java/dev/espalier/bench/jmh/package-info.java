/** JMH benchmarks. Each checks in its setup that its parameters took effect and that its result is right. */
@NullMarked
package dev.espalier.bench.jmh;

import org.jspecify.annotations.NullMarked;
