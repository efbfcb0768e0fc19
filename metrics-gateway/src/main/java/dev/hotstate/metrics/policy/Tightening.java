package dev.hotstate.metrics.policy;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A policy that allows less at the moment, since its endpoint is in trouble.
 *
 * @param limit what it allows meanwhile
 * @param until at the earliest; later if the trouble goes on
 * @param p95Ms of the last seconds, as is the error rate; absent if there was no request
 */
@Schema(name = "PolicyTightening")
public record Tightening(
        long limit,
        Instant since,
        Instant until,
        @Nullable Double p95Ms,
        @Nullable Double errorRate) {}
