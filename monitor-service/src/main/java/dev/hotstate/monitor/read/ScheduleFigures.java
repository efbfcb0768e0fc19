package dev.hotstate.monitor.read;

import dev.hotstate.kit.redis.worker.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** How punctual this instance is, for people who look at a page: from the same meters that Prometheus reads. */
@Singleton
class ScheduleFigures {

    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Duration TREND_STEP = Duration.ofMinutes(1);
    private static final int TREND_STEPS_MAX = 60;

    private final MeterRegistry meters;
    private final Vertx vertx;
    private @Nullable Ticker ticker;
    private long checksBefore;
    private long periods;
    private volatile double checksPerSecond;
    private volatile List<Double> trend = List.of();

    ScheduleFigures(MeterRegistry meters, Vertx vertx) {
        this.meters = meters;
        this.vertx = vertx;
    }

    /**
     * @param latenessMs how late a check began at most, of those in the last two minutes or so that fell due since this instance
     *     could begin any
     * @param startLatenessMs the same of those that fell due before, and so waited for its start; 0 where none was later
     * @param overdueMs how long the oldest check is overdue that nobody has claimed
     * @param shortOfMemory of 64 partitions, those where nothing new is checked because their node of Redis is nearly full
     * @param backlogged those where nothing new is checked because state changes wait for their way to Postgres
     * @param latenessTrendMs the lateness of all of them, once a minute of the last hour, oldest first
     */
    @Schema(name = "ScheduleFigures")
    public record Figures(
            double latenessMs,
            double startLatenessMs,
            double overdueMs,
            double checksPerSecond,
            int shortOfMemory,
            int backlogged,
            List<Double> latenessTrendMs) {}

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Counting checks", this::count);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Figures now() {
        double mostMs = mostMs();
        double inServiceMs = gauge("monitor.schedule.lateness") * TimeUnit.SECONDS.toMillis(1);
        return new Figures(
                inServiceMs,
                // The same check is not quite the same number in both.
                mostMs - inServiceMs >= 1 ? mostMs : 0,
                gauge("monitor.schedule.overdue") * TimeUnit.SECONDS.toMillis(1),
                checksPerSecond,
                (int) gauge("monitor.claim.paused", "reason", "memory"),
                (int) gauge("monitor.claim.paused", "reason", "backlog"),
                trend);
    }

    private double mostMs() {
        var lateness = meters.find("monitor.check.lateness").timer();
        return lateness == null ? 0 : lateness.max(TimeUnit.MILLISECONDS);
    }

    /** 0 where this instance runs no checks. */
    private double gauge(String name, String... tags) {
        var gauge = meters.find(name).tags(tags).gauge();
        return gauge == null ? 0 : gauge.value();
    }

    /** Once per period. */
    Uni<Void> count() {
        var lateness = meters.find("monitor.check.lateness").timer();
        long checks = lateness == null ? 0 : lateness.count();
        checksPerSecond = (double) (checks - checksBefore) / PERIOD.toSeconds();
        checksBefore = checks;
        if (++periods % (TREND_STEP.toSeconds() / PERIOD.toSeconds()) == 0) {
            trend = Stream.concat(
                            trend.stream().skip(Math.max(0, trend.size() - TREND_STEPS_MAX + 1)), Stream.of(mostMs()))
                    .toList();
        }
        return Uni.createFrom().voidItem();
    }
}
