/**
 * Which available drivers are nearest, exactly.
 *
 * <p>Looks as far as it had to last time around there, and farther as long as a nearer one might be missing. Whoever lapsed,
 * was claimed or moved away is taken out before the limit applies, not after. Reads only; knows no record of a driver, only
 * the cells around the point.
 */
@NullMarked
package dev.hotstate.driver.search;

import org.jspecify.annotations.NullMarked;
