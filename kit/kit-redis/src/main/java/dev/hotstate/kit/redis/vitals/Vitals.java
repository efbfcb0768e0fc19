package dev.hotstate.kit.redis.vitals;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hotstate.kit.redis.connection.NodeAddress;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One look at everything, immutable; the body of {@code GET /vitals}. A figure that is not known is null, never 0.
 *
 * @param degraded whether there is any reason; the service goes on working as well as it can
 */
public record Vitals(
        Instant asOf,
        boolean degraded,
        List<Reason> reasons,
        RedisVitals redis,
        PostgresVitals postgres,
        CacheVitals cache,
        CommandVitals commands) {

    public Vitals {
        reasons = List.copyOf(reasons);
    }

    /**
     * Why the service is degraded.
     *
     * @param code  what a program may compare, see {@link Threshold} and {@link Trouble}
     * @param since when this began
     */
    public record Reason(String code, String message, Instant since) {}

    /**
     * @param state        down when no node answers, degraded when some do not or the cluster is incomplete
     * @param clusterState as CLUSTER INFO says, {@code ok} or {@code fail}
     * @param slotsCovered of 16384, by nodes that answer
     */
    public record RedisVitals(State state, @Nullable String clusterState, int slotsCovered, List<NodeVitals> nodes) {

        public RedisVitals {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * @param since            when the node entered its present state
     * @param slowlogPerMinute entries added during the last minute
     * @param hitRatio         keyspace hits among the reads since the last poll; only drawn, never judged
     */
    public record NodeVitals(
            String address,
            Role role,
            State state,
            Breaker breaker,
            Instant since,
            int slots,
            @Nullable Long memoryUsedBytes,
            @Nullable Long memoryMaxBytes,
            @Nullable String memoryPolicy,
            @Nullable Long clients,
            @Nullable Long clientsMax,
            @Nullable Long opsPerSecond,
            @Nullable Long evictedTotal,
            @Nullable Long slowlogPerMinute,
            @Nullable Long roundTripMicros,
            @Nullable Double hitRatio) {

        /** A node that is known but did not answer. */
        static NodeVitals silent(
                NodeAddress address, Role role, State state, Breaker breaker, Instant since, int slots) {
            return new NodeVitals(
                    address.toString(),
                    role,
                    state,
                    breaker,
                    since,
                    slots,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null);
        }
    }

    /** @param state unknown where the service has no Postgres */
    public record PostgresVitals(
            State state,
            Instant since,
            @Nullable Long roundTripMicros,
            @Nullable Integer poolInUse,
            @Nullable Integer poolMax) {}

    /** The envelope caches of this process, during the last minute. */
    public record CacheVitals(
            long hits, long misses, @Nullable Double missRatio) {}

    /** The Redis commands of this process, during the last seconds. */
    public record CommandVitals(
            double perSecond,
            double failuresPerSecond,
            @Nullable Long p99Micros) {}

    public enum State {
        UP,
        DEGRADED,
        DOWN,
        UNKNOWN;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Role {
        MASTER,
        REPLICA;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Breaker {
        CLOSED,
        OPEN,
        HALF_OPEN;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
