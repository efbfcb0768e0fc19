/**
 * Drivers as vehicles, in the words of others: GBFS 3 ({@code vehicle_status}) and MDS (vehicle states). From Postgres, at most a
 * second behind. Vehicles have ids of their own, which change with each claim, so that nobody is followed from trip to trip.
 *
 * <p>No keys.
 */
@NullMarked
package dev.hotstate.driver.vehicle;

import org.jspecify.annotations.NullMarked;
