package dev.hotstate.dag.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A task as the service hands it out. Our own record of what we need; whatever else comes is ignored. */
@JsonIgnoreProperties(ignoreUnknown = true)
record Delivery(
        String id,
        String jobId,
        String task,
        String queue,
        String attempt,
        String leaseEnd,
        String lease,
        int retryCount,
        @Nullable JsonNode payload,
        @Nullable Map<String, JsonNode> parents) {

    Instant leaseEndsAt() {
        return Instant.parse(leaseEnd);
    }

    Duration leaseTime() {
        return Duration.parse(lease);
    }
}
