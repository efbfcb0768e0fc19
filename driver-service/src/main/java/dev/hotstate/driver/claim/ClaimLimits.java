package dev.hotstate.driver.claim;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many drivers one may claim, and for how long. */
@Singleton
class ClaimLimits {

    private static final Duration TTL_MIN = Duration.ofSeconds(1);

    private final ClaimConfig config;

    ClaimLimits(ClaimConfig config) {
        this.config = config;
    }

    int count(@Nullable Integer wanted) {
        if (wanted != null && wanted > config.countMax()) {
            throw refusal("/count", "must be at most " + config.countMax());
        }
        return wanted == null ? 1 : wanted;
    }

    Duration ttl(@Nullable Duration wanted) {
        if (wanted != null && (wanted.compareTo(TTL_MIN) < 0 || wanted.compareTo(config.ttlMax()) > 0)) {
            throw refusal("/ttl", "must be from " + TTL_MIN + " to " + config.ttlMax());
        }
        return wanted == null ? config.ttl() : wanted;
    }

    private static Refusal refusal(String pointer, String detail) {
        return new Refusal(
                KitProblem.INVALID_INPUT,
                "See errors for what must be different.",
                List.of(FieldError.at(pointer, detail)));
    }
}
