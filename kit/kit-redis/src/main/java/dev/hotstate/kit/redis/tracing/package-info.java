/**
 * Commands as spans of OpenTelemetry traces, where the application has it and it is switched on.
 *
 * <p>A span says which command or script, which node and how it ended; never a key, an argument or an error text.
 */
@NullMarked
package dev.hotstate.kit.redis.tracing;

import org.jspecify.annotations.NullMarked;
