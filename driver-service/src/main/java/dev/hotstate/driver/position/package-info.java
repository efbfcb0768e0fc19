/**
 * Where drivers are and whether they live: takes points and heartbeats, in any order and from any clock.
 *
 * <p>A sign of life changes the record of the driver first, in one step; then the driver enters the cell it is in, then it
 * leaves the one it was in. The expiry grows with each sign and is the version of it, so that a later step that is late, lost
 * or repeated never undoes a newer one. Invariants: the newest point wins, a clock that is ahead does not lock a driver out,
 * only an available driver is in a cell.
 *
 * <p>Keys owned: status, geo, online.
 */
@NullMarked
package dev.hotstate.driver.position;

import org.jspecify.annotations.NullMarked;
