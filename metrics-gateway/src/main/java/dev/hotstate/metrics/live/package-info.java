/**
 * The last hour, over all instances and restarts, and live: what was recorded and decided, in steps of ten seconds and minutes.
 * Each instance adds up in memory what passes through it and writes its minute as one value, again and again while it lasts: an
 * overwrite, so that a repeat counts nothing twice. All read what the others wrote. Owns {@code recent:*}. Counting does not wait
 * for any of this, and no total depends on it.
 */
@NullMarked
package dev.hotstate.metrics.live;

import org.jspecify.annotations.NullMarked;
