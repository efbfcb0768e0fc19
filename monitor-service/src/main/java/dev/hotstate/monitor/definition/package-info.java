/**
 * What shall be monitored: definitions, their administration, and the copy of them that each instance holds.
 *
 * <p>Postgres is the truth; a change is written there first, with its audit entry, and then told to Redis. What gets lost in
 * between is repaired by the reconciler. Invariants: each change makes a larger version, and nobody goes back to a smaller
 * one; secrets are sealed before they are stored, never leave through the API and never enter Redis.
 *
 * <p>Tables owned: monitor, monitor_removal.
 */
@NullMarked
package dev.hotstate.monitor.definition;

import org.jspecify.annotations.NullMarked;
