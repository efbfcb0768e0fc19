/**
 * Benchmarks that anybody can repeat: every contestant of a comparison runs in the same run, in interleaved rounds, and
 * is charged with the CPU that its processes really used. {@code bench/README.md} explains how to read the tables.
 */
@NullMarked
package dev.hotstate.bench;

import org.jspecify.annotations.NullMarked;
