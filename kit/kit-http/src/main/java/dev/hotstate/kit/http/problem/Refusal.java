package dev.hotstate.kit.http.problem;

import java.time.Duration;
import java.util.List;

/** A refusal by the kit itself: its type says all there is to say. */
public final class Refusal extends DomainFailure {

    public Refusal(ProblemType type, String detail) {
        super(type, detail);
    }

    public Refusal(ProblemType type, String detail, List<FieldError> errors) {
        super(type, detail, errors);
    }

    public Refusal(ProblemType type, String detail, Duration retryAfter) {
        super(type, detail);
        retryAfter(retryAfter);
    }

    /** @param scopes any one of which would do */
    public static Refusal ofLackingScope(String... scopes) {
        return new Refusal(
                KitProblem.NOT_ALLOWED, "Use a key that has the scope %s.".formatted(String.join(" or ", scopes)));
    }
}
