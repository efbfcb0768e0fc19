/**
 * Deciding: which policies a request falls under, what Redis says to each, and one answer out of it. What refuses one takes
 * nothing of the others. While Redis is away, each policy's fail mode decides, and the answer says so.
 */
@NullMarked
package dev.hotstate.metrics.decision;

import org.jspecify.annotations.NullMarked;
