package dev.hotstate.monitor.incident;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;

/** How many transitions were recorded, and how long after they happened. */
@Singleton
class IncidentMetrics {

    private final MeterRegistry meters;
    private final Clock clock;
    private final Timer delay;
    private final Counter unreadable;

    IncidentMetrics(MeterRegistry meters, Clock clock) {
        this.meters = meters;
        this.clock = clock;
        this.delay = Timer.builder("monitor.incident.delay")
                .description("From a transition in Redis to its alerts in Postgres")
                .publishPercentileHistogram()
                .maximumExpectedValue(Duration.ofMinutes(5))
                .register(meters);
        this.unreadable = Counter.builder("monitor.incident.unreadable")
                .description("Entries of the transition stream that were dropped because they can't be read")
                .register(meters);
    }

    void recorded(TransitionEntry entry, Recorded recorded) {
        meters.counter("monitor.incident.recorded", "outcome", recorded.name().toLowerCase(Locale.ROOT))
                .increment();
        if (recorded != Recorded.REPEATED) {
            // Clocks of two machines: a small negative age is none.
            var age = Duration.between(entry.at(), clock.instant());
            delay.record(age.isNegative() ? Duration.ZERO : age);
        }
    }

    void unreadable() {
        unreadable.increment();
    }

    void followedUp(IncidentEvent.Type type) {
        meters.counter("monitor.incident.followed.up", "type", type.wire()).increment();
    }
}
