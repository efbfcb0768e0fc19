package dev.hotstate.monitor.recovery;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready also while partitions are built, and honest about it: definitions, history and status pages answer meanwhile. */
@Readiness
@Singleton
class RecoveryHealthCheck implements HealthCheck {

    private final RecoveryWorker recovery;

    RecoveryHealthCheck(RecoveryWorker recovery) {
        this.recovery = recovery;
    }

    @Override
    public HealthCheckResponse call() {
        long unbuilt = recovery.coldCount();
        return HealthCheckResponse.named("recovery")
                .up()
                .withData("degraded", unbuilt > 0)
                .withData("partitions-to-build", unbuilt)
                .build();
    }
}
