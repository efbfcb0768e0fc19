/**
 * Whatever may break is broken once, under load on all four services, on a cluster with replicas and two instances of each
 * service. Each service has its {@link dev.hotstate.faults.Users}, who keep a record of their own of all that was acknowledged
 * to them; {@link dev.hotstate.faults.Fault} is what may break, and {@code docs/faults.md} what came of it.
 */
package dev.hotstate.faults;
