package dev.hotstate.dag.template;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One time at which a schedule fired.
 *
 * @param state pending, submitted or refused
 * @param detail why it was refused
 */
@Schema(name = "Fire")
public record FireView(
        Instant fireAt,
        Instant firedAt,
        String jobId,
        String state,
        @Nullable String detail) {}
