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
        return HealthCheckResponse.named("schedule")
                .status(!pulse.isStuck(System.nanoTime()))
                .withData("overdue-seconds", pulse.overdue().toSeconds())
                .build();
    }
}
