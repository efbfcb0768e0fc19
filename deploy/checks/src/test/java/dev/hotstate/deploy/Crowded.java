package dev.hotstate.deploy;

import java.util.Map;

/** A crowded machine is not an outage of Redis or Postgres: what a test asks once must not meet a deadline of moments. */
public final class Crowded {

    /** Settings of a service, as environment variables. */
    public static final Map<String, String> PATIENT = Map.of(
            "HOTSTATE_REDIS_DEADLINE", "10s",
            "HOTSTATE_POSTGRES_DEADLINE", "20s",
            "METRICS_LIMIT_DEADLINE", "10s",
            "METRICS_RECORDING_DEADLINE", "10s");

    private Crowded() {}
}
