/**
 * Keeps Redis as Postgres says: builds a partition that has lost its memory, and compares all others again and again, in both
 * directions. Done for each partition by the instance that owns it; two that believe to own it do no harm, since every step
 * is idempotent and no step goes back to an older version.
 *
 * <p>Invariants: a partition hands out nothing before it is built; open incidents are there before the monitor is checked
 * again, so that nobody is told of them twice; monitors come back at the points of their grid, so that there is no herd.
 *
 * <p>Keys owned: epoch.
 */
@NullMarked
package dev.hotstate.monitor.recovery;

import org.jspecify.annotations.NullMarked;
