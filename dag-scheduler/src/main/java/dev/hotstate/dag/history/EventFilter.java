package dev.hotstate.dag.history;

import org.jspecify.annotations.Nullable;

/** Which events of a job; whatever is absent is not asked for. */
public record EventFilter(
        @Nullable String task,
        @Nullable EventStatus status,
        @Nullable AnswerVerdict verdict) {

    static final EventFilter ALL = new EventFilter(null, null, null);

    /** What an event says that its job or task became; {@link dev.hotstate.dag.platform.DagKeys} says when. */
    public enum EventStatus {
        PENDING,
        READY,
        RUNNING,
        RETRY_WAIT,
        COMPLETED,
        FAILED,
        SKIPPED,
        CANCELLED,
        PAUSED,
        RESUMED,
        CANCELLING,
        ADDED
    }
}
