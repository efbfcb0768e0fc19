package dev.hotstate.driver.claim;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;

/** How claims go: what became of each attempt on a driver, and of each request. */
@Singleton
class ClaimMetrics {

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
    }

    /** @param outcome claimed; taken, silent or unknown in Redis; refused by Postgres */
    void attempt(String outcome) {
        meters.counter("driver.claim.attempt", "outcome", outcome).increment();
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
