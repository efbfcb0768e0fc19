package dev.hotstate.kit.http.problem;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of an RFC 9457 answer. */
@Schema(description = "RFC 9457 problem; the types are listed in docs/errors.md")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Problem(
        @Schema(examples = "/docs/errors.md#not-found") String type,
        String title,
        int status,
        String detail,

        @Schema(
                description = "Names the request, as in the header X-Request-Id",
                examples = "urn:hotstate:request:5f0c")
        String instance,

        List<FieldError> errors,
        @Nullable Long retryAfterMs,
        @JsonAnyGetter @Schema(hidden = true) Map<String, Object> extensions) {

    public static final String MEDIA_TYPE = "application/problem+json";

    /** The header {@code WWW-Authenticate} of each 401. */
    public static final String CHALLENGE = "Bearer realm=\"hotstate\"";

    /** What a client should wait when nobody knows better. */
    private static final Duration USUAL_RETRY = Duration.ofSeconds(1);

    static Problem of(DomainFailure failure, String requestId) {
        var type = failure.type();
        var retryAfter = failure.retryAfter().or(() -> type.retryable() ? Optional.of(USUAL_RETRY) : Optional.empty());
        return new Problem(
                type.uri(),
                type.title(),
                type.status(),
                failure.detail(),
                "urn:hotstate:request:" + requestId,
                failure.errors(),
                retryAfter.map(Problem::millisRoundedUp).orElse(null),
                failure.extensions());
    }

    private static long millisRoundedUp(Duration pause) {
        return Math.ceilDiv(pause.toNanos(), 1_000_000L);
    }

    /** Whole seconds for the header {@code Retry-After}, rounded up, so that nobody returns too early. */
    long retryAfterSeconds() {
        return retryAfterMs == null ? 0 : Math.max(1, Math.ceilDiv(retryAfterMs, 1000L));
    }
}
