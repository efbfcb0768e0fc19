/**
 * What follows from a result: status, recent results, retry or incident, transition, next run, all in one script under the
 * fence of the claim.
 *
 * <p>Invariants: a result counts once, however often it is sent; that of a lost lease never; a transition is in the stream
 * exactly if the incident says so. A first failure is confirmed before it counts, and means {@code confirming} until then.
 *
 * <p>Keys owned: status, incident, retry, recent, hist, transitions.
 */
@NullMarked
package dev.hotstate.monitor.result;

import org.jspecify.annotations.NullMarked;
