/**
 * A value per process and minute in Redis, overwritten while the minute lasts and read by all: how processes that share nothing but
 * Redis put together what each of them saw. A repeat changes nothing, and what a process wrote outlives it.
 */
@NullMarked
package dev.hotstate.metrics.minute;

import org.jspecify.annotations.NullMarked;
