package dev.hotstate.monitor.definition;

import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A dead man's switch: the job reports, and its silence is the alarm.
 *
 * @param grace how much later than its interval a report may come; one minute if absent
 */
public record PushSettings(
        @Schema(type = SchemaType.STRING, examples = "PT1M") Duration grace) {

    private static final Duration USUAL_GRACE = Duration.ofMinutes(1);

    public PushSettings {
        grace = grace == null ? USUAL_GRACE : grace;
    }
}
