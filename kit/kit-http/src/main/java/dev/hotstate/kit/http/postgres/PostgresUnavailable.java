package dev.hotstate.kit.http.postgres;

import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.http.problem.KitProblem;

/** Postgres did not answer in time, or refused us, or too many wait for it. */
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
}
