/**
 * The drivers of the demo world: some thousand who move through the streets of six cities, are claimed, take breaks, go home and
 * lose their connection.
 *
 * <p>It knows of driver-service no more than its HTTP interface, so that whatever is on the map came in as it would from phones.
 * {@link dev.hotstate.local.city.World} is what {@link dev.hotstate.local.city.CitySimulator} plays.
 */
@NullMarked
package dev.hotstate.local.city;

import org.jspecify.annotations.NullMarked;
