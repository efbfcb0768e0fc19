/**
 * What was: results of checks as hours of 5-minute slots and as days, uptime over them, percentiles from mergeable sketches.
 *
 * <p>Counted in Redis by the script that commits a result (one hash per monitor and hour), written to Postgres by the owner
 * of the partition. A flush writes whole slots, never differences, so that doing it twice changes nothing.
 *
 * <p>Where the time of checks went is not counted by that script, which is the hot path: a flush looks at the last 20 results,
 * which are all since the last flush down to an interval of 15 seconds, and a sample of faster ones.
 */
@NullMarked
package dev.hotstate.monitor.history;

import org.jspecify.annotations.NullMarked;
