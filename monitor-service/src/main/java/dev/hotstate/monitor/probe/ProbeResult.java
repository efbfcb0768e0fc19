package dev.hotstate.monitor.probe;

import dev.hotstate.monitor.platform.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * What came of a check.
 *
 * @param statusCode      of the last HTTP answer; 0 when there was none
 * @param latencyMicros   of the whole check, redirects included
 * @param certificateDays until the certificate that was presented ends, negative afterwards; null without TLS
 * @param message         one line for people, empty when all is well; never holds a secret or a part of the answer's body
 */
public record ProbeResult(
        Verdict verdict,
        Reason reason,
        int statusCode,
        long latencyMicros,
        Phases phases,
        @Nullable Integer certificateDays,
        String message) {

    public static final int MESSAGE_LENGTH_MAX = 200;

    public ProbeResult {
        message = OneLine.of(message, MESSAGE_LENGTH_MAX);
    }
}
