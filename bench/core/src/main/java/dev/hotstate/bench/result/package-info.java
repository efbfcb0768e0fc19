/** Turns the turns of a race into figures, a table to read and a file to keep. */
@NullMarked
package dev.hotstate.bench.result;

import org.jspecify.annotations.NullMarked;
