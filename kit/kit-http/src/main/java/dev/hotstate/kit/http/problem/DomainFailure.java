package dev.hotstate.kit.http.problem;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that belongs to the domain and is worth telling the client. Each service has one sealed subclass, whose
 * records of what happened are named by noun phrases ({@code RunNotFound}, {@code StaleLease}).
 *
 * <p>It has no stack trace: a refusal is an answer, not a bug.
 */
public abstract class DomainFailure extends RuntimeException {

    private final ProblemType type;
    private final List<FieldError> errors;
    private final Map<String, Object> extensions = new LinkedHashMap<>();
    private @Nullable Duration retryAfter;

    /** @param detail one sentence for the client, about this occurrence; without secrets */
    protected DomainFailure(ProblemType type, String detail) {
        this(type, detail, List.of());
    }

    protected DomainFailure(ProblemType type, String detail, List<FieldError> errors) {
        super(detail, null, false, false);
        this.type = type;
        this.errors = List.copyOf(errors);
    }

    public final ProblemType type() {
        return type;
    }

    public final String detail() {
        return getMessage();
    }

    public final List<FieldError> errors() {
        return errors;
    }

    public final Map<String, Object> extensions() {
        return Map.copyOf(extensions);
    }

    public final Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Adds a member of the problem body, such as the tasks that form a cycle. */
    protected final void extension(String name, Object value) {
        extensions.put(name, value);
    }

    protected final void retryAfter(Duration pause) {
        retryAfter = pause;
    }
}
