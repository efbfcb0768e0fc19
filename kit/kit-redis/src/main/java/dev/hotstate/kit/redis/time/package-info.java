/** What time it is where state is kept. */
@NullMarked
package dev.hotstate.kit.redis.time;

import org.jspecify.annotations.NullMarked;
