package dev.hotstate.metrics.policy;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.metrics.limit.Algorithm;
import dev.hotstate.metrics.limit.Limit;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** A policy as people write it. What they leave out has its usual value. */
@Schema(name = "PolicySpec")
public record PolicySpec(
        @Schema(examples = "anonymous visitors of the shop") @Nullable @Size(max = 200)
        String description,

        @Schema(description = "Usually true") @Nullable Boolean enabled,

        @Schema(description = "Without it, the policy holds only where it is named") @Nullable @Valid
        Match match,

        @Schema(
                description = "What tells callers apart, together: ip (of IPv6 the /64 network), user, method, route,"
                        + " everybody, header:<name>. Usually ip. What a request lacks counts as empty.",
                examples = "[\"header:x-api-key\"]")
        @Nullable
        @Size(min = 1, max = 5)
        List<@NotNull @Pattern(regexp = Subject.SOURCE_FORM, message = Subject.SOURCE_RULE) String> key,

        @Schema(examples = "100") @NotNull @Min(1) @Max(Limit.HITS_MAX)
        Long limit,

        @Schema(examples = "PT1M") @NotNull @DurationMin(millis = 100) @DurationMax(days = 31)
        Duration window,

        @Schema(description = "Usually sub_window_ring: never more than the limit in any window") @Nullable
        Algorithm algorithm,

        @Schema(description = "What may come at once, of token_bucket and gcra; usually the limit")
        @Nullable
        @Min(1)
        @Max(Limit.HITS_MAX)
        Long burst,

        @Schema(description = "What one hit counts; usually 1") @Nullable @Min(1) @Max(10_000)
        Integer cost,

        @Schema(description = "Counts and reports, but refuses nobody; usually false") @Nullable
        Boolean shadow,

        @Schema(description = "While Redis is away; usually open") @Nullable
        FailMode failMode,

        @Schema(description = "How callers stand in Redis; usually hashed") @Nullable
        Identifiers identifiers,

        @Schema(
                description = "Is asked whenever that policy is, refuses nobody, and it is counted how often the two"
                        + " disagree")
        @Nullable
        @Pattern(regexp = LimitPolicy.ID_FORM, message = LimitPolicy.ID_RULE)
        String shadowOf,

        @Schema(description = "Allows less while an endpoint is in trouble") @Nullable @Valid
        Adaptive adaptive) {

    /** Which requests it is about; both absent: all. */
    @Schema(name = "PolicyMatch")
    public record Match(
            @Schema(description = "{name} is any segment, a final * any rest", examples = "/users/{id}/*")
            @Nullable
            @Size(max = 200)
            @Pattern(
                    regexp = "/[^*?#]*\\*?",
                    message = "must begin with a slash and have neither a query nor a * before its end")
            String route,

            @Schema(examples = "[\"POST\"]") @Nullable @Size(min = 1, max = 10)
            Set<@NotNull @Pattern(regexp = "[A-Z]{1,20}", message = "must be a method such as GET") String> methods) {}

    /**
     * When less is allowed. It is tightened as soon as one of the bounds is exceeded, and as it was before at the earliest when
     * both have been 20 % below their bounds for {@code metrics.adaptive.hold}.
     */
    @Schema(name = "PolicyAdaptive")
    public record Adaptive(
            @Schema(description = "As /endpoints names it", examples = "GET /users/{id}")
            @NotNull
            @Size(min = 3, max = 2_000)
            String endpoint,

            @Schema(examples = "PT0.5S") @Nullable @DurationMin(millis = 1) @DurationMax(hours = 1)
            Duration p95Above,

            @Schema(description = "Part of all requests that end with 400 or more", examples = "0.05")
            @Nullable
            @DecimalMin("0.001")
            @DecimalMax("0.999")
            Double errorRateAbove,

            @Schema(description = "What is left of limit and burst; usually 0.5")
            @Nullable
            @DecimalMin("0.001")
            @DecimalMax("0.999")
            Double factor) {

        static final double FACTOR = 0.5;

        Adaptive complete() {
            return new Adaptive(endpoint, p95Above, errorRateAbove, Objects.requireNonNullElse(factor, FACTOR));
        }
    }

    /** Of what is not written by people here. Whoever comes up with it says who the caller is. */
    public static PolicySpec imported(
            String description, long limit, Duration window, Algorithm algorithm, boolean shadow, FailMode failMode) {
        return new PolicySpec(
                description,
                true,
                null,
                null,
                limit,
                window,
                algorithm,
                null,
                1,
                shadow,
                failMode,
                Identifiers.HASHED,
                null,
                null);
    }

    /** What no single field shows. */
    public List<FieldError> objections() {
        var errors = new ArrayList<FieldError>();
        if (burst != null && !isBursting()) {
            errors.add(FieldError.at("/burst", "belongs to token_bucket and gcra only"));
        }
        if (match != null && match.route == null && match.methods == null) {
            errors.add(FieldError.at("/match", "must name a route or methods; for all requests say \"route\": \"/*\""));
        }
        if (shadowOf != null && match != null) {
            errors.add(FieldError.at("/match", "comes from the policy that it is the shadow of"));
        }
        if (shadowOf != null && Boolean.FALSE.equals(shadow)) {
            errors.add(FieldError.at("/shadow", "must be true, or absent, for the shadow of another policy"));
        }
        if (adaptive != null && adaptive.p95Above == null && adaptive.errorRateAbove == null) {
            errors.add(FieldError.at("/adaptive", "must have p95Above or errorRateAbove"));
        }
        return errors;
    }

    /** With its usual values written out. */
    PolicySpec complete() {
        return new PolicySpec(
                description,
                !Boolean.FALSE.equals(enabled),
                match,
                key == null ? List.of("ip") : key,
                limit,
                window,
                usedAlgorithm(),
                isBursting() ? Objects.requireNonNullElse(burst, limit) : null,
                Objects.requireNonNullElse(cost, 1),
                Boolean.TRUE.equals(shadow) || shadowOf != null,
                Objects.requireNonNullElse(failMode, FailMode.OPEN),
                Objects.requireNonNullElse(identifiers, Identifiers.HASHED),
                shadowOf,
                adaptive == null ? null : adaptive.complete());
    }

    private Algorithm usedAlgorithm() {
        return Objects.requireNonNullElse(algorithm, Algorithm.SUB_WINDOW_RING);
    }

    private boolean isBursting() {
        return usedAlgorithm().hasBurst();
    }
}
