package dev.hotstate.metrics.reset;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What is forgotten. */
enum ResetScope {
    /** Requests and errors in total, the speed, and the hours. */
    @JsonProperty("totals")
    TOTALS,
    /** Requests, errors and response times by endpoint, and which endpoints are counted apart. */
    @JsonProperty("endpoints")
    ENDPOINTS,
    /** Requests by instance, and which instances are counted apart. */
    @JsonProperty("instances")
    INSTANCES,
    /** Errors in total, by endpoint and by status. */
    @JsonProperty("errors")
    ERRORS,
    /** Response times of all endpoints. */
    @JsonProperty("latency")
    LATENCY,
    /** The largest number of open connections. */
    @JsonProperty("connections")
    CONNECTIONS,
    /** Series of StatsD and OpenTelemetry, and which of them are counted apart. */
    @JsonProperty("series")
    SERIES,
    /** Everything above. */
    @JsonProperty("all")
    ALL;

    boolean includes(ResetScope part) {
        return this == part || this == ALL;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
