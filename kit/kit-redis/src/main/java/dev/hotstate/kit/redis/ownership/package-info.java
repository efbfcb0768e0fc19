/**
 * Which process of a service works on which partition: each partition is leased to one living process, in
 * {@code {env}:{app}:owner:{pp}}, under a fence that grows with every change of hands. The living share the partitions
 * evenly; there is no leader.
 *
 * <p>A lease is a promise among clocks, so it can't keep two processes apart in every case: one that was frozen may
 * believe in a lease that has ended. Whatever counts is therefore done by a script that compares the fence with the one
 * in the owner key ({@code relay_entries.lua} does), or is idempotent.
 */
@NullMarked
package dev.hotstate.kit.redis.ownership;

import org.jspecify.annotations.NullMarked;
