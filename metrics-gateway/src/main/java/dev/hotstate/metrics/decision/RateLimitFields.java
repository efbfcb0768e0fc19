package dev.hotstate.metrics.decision;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A verdict as header fields: those of the IETF draft, which are structured fields and name each policy, and the older
 * {@code X-RateLimit-*}, which know one.
 *
 * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/">RateLimit header fields for HTTP</a>
 */
final class RateLimitFields {

    private RateLimitFields() {}

    /** None where no policy holds; a policy of which nobody knows what remains is left out of {@code RateLimit}. */
    static Map<String, String> of(Verdict verdict) {
        var fields = new LinkedHashMap<String, String>();
        var enforced = verdict.enforced().toList();
        if (enforced.isEmpty()) {
            return fields;
        }
        fields.put("RateLimit-Policy", join(enforced, RateLimitFields::policy));
        var known =
                enforced.stream().filter(ruling -> ruling.remaining() != null).toList();
        if (!known.isEmpty()) {
            fields.put("RateLimit", join(known, RateLimitFields::state));
        }
        verdict.tightest().filter(ruling -> ruling.remaining() != null).ifPresent(tightest -> {
            fields.put(
                    "X-RateLimit-Limit",
                    String.valueOf(tightest.demand().policy().limit().hits()));
            fields.put("X-RateLimit-Remaining", String.valueOf(tightest.remaining()));
            fields.put("X-RateLimit-Reset", String.valueOf(seconds(tightest.reset())));
        });
        return fields;
    }

    private static String join(List<Ruling> rulings, Function<Ruling, String> member) {
        return rulings.stream().map(member).collect(Collectors.joining(", "));
    }

    /** Ids of policies need no escape in a structured string. */
    private static String policy(Ruling ruling) {
        var policy = ruling.demand().policy();
        return "\"%s\";q=%d;w=%d"
                .formatted(
                        policy.id(),
                        policy.limit().hits(),
                        Math.max(1, seconds(policy.limit().window())));
    }

    private static String state(Ruling ruling) {
        return "\"%s\";r=%d;t=%d".formatted(ruling.demand().policy().id(), ruling.remaining(), seconds(ruling.reset()));
    }

    /** Rounded up, so that nobody comes too early. */
    static long seconds(Duration duration) {
        return Math.ceilDiv(duration.toMillis(), 1_000L);
    }
}
