/**
 * The map: points, distances, and the cells (H3) into which drivers are sorted. Knows neither drivers nor Redis, but for the
 * score under which a cell keeps a driver.
 */
@NullMarked
package dev.hotstate.driver.cell;

import org.jspecify.annotations.NullMarked;
