/**
 * Areas with a name, and what drivers do at them: enter, leave, stay.
 *
 * <p>Whoever takes a point of a driver compares the fences around it with those that the driver was in before, in one step in
 * Redis, which also keeps what came of it until it is written in Postgres: there each crossing is once, whoever writes it. From
 * there it is told, by every instance to its own clients and by one of them to the address of the fence.
 *
 * <p>Keys owned: inside.
 */
@NullMarked
package dev.hotstate.driver.geofence;

import org.jspecify.annotations.NullMarked;
