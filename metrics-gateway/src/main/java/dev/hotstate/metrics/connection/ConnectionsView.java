package dev.hotstate.metrics.connection;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Open connections over all instances.
 *
 * @param maxSinceStartup the most since the first of the living instances started, or since all had fallen silent
 * @param own those of the instance that has reported
 */
@Schema(name = "Connections")
record ConnectionsView(
        long current, long maxSinceStartup, @Nullable Long own) {}
