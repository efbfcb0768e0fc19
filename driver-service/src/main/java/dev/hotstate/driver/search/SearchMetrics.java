package dev.hotstate.driver.search;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What searches take, by who answers them. */
@Singleton
class SearchMetrics {

    private final Map<Source, Timer> latency = new EnumMap<>(Source.class);
    private final Counter incomplete;
    private final DistributionSummary rounds;
    private final DistributionSummary roundTrips;
    private final DistributionSummary scanned;

    SearchMetrics(MeterRegistry meters) {
        for (var source : Source.values()) {
            latency.put(
                    source,
                    Timer.builder("driver.search")
                            .description("Searches by who answered them")
                            .tag("source", source.word())
                            .publishPercentiles(0.5, 0.99)
                            .register(meters));
        }
        this.incomplete = Counter.builder("driver.search.incomplete")
                .description("Searches that may lack a nearer driver")
                .register(meters);
        this.rounds = DistributionSummary.builder("driver.search.rounds")
                .description("Rounds of a search, each wider or deeper than the one before")
                .register(meters);
        this.roundTrips = DistributionSummary.builder("driver.search.round.trips")
                .description("Round trips to Redis of a search")
                .register(meters);
        this.scanned = DistributionSummary.builder("driver.search.scanned")
                .description("Points that came back from Redis in a search")
                .register(meters);
    }

    void searched(Nearest found) {
        rounds.record(found.explanation().rounds());
        roundTrips.record(found.explanation().roundTrips());
        scanned.record(found.explanation().scanned());
    }

    void answered(AvailableView view, long nanos) {
        latency.get(view.source()).record(nanos, TimeUnit.NANOSECONDS);
        if (!view.complete()) {
            incomplete.increment();
        }
    }
}
