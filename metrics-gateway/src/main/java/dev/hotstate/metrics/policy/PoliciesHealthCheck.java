package dev.hotstate.metrics.policy;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** An instance that has just started gets no requests before it knows the policies; later it keeps what it knows. */
@Readiness
@Singleton
final class PoliciesHealthCheck implements HealthCheck {

    private final Policies policies;

    PoliciesHealthCheck(Policies policies) {
        this.policies = policies;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("policies").status(policies.areKnown()).build();
    }
}
