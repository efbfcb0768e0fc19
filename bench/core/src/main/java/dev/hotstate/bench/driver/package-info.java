/** The benchmark of driver-service: searches, updates, memory and geofences, beside what one would write first and beside PostGIS. */
@NullMarked
package dev.hotstate.bench.driver;

import org.jspecify.annotations.NullMarked;
