package dev.hotstate.kit.redis.vitals;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Always up, and honest about how well: a service whose Redis is in trouble still answers better than none at all, so
 * trouble must not take all pods out of service at once.
 */
@Readiness
@Singleton
final class VitalsHealthCheck implements HealthCheck {

    private final VitalsSource source;

    VitalsHealthCheck(VitalsSource source) {
        this.source = source;
    }

    @Override
    public HealthCheckResponse call() {
        var vitals = source.current();
        var response = HealthCheckResponse.named("vitals")
                .up()
                .withData("degraded", vitals.degraded())
                .withData("redis", vitals.redis().state().word())
                .withData("postgres", vitals.postgres().state().word());
        for (int i = 0; i < vitals.reasons().size(); i++) {
            var reason = vitals.reasons().get(i);
            response.withData("reason-" + (i + 1), reason.message() + " (since " + reason.since() + ")");
        }
        return response.build();
    }
}
