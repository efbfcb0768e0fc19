/**
 * What happens when Redis is away or has lost its memory: searches are answered from Postgres, and what was lost is brought
 * back from there for drivers whose heartbeat has not lapsed yet.
 *
 * <p>A mark in each of 64 ranges of slots says that what is in it was built. A search that meets a range without its mark does
 * not believe the empty cells that it sees; a worker brings the range back and marks it. Doing so twice changes nothing: a
 * record that is there is never replaced, and the expiry of the heartbeat is the version of everything.
 *
 * <p>Keys owned: built, rebuild.
 */
@NullMarked
package dev.hotstate.driver.fallback;

import org.jspecify.annotations.NullMarked;
