/**
 * Carries what scripts append to the streams of partitions to a handler, usually into Postgres: in the order of each
 * stream, at least once, by the owner of the partition.
 *
 * <p>Reading and acknowledging are one script that compares the fence of the lease, so a former owner that wakes up
 * late neither takes entries nor acknowledges any. Its handler, however, may have been under way, and may end after that
 * of the new owner for the same entries and even for later ones. So a handler is idempotent, and an older entry never
 * overwrites what a newer one said.
 */
@NullMarked
package dev.hotstate.kit.redis.stream;

import org.jspecify.annotations.NullMarked;
