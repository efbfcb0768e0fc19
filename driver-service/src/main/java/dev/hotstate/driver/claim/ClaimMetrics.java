package dev.hotstate.driver.claim;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/** How claims go: what became of each attempt on a driver, and of each request. */
@Singleton
class ClaimMetrics {

    /** Claimed; taken, silent or unknown in Redis; refused by Postgres. */
    private static final List<String> ATTEMPTS = List.of("claimed", "taken", "silent", "unknown", "refused");

    private final MeterRegistry meters;
    private final Timer requests;
    private final Counter ended;
    private final Counter repaired;

    ClaimMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.requests = Timer.builder("driver.claim.request")
                .description("From a request for drivers to its answer")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(meters);
        this.ended = Counter.builder("driver.claim.ended")
                .description("Claims that nobody confirmed in time")
                .register(meters);
        this.repaired = Counter.builder("driver.claim.repaired")
                .description("Changes of which Redis was told late, because whoever made them did not")
                .register(meters);
        ATTEMPTS.forEach(this::attempts);
    }

    /** @param outcome one of {@link #ATTEMPTS} */
    void attempt(String outcome) {
        attempts(outcome).increment();
    }

    private Counter attempts(String outcome) {
        return meters.counter("driver.claim.attempt", "outcome", outcome);
    }

    /** @param outcome full, partial or none */
    void answered(String outcome, Duration took) {
        meters.counter("driver.claim.answer", "outcome", outcome).increment();
        requests.record(took);
    }

    void ended(int claims) {
        ended.increment(claims);
    }

    void repaired(int claims) {
        repaired.increment(claims);
    }
}
