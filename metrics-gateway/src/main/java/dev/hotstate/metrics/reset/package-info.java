/** Forgetting what was recorded, on purpose: counters begin anew. Limits are another matter. */
@NullMarked
package dev.hotstate.metrics.reset;

import org.jspecify.annotations.NullMarked;
