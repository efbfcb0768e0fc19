/**
 * What is told about incidents, and the outbox that it is put into.
 *
 * <p>Who changes an incident calls {@link dev.hotstate.monitor.alert.AlertOutbox} in the same transaction, so that an alert
 * exists exactly if the change does. Invariant: one row, and one idempotency key, per transition and channel, however often
 * the transition is reported. {@code channel} knows where alerts go, {@code delivery} takes them there.
 */
@NullMarked
package dev.hotstate.monitor.alert;

import org.jspecify.annotations.NullMarked;
