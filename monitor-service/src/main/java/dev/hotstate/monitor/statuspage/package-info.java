/**
 * What the public may see: pages of chosen monitors with their last 90 days, and badges. Nothing here needs a key; a page is
 * known by its address, a badge exists only for a monitor that is on some page. Internal names, targets and reasons are not
 * shown.
 *
 * <p>A page is made from Postgres, with the present state from Redis. Without Redis it shows what Postgres knows and how old
 * that is; without Postgres the last page that was made.
 */
@NullMarked
package dev.hotstate.monitor.statuspage;

import org.jspecify.annotations.NullMarked;
