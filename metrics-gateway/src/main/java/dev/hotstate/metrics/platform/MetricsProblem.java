package dev.hotstate.metrics.platform;

import dev.hotstate.kit.http.problem.ProblemType;

/** What metrics-gateway refuses, beside the problems that all services share. */
public enum MetricsProblem implements ProblemType {
    POLICY_NOT_FOUND("policy-not-found", 404, "There is no such policy"),
    POLICY_CHANGED("policy-changed", 409, "The policy has another version"),
    TOO_MANY_POLICIES("too-many-policies", 409, "There are as many policies as there may be"),
    DOMAIN_NOT_FOUND("domain-not-found", 404, "There is no such domain"),
    TOO_MANY_DOMAINS("too-many-domains", 409, "There are as many domains as there may be"),
    TOO_MANY_INSTANCES("too-many-instances", 409, "As many instances as may be tell of connections"),
    QUOTA_EXCEEDED("quota-exceeded", 429, "The quota is used up", true),
    POLICIES_UNKNOWN("policies-unknown", 503, "The policies could not be read yet", true);

    private final String slug;
    private final int status;
    private final String title;
    private final boolean retryable;

    MetricsProblem(String slug, int status, String title) {
        this(slug, status, title, false);
    }

    MetricsProblem(String slug, int status, String title, boolean retryable) {
        this.slug = slug;
        this.status = status;
        this.title = title;
        this.retryable = retryable;
    }

    @Override
    public String slug() {
        return slug;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public boolean retryable() {
        return retryable;
    }
}
