@NullMarked
package dev.espalier.warmer;

import org.jspecify.annotations.NullMarked;
