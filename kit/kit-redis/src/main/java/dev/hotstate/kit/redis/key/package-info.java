/**
 * The names of things in Redis: {@code {env}:{app}:{entity}:{id}[:suffix]}, at most 100 bytes.
 *
 * <p>{@link dev.hotstate.kit.redis.key.KeySpace} is the only way to a {@link dev.hotstate.kit.redis.key.RedisKey}.
 * Whatever comes from outside is refused or hashed here, so a key always has the parts that it seems to have, lies
 * in the slot that its tag says, and matches the ACL pattern of its service.
 */
@NullMarked
package dev.hotstate.kit.redis.key;

import org.jspecify.annotations.NullMarked;
