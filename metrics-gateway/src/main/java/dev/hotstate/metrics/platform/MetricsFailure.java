package dev.hotstate.metrics.platform;

import dev.hotstate.kit.http.problem.DomainFailure;
import java.time.Duration;
import java.util.List;

/** The refusals of this service. */
public abstract sealed class MetricsFailure extends DomainFailure {

    private MetricsFailure(MetricsProblem type, String detail) {
        super(type, detail);
    }

    public static final class PolicyNotFound extends MetricsFailure {
        public PolicyNotFound(String id) {
            super(MetricsProblem.POLICY_NOT_FOUND, "No policy has this id.");
            extension("policy", id);
        }
    }

    public static final class PolicyChanged extends MetricsFailure {
        /** @param version that it has; 0 if there is none */
        public PolicyChanged(int version) {
            super(MetricsProblem.POLICY_CHANGED, "Read it again and decide whether your change still makes sense.");
            extension("version", version);
        }
    }

    public static final class TooManyPolicies extends MetricsFailure {
        public TooManyPolicies(int most) {
            super(MetricsProblem.TOO_MANY_POLICIES, "At most %d are kept. Remove one first.".formatted(most));
        }
    }

    public static final class DomainNotFound extends MetricsFailure {
        public DomainNotFound(String domain) {
            super(MetricsProblem.DOMAIN_NOT_FOUND, "No configuration of Envoy was imported for it.");
            extension("domain", domain);
        }
    }

    public static final class TooManyDomains extends MetricsFailure {
        public TooManyDomains(int most) {
            super(MetricsProblem.TOO_MANY_DOMAINS, "At most %d are kept. Remove one first.".formatted(most));
        }
    }

    public static final class TooManyInstances extends MetricsFailure {
        public TooManyInstances(int most) {
            super(
                    MetricsProblem.TOO_MANY_INSTANCES,
                    "At most %d are counted. One that falls silent makes room.".formatted(most));
        }
    }

    public static final class QuotaExceeded extends MetricsFailure {
        /** @param policies that refuse, by id */
        public QuotaExceeded(List<String> policies, Duration retryAfter) {
            super(MetricsProblem.QUOTA_EXCEEDED, "Come again when Retry-After has passed.");
            extension("violated-policies", policies);
            retryAfter(retryAfter);
        }
    }

    public static final class PoliciesUnknown extends MetricsFailure {
        public PoliciesUnknown() {
            super(MetricsProblem.POLICIES_UNKNOWN, "Postgres has not answered since this instance was started.");
            retryAfter(Duration.ofSeconds(1));
        }
    }
}
