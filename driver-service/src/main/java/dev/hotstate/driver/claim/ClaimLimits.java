package dev.hotstate.driver.claim;

import dev.hotstate.driver.search.SearchConfig;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far away, how many drivers one may claim, and for how long. */
@Singleton
class ClaimLimits {

    private static final Duration TTL_MIN = Duration.ofSeconds(1);

    private static final double RADIUS_KM = 5;

    private final ClaimConfig config;
    private final SearchConfig search;

    ClaimLimits(ClaimConfig config, SearchConfig search) {
        this.config = config;
        this.search = search;
    }

    /** In km: no farther than searches look. */
    double radius(@Nullable Double wanted) {
        if (wanted != null && !(wanted <= search.radiusMax())) {
            throw refusal("/radius", "must be at most " + search.radiusMax());
        }
        return wanted == null ? RADIUS_KM : wanted;
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
