/**
 * Which processes of a service live: each renews itself in {@code {env}:{app}:instances:live}, a sorted set whose
 * scores are expiries by the clock of Redis. Who stops renewing lapses; the key itself lapses with the last of them.
 */
@NullMarked
package dev.hotstate.kit.redis.instance;

import org.jspecify.annotations.NullMarked;
