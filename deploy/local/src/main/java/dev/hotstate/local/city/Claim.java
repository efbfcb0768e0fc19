package dev.hotstate.local.city;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/** A claim as the service answers it. */
@JsonIgnoreProperties(ignoreUnknown = true)
record Claim(String id, String driverId, long token) {

    /** The answer to one request. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Answer(List<Claim> claims) {}

    /** For the nearest, within so many km; it ends after {@code ttl} unless it is confirmed. */
    record Request(String requestId, double lat, double lon, double radius, String ttl) {}
}
