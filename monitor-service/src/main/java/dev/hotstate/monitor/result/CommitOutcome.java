package dev.hotstate.monitor.result;

import dev.hotstate.kit.redis.script.ScriptReply;
import java.time.Duration;
import java.util.Optional;

/** What became of a result. */
public sealed interface CommitOutcome {

    /**
     * It counts.
     *
     * @param next       how long until the next check
     * @param missed     points of the grid that went by without a check
     * @param transition {@code opened}, {@code resolved} or {@code reopened}
     */
    record Applied(MonitorState state, Duration next, long missed, Optional<String> transition)
            implements CommitOutcome {}

    /** It was applied before; the answer got lost. */
    record Duplicate(MonitorState state) implements CommitOutcome {}

    /** The lease had ended, or somebody else was faster. */
    record Stale() implements CommitOutcome {}

    /** The definition changed during the check, which is repeated at once. */
    record Outdated() implements CommitOutcome {}

    /** The monitor is not scheduled any more. */
    record Gone() implements CommitOutcome {}

    static CommitOutcome of(ScriptReply<CommitWord> reply) {
        return switch (reply.status()) {
            case APPLIED ->
                new Applied(
                        MonitorState.ofWire(reply.text(0)),
                        Duration.ofMillis(reply.integer(1)),
                        reply.integer(2),
                        Optional.of(reply.text(3)).filter(text -> !text.isEmpty()));
            case DUPLICATE -> new Duplicate(MonitorState.ofWire(reply.text(0)));
            case STALE -> new Stale();
            case OUTDATED -> new Outdated();
            case GONE -> new Gone();
        };
    }

    /** The word by which metrics call it. */
    default String word() {
        return switch (this) {
            case Applied applied -> "applied";
            case Duplicate duplicate -> "duplicate";
            case Stale stale -> "stale";
            case Outdated outdated -> "outdated";
            case Gone gone -> "gone";
        };
    }
}
