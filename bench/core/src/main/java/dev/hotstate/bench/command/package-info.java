/** What stands behind {@code ./hotstate bench}: finds the benchmarks by name and runs them. */
@NullMarked
package dev.hotstate.bench.command;

import org.jspecify.annotations.NullMarked;
