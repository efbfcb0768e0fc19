/**
 * Adapting: a policy allows less while an endpoint is slow or fails. Each instance looks at what all have recorded and holds the
 * key {@code tightened:<policy>} alive in Redis while there is trouble; whoever sees the key, is strict. It ends by itself.
 */
@NullMarked
package dev.hotstate.metrics.adaptive;

import org.jspecify.annotations.NullMarked;
