package dev.hotstate.dag.history;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a list of events begins. */
enum EventOrder {
    OLDEST,
    NEWEST;

    /** Refuses words that are none. */
    static EventOrder read(@Nullable String word) {
        return switch (word) {
            case null -> OLDEST;
            case "oldest" -> OLDEST;
            case "newest" -> NEWEST;
            default -> {
                var error = FieldError.ofParameter("order", "must be oldest or newest");
                throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
            }
        };
    }

    /** Before all events in that order. */
    EntryId start() {
        return this == OLDEST ? new EntryId(0, 0) : new EntryId(Long.MAX_VALUE, Long.MAX_VALUE);
    }
}
