/**
 * What the page with the map asks beside the API of the drivers: how the ground is drawn, which cells a search looks into, how many
 * drivers there are in each cell.
 *
 * <p>Cells are those of H3. Counts come from Postgres: they may be a second behind, and are there while Redis is away.
 */
@NullMarked
package dev.hotstate.driver.map;

import org.jspecify.annotations.NullMarked;
