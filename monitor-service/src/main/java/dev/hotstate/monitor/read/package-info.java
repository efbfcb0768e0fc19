/**
 * How monitors are doing now, from Redis alone: lists, one monitor, live events, Prometheus metrics. A page costs one
 * pipeline per node and no SQL; names and tags come from the definitions in memory.
 *
 * <p>What Redis does not say is {@code unknown}, never up.
 */
@NullMarked
package dev.hotstate.monitor.read;

import org.jspecify.annotations.NullMarked;
