package dev.hotstate.kit.http.problem;

/** The problems that every service answers in the same way. */
public enum KitProblem implements ProblemType {
    MALFORMED_REQUEST("malformed-request", 400, "The request can't be read"),
    INVALID_INPUT("invalid-input", 400, "Some values are not acceptable"),
    INVALID_ID("invalid-id", 400, "The id contains characters that are not allowed"),
    INVALID_CURSOR("invalid-cursor", 400, "The cursor does not belong to this list"),
    NOT_AUTHENTICATED("not-authenticated", 401, "An API key or a login is needed"),
    INVALID_CREDENTIALS("invalid-credentials", 401, "The API key or the session is not valid"),
    NOT_ALLOWED("not-allowed", 403, "The API key does not have the scope for this"),
    CSRF_TOKEN_REQUIRED("csrf-token-required", 403, "A change made from a browser needs the session's CSRF token"),
    FOREIGN_ORIGIN("foreign-origin", 403, "Requests from other sites are refused"),
    NOT_FOUND("not-found", 404, "There is nothing at this address"),
    METHOD_NOT_ALLOWED("method-not-allowed", 405, "This address does not support the method"),
    NOT_ACCEPTABLE("not-acceptable", 406, "The answer is not available in the requested media type"),
    BODY_TOO_SLOW("body-too-slow", 408, "The request body did not arrive in time", true),
    CONFLICT("conflict", 409, "The request contradicts the present state"),
    BODY_TOO_LARGE("body-too-large", 413, "The request body is too large"),
    URI_TOO_LONG("uri-too-long", 414, "The address is too long"),
    UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415, "The media type of the request body is not supported"),
    TOO_MANY_REQUESTS("too-many-requests", 429, "Too many requests", true),
    TOO_MANY_STREAMS("too-many-streams", 429, "Too many live streams of one caller", true),
    TOO_MANY_FAILED_LOGINS("too-many-failed-logins", 429, "Too many failed logins from this address", true),
    HEADERS_TOO_LARGE("headers-too-large", 431, "The request headers are too large"),
    INTERNAL_ERROR("internal-error", 500, "Something went wrong on our side"),
    REDIS_UNAVAILABLE("redis-unavailable", 503, "Redis can't answer at the moment", true),
    POSTGRES_UNAVAILABLE("postgres-unavailable", 503, "Postgres can't answer at the moment", true),
    OVERLOADED("overloaded", 503, "The service is at its limit", true),
    DEADLINE_EXCEEDED("deadline-exceeded", 503, "The answer took too long", true);

    private final String slug;
    private final int status;
    private final String title;
    private final boolean retryable;

    KitProblem(String slug, int status, String title) {
        this(slug, status, title, false);
    }

    KitProblem(String slug, int status, String title, boolean retryable) {
        this.slug = slug;
        this.status = status;
        this.title = title;
        this.retryable = retryable;
    }

    @Override
    public String slug() {
        return slug;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public boolean retryable() {
        return retryable;
    }
}
