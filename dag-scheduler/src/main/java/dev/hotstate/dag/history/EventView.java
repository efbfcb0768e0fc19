package dev.hotstate.dag.history;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An event as clients see it; what does not apply to it is absent. */
@Schema(name = "JobEvent")
public record EventView(
        String id,
        String type,
        String job,
        @Nullable String task,
        @Nullable Long attempt,
        Instant at,
        String status,
        @Nullable String verdict,
        @Nullable String worker,
        @Nullable String detail) {

    static EventView of(JobEvent event) {
        return new EventView(
                event.id().toString(),
                event.type(),
                event.job(),
                absentIfEmpty(event.task()),
                event.isOfAttempt() ? event.attempt() : null,
                event.at(),
                event.status(),
                absentIfEmpty(event.verdict()),
                absentIfEmpty(event.worker()),
                absentIfEmpty(event.shownDetail()));
    }

    private static @Nullable String absentIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }
}
