package dev.hotstate.dag.history;

import dev.hotstate.dag.history.AttemptView.RefusedAnswer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** Reads the attempts at a task from its events. */
final class Attempts {

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
        return new AttemptView(event.attempt(), null, null, null, AttemptOutcome.UNKNOWN, null, null, List.of(), null);
    }

    private static AttemptView after(AttemptView known, JobEvent event) {
        if (event.type().equals(JobEvent.ANSWER)) {
            return refusedToo(known, new RefusedAnswer(event.at(), event.detail(), event.verdict()));
        }
        return switch (event.status()) {
            case "RUNNING" -> begun(known, event);
            case "COMPLETED", "FAILED", "RETRY_WAIT", "READY", "CANCELLED" ->
                counts(event, known) ? ended(known, event) : known;
            default -> known;
        };
    }

    private static AttemptView begun(AttemptView known, JobEvent event) {
        boolean first = known.outcome() == AttemptOutcome.UNKNOWN;
        return new AttemptView(
                known.attempt(),
                event.worker(),
                event.at(),
                known.finishedAt(),
                first ? AttemptOutcome.RUNNING : known.outcome(),
                known.verdict(),
                known.reason(),
                known.refused(),
                null);
    }

    /**
     * An attempt ends once. Of a task that is cancelled while it waits for another try the event bears the attempt that has ended; and
     * a node that has lost the newest writes may tell of an attempt as lost whose answer was accepted, or the other way round.
     */
    private static boolean counts(JobEvent end, AttemptView known) {
        return known.finishedAt() == null
                || known.verdict() == null && !end.verdict().isEmpty();
    }

    private static AttemptView ended(AttemptView known, JobEvent event) {
        var view = EventView.of(event);
        return new AttemptView(
                known.attempt(),
                known.worker(),
                known.startedAt(),
                event.at(),
                AttemptOutcome.ofStatus(event.status()),
                view.verdict(),
                view.detail(),
                known.refused(),
                null);
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
                refused,
                null);
    }
}
