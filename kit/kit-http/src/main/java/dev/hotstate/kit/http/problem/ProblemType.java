package dev.hotstate.kit.http.problem;

/**
 * A kind of refusal or failure that a client can tell apart. One enum per service implements it; {@link KitProblem} holds
 * what all services share.
 */
public interface ProblemType {

    /** Names the problem on the wire and is its anchor in {@code docs/errors.md}; never changes. */
    String slug();

    /** One short sentence, the same for each occurrence. */
    String title();

    int status();

    /** Whether the same request may succeed later; such problems carry {@code Retry-After}. */
    boolean retryable();

    /** A full path, as RFC 9457 advises for relative references: each service serves this document itself. */
    default String uri() {
        return "/docs/errors.md#" + slug();
    }
}
