package dev.hotstate.dag.history;

import dev.hotstate.dag.history.AttemptView.RefusedAnswer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** Reads the attempts at a task from its events. */
final class Attempts {

    private static final String UNKNOWN = "UNKNOWN";

    private Attempts() {}

    /** @param events of one task, in order. @return by attempt, oldest first */
    static List<AttemptView> of(Collection<JobEvent> events) {
        var attempts = new TreeMap<Long, AttemptView>();
        for (var event : events) {
            if (event.attempt() > 0) {
                attempts.merge(
                        event.attempt(), after(nothingKnown(event), event), (known, fresh) -> after(known, event));
            }
        }
        return List.copyOf(attempts.values());
    }

    /** Only answers of an attempt may be known: its beginning may be older than what is kept. */
    private static AttemptView nothingKnown(JobEvent event) {
        return new AttemptView(event.attempt(), null, null, null, UNKNOWN, null, null, List.of());
    }

    private static AttemptView after(AttemptView known, JobEvent event) {
        if (event.type().equals(JobEvent.ANSWER)) {
            return refusedToo(known, new RefusedAnswer(event.at(), event.detail(), event.verdict()));
        }
        return switch (event.status()) {
            case "RUNNING" ->
                new AttemptView(
                        known.attempt(), event.worker(), event.at(), null, event.status(), null, null, known.refused());
            case "COMPLETED" -> ended(known, event, event.status(), null);
            case "FAILED", "RETRY_WAIT", "CANCELLED" -> ended(known, event, event.status(), event.told());
            case "READY" -> ended(known, event, "LOST", event.detail());
            default -> known;
        };
    }

    private static AttemptView ended(AttemptView known, JobEvent event, String outcome, String reason) {
        var view = EventView.of(event);
        return new AttemptView(
                known.attempt(),
                known.worker(),
                known.startedAt(),
                event.at(),
                outcome,
                view.verdict(),
                reason == null || reason.isEmpty() ? null : reason,
                known.refused());
    }

    private static AttemptView refusedToo(AttemptView known, RefusedAnswer answer) {
        var refused = new ArrayList<>(known.refused());
        refused.add(answer);
        return new AttemptView(
                known.attempt(),
                known.worker(),
                known.startedAt(),
                known.finishedAt(),
                known.outcome(),
                known.verdict(),
                known.reason(),
                refused);
    }
}
