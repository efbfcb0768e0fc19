package dev.hotstate.driver.platform;

import dev.hotstate.kit.http.problem.ProblemType;

/** What driver-service refuses, beside the problems that all services share. */
public enum DriverProblem implements ProblemType {
    DRIVER_NOT_FOUND("driver-not-found", 404, "There is no such driver"),
    DRIVER_ID_TAKEN("driver-id-taken", 409, "Another driver has this id"),
    DRIVER_CLAIMED("driver-claimed", 409, "The driver is claimed"),
    DRIVER_NOT_AVAILABLE("driver-not-available", 409, "The driver can't be had"),
    CLAIM_NOT_FOUND("claim-not-found", 404, "There is no such claim"),
    STALE_CLAIM("stale-claim", 409, "The claim does not count any more"),
    REQUEST_ID_TAKEN("request-id-taken", 409, "Another request has this id"),
    CLAIM_UNDER_WAY("claim-under-way", 409, "The same request is being worked on", true),
    CLAIMS_UNAVAILABLE("claims-unavailable", 503, "No driver can be claimed at the moment", true),
    GEOFENCE_NOT_FOUND("geofence-not-found", 404, "There is no such geofence"),
    IMPOSSIBLE_PLACE("impossible-place", 422, "There is no such place on the map"),
    DRIVER_UNDECIDED("driver-undecided", 503, "Nobody knows how the driver stands", true);

    private final String slug;
    private final int status;
    private final String title;
    private final boolean retryable;

    DriverProblem(String slug, int status, String title) {
        this(slug, status, title, false);
    }

    DriverProblem(String slug, int status, String title, boolean retryable) {
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
