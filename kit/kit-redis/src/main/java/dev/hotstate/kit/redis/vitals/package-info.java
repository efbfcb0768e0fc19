/**
 * How Redis and Postgres are doing, as this process sees them.
 *
 * <p>Every node is asked once a second over connections of its own, as the ACL user {@code vitals} that can read no
 * key. Trouble never makes the service unready: it answers with what it has, says {@code degraded} and since when.
 * Thresholds are those of the redis-design seed.
 */
@NullMarked
package dev.hotstate.kit.redis.vitals;

import org.jspecify.annotations.NullMarked;
