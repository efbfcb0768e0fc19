/** The life of background work: a clock to ask, a ticker that starts, never overlaps itself, and stops, and what is left to do then. */
@NullMarked
package dev.hotstate.kit.redis.worker;

import org.jspecify.annotations.NullMarked;
