/**
 * Commands to a Redis Cluster and back: one {@link dev.hotstate.kit.redis.connection.RedisRouter} per process.
 *
 * <p>Invariants: a command has one outcome, at its deadline at the latest; nothing is sent after its deadline; a reply
 * always belongs to the command that gets it; a command is resent only while it certainly had no effect, unless its
 * caller declared it idempotent; trouble of one node never delays a command of another.
 *
 * <p>Owns no keys. Of a key it knows the text and the slot, nothing of grammar, scripts or caches.
 */
@NullMarked
package dev.hotstate.kit.redis.connection;

import org.jspecify.annotations.NullMarked;
