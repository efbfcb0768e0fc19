package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.backends.redis.RedisNode;
import java.time.Instant;

/**
 * A replica took the place of its master, as the logs of the nodes tell.
 *
 * @param node the new master
 * @param won when it became one
 * @param obeyed when the old one gave way: until then it may have acknowledged what is lost; {@code won} if it is dead
 */
public record Promotion(RedisNode node, Instant won, Instant obeyed) {}
