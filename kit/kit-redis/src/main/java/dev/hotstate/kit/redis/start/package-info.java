/**
 * What must be right before a service starts outside development: wrong configuration (plaintext, an unchecked
 * certificate, the default user) refuses to start, with all reasons at once. Trouble that may pass by itself (a cluster
 * that is down, a wrong memory policy) does not belong here: it starts degraded.
 */
@NullMarked
package dev.hotstate.kit.redis.start;

import org.jspecify.annotations.NullMarked;
