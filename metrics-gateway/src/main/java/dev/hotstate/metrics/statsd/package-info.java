/**
 * StatsD over UDP and TCP, with the tags of DogStatsD and of others. Nobody waits for an answer, so everything goes through the
 * buffer of the recording; what can't be read is counted and never ends anything.
 */
@NullMarked
package dev.hotstate.metrics.statsd;

import org.jspecify.annotations.NullMarked;
