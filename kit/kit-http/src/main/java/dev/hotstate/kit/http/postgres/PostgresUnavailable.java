package dev.hotstate.kit.http.postgres;

import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.http.problem.KitProblem;

/** Postgres did not answer in time, or refused us, or took a transaction back for that of another, or too many wait for it. */
public final class PostgresUnavailable extends DomainFailure {

    public PostgresUnavailable() {
        this(KitProblem.POSTGRES_UNAVAILABLE, "Nothing is lost that was confirmed. Try again in a moment.");
    }

    private PostgresUnavailable(KitProblem problem, String detail) {
        super(problem, detail);
    }

    /** Not even asked. A frozen Postgres soon looks like this, so who has an older answer may give it here too. */
    static PostgresUnavailable overloaded() {
        return new PostgresUnavailable(KitProblem.OVERLOADED, "Too much work waits for Postgres. Nothing was changed.");
    }

    /** Of those who wait for each other in a ring one has to begin anew. */
    static PostgresUnavailable takenBack() {
        return new PostgresUnavailable(
                KitProblem.POSTGRES_UNAVAILABLE,
                "Others were changing the same at that moment. Nothing was changed. Try again in a moment.");
    }
}
