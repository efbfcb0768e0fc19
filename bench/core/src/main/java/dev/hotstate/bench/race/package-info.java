/**
 * Measures contestants fairly: rounds, CPU of processes, samples. Knows neither HTTP nor Redis.
 */
@NullMarked
package dev.hotstate.bench.race;

import org.jspecify.annotations.NullMarked;
