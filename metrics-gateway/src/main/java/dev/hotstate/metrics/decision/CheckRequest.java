package dev.hotstate.metrics.decision;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.metrics.policy.LimitPolicy;
import dev.hotstate.metrics.policy.Policies;
import dev.hotstate.metrics.policy.Subject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** May this request go on? Under the policies that it names, else under all that match its route and method. */
@Schema(name = "LimitCheck")
record CheckRequest(
        @Schema(examples = "per-ip") @Nullable @Pattern(regexp = LimitPolicy.ID_FORM, message = LimitPolicy.ID_RULE)
        String policy,

        @Schema(description = "Several of them") @Nullable @Size(min = 1, max = 20)
        List<@NotNull @Pattern(regexp = LimitPolicy.ID_FORM, message = LimitPolicy.ID_RULE) String> policies,

        @Schema(description = "Who asks; without it, what the key of the policy names is taken from the rest")
        @Nullable
        @Size(min = 1, max = 10_000)
        String identifier,

        @Schema(examples = "/users/123")
        @Nullable
        @Size(max = 4_096)
        @Pattern(regexp = "/.*", message = "must begin with a slash")
        String route,

        @Schema(examples = "GET") @Nullable @Size(max = 20) String method,

        @Schema(examples = "192.0.2.7") @Nullable @Size(max = 60)
        String ip,

        @Nullable @Size(max = 1_000) String user,

        @Nullable @Size(max = 50) Map<@NotNull @Size(max = 60) String, @NotNull @Size(max = 4_096) String> headers,

        @Schema(description = "Usually 1; 0 only looks, less gives back") @Nullable @Min(-1_000_000) @Max(1_000_000)
        Integer hits) {

    /** @param at where it stands in the body */
    Optional<FieldError> objection(String at) {
        int ways = (policy == null ? 0 : 1) + (policies == null ? 0 : 1) + (route == null ? 0 : 1);
        if (ways != 1 && !(ways == 2 && route != null && identifier == null)) {
            return Optional.of(FieldError.at(at + "/policy", "one of policy, policies and route must be given"));
        }
        return identifier != null && route != null
                ? Optional.of(
                        FieldError.at(at + "/identifier", "belongs to named policies; a route has ip, user, headers"))
                : Optional.empty();
    }

    List<Demand> demands(Policies known) {
        return count() == 0 ? demands(known, 1, true) : demands(known, count(), false);
    }

    /** What would be wanted, without taking it. */
    List<Demand> looks(Policies known) {
        return demands(known, Math.max(1, count()), true);
    }

    Asked asked() {
        var named = policy != null ? List.of(policy) : policies == null ? List.<String>of() : policies;
        return new Asked(subject(), named, identifier, count());
    }

    private int count() {
        return hits == null ? 1 : hits;
    }

    private List<Demand> demands(Policies known, long count, boolean looks) {
        var subject = subject();
        var demands = new ArrayList<Demand>(1);
        for (var policy : concerned(known, subject)) {
            if (policy.isEnabled()) {
                known.withShadows(policy)
                        .forEach(one -> demands.add(new Demand(one, caller(one, subject), count * one.cost(), looks)));
            }
        }
        return demands;
    }

    private List<LimitPolicy> concerned(Policies known, Subject subject) {
        if (policy != null) {
            return List.of(known.named(policy));
        }
        return policies != null ? policies.stream().distinct().map(known::named).toList() : known.concerning(subject);
    }

    private KeyId caller(LimitPolicy one, Subject subject) {
        return identifier == null ? one.callerOf(subject) : one.callerOf(identifier);
    }

    private Subject subject() {
        return new Subject(route, method, ip, user, headers == null ? Map.of() : lowerCase(headers));
    }

    private static Map<String, String> lowerCase(Map<String, String> headers) {
        return headers.entrySet().stream()
                .collect(Collectors.toMap(
                        header -> header.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue, (one, same) -> one));
    }
}
