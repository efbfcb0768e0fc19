/**
 * What a policy would have allowed: the requests of the last fifteen minutes, replayed through it. Each instance keeps a sample of
 * what it was asked about, in digests, and writes it to Redis. Owns {@code sample:*}. No decision waits for any of this.
 */
@NullMarked
package dev.hotstate.metrics.simulation;

import org.jspecify.annotations.NullMarked;
