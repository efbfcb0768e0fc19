/**
 * Drivers on a part of the map as they move: all at once for a new client, then what changes.
 *
 * <p>What an instance learns of is collected for a moment, the newest of each driver, and sent to all instances over a sharded
 * channel. A message that is lost is made good by the driver's next sign of life or by the next snapshot.
 *
 * <p>Keys owned: live (channel).
 */
@NullMarked
package dev.hotstate.driver.stream;

import org.jspecify.annotations.NullMarked;
