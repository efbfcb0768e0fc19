/**
 * Takes alerts from the outbox to their channels.
 *
 * <p>Every instance does so. A delivery is held by one of them, for as long as a lease lasts; the outcome counts only under
 * that lease. Who dies with a delivery in hand has sent it or not: it is sent again under the same idempotency key. So a
 * receiver hears at least once, and can tell a repetition. Invariants: on one channel the transitions of one incident go out in
 * their order; a receiver that hangs holds up its own channel only, and never a check; what fails is tried again after 5 s,
 * 5 min, 30 min and 2 h, then is dead until somebody sends it again.
 */
@NullMarked
package dev.hotstate.monitor.delivery;

import org.jspecify.annotations.NullMarked;
