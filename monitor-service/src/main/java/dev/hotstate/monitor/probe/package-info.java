/**
 * One check of one target: pure, without Redis, Postgres or memory of earlier checks.
 *
 * <p>{@link dev.hotstate.monitor.probe.ProbeTarget} is what is checked and how, in the form in which a definition keeps it;
 * {@link dev.hotstate.monitor.probe.Probe} runs it; {@link dev.hotstate.monitor.probe.ProbeResult} is what came of it, with
 * a reason out of a closed list. Invariants: a check never fails with an exception, never outlives its timeout, uses a
 * connection of its own, and never reaches an address that the egress guard refuses.
 */
@NullMarked
package dev.hotstate.monitor.probe;

import org.jspecify.annotations.NullMarked;
