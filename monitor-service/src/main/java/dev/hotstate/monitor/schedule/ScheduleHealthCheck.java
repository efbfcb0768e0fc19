package dev.hotstate.monitor.schedule;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** A process whose schedule is stuck shall be replaced. */
@Liveness
@Singleton
final class ScheduleHealthCheck implements HealthCheck {

    private final SchedulePulse pulse;

    ScheduleHealthCheck(SchedulePulse pulse) {
        this.pulse = pulse;
    }

    @Override
    public HealthCheckResponse call() {
        long now = System.nanoTime();
        return HealthCheckResponse.named("schedule")
                .status(!pulse.isStuck(now))
                .withData("overdue-seconds", pulse.waiting(now).toSeconds())
                .build();
    }
}
