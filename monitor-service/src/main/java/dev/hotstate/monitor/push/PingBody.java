package dev.hotstate.monitor.push;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a job sent along with a ping.
 *
 * @param signal    start, up, down or log
 * @param run       which run of the job, if it said so
 * @param exitStatus of a run that told one
 * @param size      in bytes, as it was sent; what is beyond the limit was not kept
 * @param truncated whether that is so
 */
@Schema(name = "PingBody")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PingBody(
        Instant at,
        String signal,
        @Nullable String run,
        @Nullable Integer exitStatus,
        int size,
        boolean truncated,
        String body) {}
