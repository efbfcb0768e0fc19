/**
 * Observations: what was asked of all instances of somebody's service, how it ended and how long it took. What arrives within a
 * few milliseconds is added up and goes to Redis as one pipeline per node; an answer means that Redis has it.
 */
@NullMarked
package dev.hotstate.metrics.observation;

import org.jspecify.annotations.NullMarked;
