/**
 * Values read through Redis from their owner (Postgres), in an envelope {@code {_v,_t,data}}.
 *
 * <p>Invariants: every entry has a TTL from the moment it is written; an entry of another version, a broken or a
 * tampered one is a miss, never an error; one process loads a key once at a time; when Redis or the owner is in trouble,
 * the last good value is served and says that it is stale.
 * Keys: <code>{env}:{app}:cache:&lt;cache&gt;.&lt;id&gt;</code>.
 */
@NullMarked
package dev.hotstate.kit.redis.cache;

import org.jspecify.annotations.NullMarked;
