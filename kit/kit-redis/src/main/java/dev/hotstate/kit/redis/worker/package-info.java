/** The life of background work: a clock to ask, and a ticker that starts, never overlaps itself, and stops. */
@NullMarked
package dev.hotstate.kit.redis.worker;

import org.jspecify.annotations.NullMarked;
