/**
 * Which check runs next, and who runs it.
 *
 * <p>Each partition has a queue; a claim moves the score of what is due to the end of a lease, so that one script both hands
 * out and takes back, and a check that is lost becomes due again by itself. Every instance claims from every partition.
 * Invariants: within a lease one instance holds a monitor; a fence grows with each claim, so that the result of a lost lease
 * is recognised; regular checks keep to a grid that neither retries nor restarts shift.
 *
 * <p>Keys owned: schedule, claim, meta.
 */
@NullMarked
package dev.hotstate.monitor.schedule;

import org.jspecify.annotations.NullMarked;
