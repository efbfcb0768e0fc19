package dev.hotstate.driver.search;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;

/** What searches take and who answers them; says so when that changes. */
@Singleton
public class SearchMetrics {

    private static final Logger LOG = Logger.getLogger(SearchMetrics.class);

    private final Map<Source, Timer> latency = new EnumMap<>(Source.class);
    private final Counter incomplete;
    private final DistributionSummary rounds;
    private final DistributionSummary scanned;
    private final AtomicReference<Served> served;
    private final Clock clock;

    SearchMetrics(MeterRegistry meters, Clock clock) {
        this.clock = clock;
        this.served = new AtomicReference<>(new Served(Source.REDIS, clock.instant()));
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
                .description("Round trips to Redis of a search")
                .register(meters);
        this.scanned = DistributionSummary.builder("driver.search.scanned")
                .description("Points that came back from Redis in a search")
                .register(meters);
    }

    /**
     * Who answered the last search of this instance.
     *
     * @param since when that changed last
     */
    public record Served(Source source, Instant since) {}

    public Served served() {
        return served.get();
    }

    void searched(Nearest found) {
        rounds.record(found.explanation().rounds());
        scanned.record(found.explanation().scanned());
    }

    void answered(AvailableView view, long nanos) {
        latency.get(view.source()).record(nanos, TimeUnit.NANOSECONDS);
        if (!view.complete()) {
            incomplete.increment();
        }
        var before = served.get();
        if (before.source() != view.source()
                && served.compareAndSet(before, new Served(view.source(), clock.instant()))) {
            LOG.warnf("Searches are answered by %s now", view.source().word());
        }
    }
}
