package dev.hotstate.monitor.read;

import dev.hotstate.monitor.result.TakenResult;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** What several instances have learned in the last half second. */
@Schema(name = "LiveResults")
public record LiveResults(List<LiveResult> results) {

    /** The last result of one monitor. */
    @Schema(name = "LiveResult")
    public record LiveResult(
            String id, ShownState state, String verdict, String reason, int statusCode, long latencyMs, Instant at) {

        static LiveResult of(TakenResult result, ShownState state) {
            return new LiveResult(
                    result.monitor(),
                    state,
                    result.verdict().wire(),
                    result.reason().wire(),
                    result.statusCode(),
                    result.latencyMillis(),
                    result.at());
        }
    }
}
