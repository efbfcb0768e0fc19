/**
 * Notes which available drivers went silent. Searches leave them out anyway, from the millisecond on at which their heartbeat
 * lapses; this takes them out of the cells and says so in their records.
 *
 * <p>The record first, then the cell: what an instance leaves undone when it dies is found again. Cells are taken under a
 * lease, so that several instances share the work.
 *
 * <p>Keys owned: cells.
 */
@NullMarked
package dev.hotstate.driver.sweep;

import org.jspecify.annotations.NullMarked;
