package dev.hotstate.driver.fallback;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Tells operators what was lost and what came back. */
@Singleton
public class RebuildLog {

    private static final Logger LOG = Logger.getLogger(RebuildLog.class);

    private final Clock clock;
    private final Counter broughtBack;
    private final AtomicInteger missing = new AtomicInteger();
    private volatile @Nullable LastRebuild last;

    RebuildLog(Clock clock, MeterRegistry meters) {
        this.clock = clock;
        this.broughtBack = Counter.builder("driver.rebuild.drivers")
                .description("Drivers that were brought back from Postgres into Redis")
                .register(meters);
        Gauge.builder("driver.rebuild.missing", missing::get)
                .description("Ranges of slots that Redis has lost and nobody has built yet")
                .register(meters);
    }

    /**
     * The last time that this instance brought something back.
     *
     * @param ranges  of 64
     * @param drivers that are in Redis again
     */
    public record LastRebuild(Instant at, int ranges, int drivers, Duration took) {}

    public @Nullable LastRebuild last() {
        return last;
    }

    /** Ranges that are not built at the moment. */
    public int missing() {
        return missing.get();
    }

    void missing(int ranges) {
        missing.set(ranges);
    }

    /** @param lost of these ranges, again, before all were built */
    void built(int ranges, int lost, int drivers, Duration took) {
        last = new LastRebuild(clock.instant(), ranges - lost, drivers, took);
        missing.set(lost);
        broughtBack.increment(drivers);
        LOG.infof(
                "%d ranges of Redis are built, %d drivers are back, in %d ms", ranges - lost, drivers, took.toMillis());
        if (lost > 0) {
            LOG.warnf("%d ranges of Redis were lost again meanwhile; they are built once more", lost);
        }
    }
}
