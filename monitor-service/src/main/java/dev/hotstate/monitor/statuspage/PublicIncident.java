package dev.hotstate.monitor.statuspage;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An outage without its reasons. */
record PublicIncident(
        String monitorId, Instant from, @Nullable Instant to) {}
