/**
 * How one service spreads its entities over the cluster: each id belongs to one of 64 partitions for ever, and all
 * keys of a partition share a hash tag, so one script may change them together.
 *
 * <p>The 64 tags have evenly spaced slots, so that 3 to 12 masters carry even shares. Number and tags are written to
 * Postgres once; a service that was built with others refuses to start, because it would look in the wrong places.
 */
@NullMarked
package dev.hotstate.kit.redis.partition;

import org.jspecify.annotations.NullMarked;
