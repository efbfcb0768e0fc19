package dev.hotstate.metrics.observation;

import java.time.Instant;

/**
 * One request that somebody's service has answered.
 *
 * @param endpoint method and route, {@code GET /users/{id}}
 * @param micros how long it took
 * @param refused by a limit, before it was worked on
 */
public record Observation(String instance, String endpoint, int status, long micros, Instant at, boolean refused) {

    static final int FIRST_ERROR = 400;

    boolean isError() {
        return status >= FIRST_ERROR;
    }

    Observation labelled(String instanceLabel, String endpointLabel) {
        return new Observation(instanceLabel, endpointLabel, status, micros, at, refused);
    }
}
