/**
 * What stands between a service and a sick Redis: a breaker per node address, retries for work that may be repeated,
 * and the fallbacks stale, skip and honest failure.
 */
@NullMarked
package dev.hotstate.kit.redis.guard;

import org.jspecify.annotations.NullMarked;
