package dev.hotstate.monitor.platform;

import dev.hotstate.kit.http.problem.ProblemType;

/** What monitor-service refuses, beside the problems that all services share. */
public enum MonitorProblem implements ProblemType {
    MONITOR_NOT_FOUND("monitor-not-found", "There is no such monitor"),
    INCIDENT_NOT_FOUND("incident-not-found", "There is no such incident"),
    CHANNEL_NOT_FOUND("channel-not-found", "There is no such channel"),
    DELIVERY_NOT_FOUND("delivery-not-found", "There is no such delivery"),
    MAINTENANCE_NOT_FOUND("maintenance-not-found", "There is no such maintenance window"),
    STATUS_PAGE_NOT_FOUND("status-page-not-found", "There is no such status page");

    private static final int NOT_FOUND = 404;

    private final String slug;
    private final String title;

    MonitorProblem(String slug, String title) {
        this.slug = slug;
        this.title = title;
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
        return NOT_FOUND;
    }

    @Override
    public boolean retryable() {
        return false;
    }
}
