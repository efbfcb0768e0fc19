/**
 * Gives drivers to those who ask for one, each to one of them at a time.
 *
 * <p>A request is written down in Postgres first. Then drivers are claimed in Redis, each by one step on its own record, under a
 * token that only grows. Then they are assigned in Postgres, all of a request in one transaction, where a driver has one active
 * assignment at most and an old token is refused: what a failover of Redis forgets does not give a driver away twice. Whatever
 * dies on the way leaves claims that end by themselves.
 *
 * <p>Keys owned: fence; writes status.
 */
@NullMarked
package dev.hotstate.driver.claim;

import org.jspecify.annotations.NullMarked;
