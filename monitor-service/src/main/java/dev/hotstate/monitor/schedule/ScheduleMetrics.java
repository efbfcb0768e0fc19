package dev.hotstate.monitor.schedule;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.TimeWindowMax;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What the schedule tells of itself. */
@Singleton
final class ScheduleMetrics {

    private static final Duration[] LATENESS_BOUNDS = {
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60)
    };

    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int REMEMBERED_TIMES = 3;

    private final MeterRegistry meters;
    private final Map<String, Counter> claims = new ConcurrentHashMap<>();
    private final Timer lateness;
    /** As long as the timer remembers its maximum, so that both forget the same check together. */
    private final TimeWindowMax latenessInService;

    private final Timer duration;

    ScheduleMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.lateness = Timer.builder("monitor.check.lateness")
                .description("How long after its time a check began")
                .serviceLevelObjectives(LATENESS_BOUNDS)
                .register(meters);
        this.latenessInService = new TimeWindowMax(meters.config().clock(), REMEMBERED.toMillis(), REMEMBERED_TIMES);
        Gauge.builder("monitor.schedule.lateness", () -> latenessInService.poll(TimeUnit.SECONDS))
                .description("How late a check began at most, of the last minutes and of those that fell due since this"
                        + " process could begin any")
                .baseUnit("seconds")
                .register(meters);
        this.duration = Timer.builder("monitor.check.duration")
                .description("How long checks took, from their claim to their result")
                .register(meters);
    }

    void underWay(Supplier<Number> checks) {
        Gauge.builder("monitor.check.under-way", checks)
                .description("Checks under way in this process")
                .register(meters);
    }

    void overdue(Supplier<Number> seconds) {
        Gauge.builder("monitor.schedule.overdue", seconds)
                .description("How long the oldest check that nobody has claimed is overdue")
                .baseUnit("seconds")
                .register(meters);
    }

    void paused(Pause why, Supplier<Number> partitions) {
        Gauge.builder("monitor.claim.paused", partitions)
                .description(
                        "Partitions from which this process claims nothing, because memory is short or transitions wait")
                .tag("reason", why.word())
                .register(meters);
    }

    /** @param inService how long this process could begin checks already: who waited for longer waited for its start */
    void late(Duration by, Duration inService) {
        var lateBy = by.isNegative() ? Duration.ZERO : by;
        // First, so that nobody finds in the timer alone what is in both.
        if (lateBy.compareTo(inService) <= 0) {
            latenessInService.record(lateBy.toNanos(), TimeUnit.NANOSECONDS);
        }
        lateness.record(lateBy);
    }

    void took(Duration time) {
        duration.record(time);
    }

    void claimed(boolean takenOver) {
        claim(takenOver ? "taken-over" : "claimed", 1);
    }

    void putOff() {
        claim("put-off", 1);
    }

    void released(long count) {
        claim("released", count);
    }

    void claimFailed() {
        claim("failed", 1);
    }

    private void claim(String outcome, long count) {
        claims.computeIfAbsent(outcome, this::ofOutcome).increment(count);
    }

    private Counter ofOutcome(String outcome) {
        return Counter.builder("monitor.claim")
                .description("Claims by outcome; taken over: from a lease that ran out; put off: the host was busy")
                .tag("outcome", outcome)
                .register(meters);
    }
}
