package dev.hotstate.dag.history;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a list of what happened begins. */
enum HistoryOrder {
    OLDEST,
    NEWEST;

    static final String MEANING = "Which come first: oldest (usual) or newest";

    /** Refuses words that are none. */
    static HistoryOrder read(@Nullable String word) {
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

    /** Before all numbers in that order. */
    long start() {
        return this == OLDEST ? 0 : Long.MAX_VALUE;
    }
}
