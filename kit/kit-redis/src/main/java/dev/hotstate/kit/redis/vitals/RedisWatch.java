package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.vitals.Vitals.Breaker;
import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.Vitals.RedisVitals;
import dev.hotstate.kit.redis.vitals.Vitals.Role;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Watches all nodes of the cluster. A node that dies leaves the slot map sooner or later; it is shown as down for ten
 * more minutes. Only touched by the tick.
 */
final class RedisWatch implements AutoCloseable {

    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    private final RedisRouter router;
    private final boolean isWatched;
    private final Function<NodeAddress, @Nullable NodeGuard> guards;
    private final Clock clock;
    private final Map<NodeAddress, NodeWatch> watches = new TreeMap<>();

    private RedisWatch(
            RedisRouter router, boolean isWatched, Function<NodeAddress, @Nullable NodeGuard> guards, Clock clock) {
        this.router = router;
        this.isWatched = isWatched;
        this.guards = guards;
        this.clock = clock;
    }

    /**
     * Asks the nodes over a router of its own, which it closes.
     *
     * @param guards the breaker of a node; null for one that gets no commands
     */
    static RedisWatch as(RedisRouter vitalsUser, Function<NodeAddress, @Nullable NodeGuard> guards, Clock clock) {
        return new RedisWatch(vitalsUser, true, guards, clock);
    }

    /** Without a user that may ask, the nodes are only listed. */
    static RedisWatch withoutUser(RedisRouter serviceUser, Clock clock) {
        return new RedisWatch(serviceUser, false, serviceUser::guardOf, clock);
    }

    @Override
    public void close() {
        if (isWatched) {
            router.close();
        }
    }

    boolean isWatched() {
        return isWatched;
    }

    /** Starts a poll of every node; none waits for another. */
    void poll() {
        var map = router.slotMap();
        for (var address : map.nodes()) {
            var role = map.masters().contains(address) ? Role.MASTER : Role.REPLICA;
            watches.computeIfAbsent(address, added -> new NodeWatch(added, role, router, clock));
        }
        watches.values()
                .removeIf(watch -> !map.nodes().contains(watch.address())
                        && watch.state() != State.UP
                        && watch.since().plus(REMEMBERED).isBefore(clock.instant()));
        if (isWatched) {
            watches.values().forEach(NodeWatch::poll);
        }
    }

    RedisVitals look() {
        var map = router.slotMap();
        var nodes = new ArrayList<NodeVitals>();
        int covered = 0;
        for (var watch : watches.values()) {
            int slots = map.slotsOf(watch.address());
            covered += watch.state() == State.UP ? slots : 0;
            nodes.add(watch.vitals(breaker(watch.address()), slots));
        }
        var clusterState = clusterState();
        return new RedisVitals(VitalsPolicy.redisState(nodes, clusterState, covered), clusterState, covered, nodes);
    }

    Map<String, Long> evictedPerMinute() {
        var evicted = new TreeMap<String, Long>();
        watches.forEach((address, watch) -> {
            var reading = watch.reading();
            if (reading != null) {
                evicted.put(address.toString(), reading.evictedPerMinute());
            }
        });
        return evicted;
    }

    /** What all nodes agree on; the word of one that disagrees, which then is not "ok". */
    private @Nullable String clusterState() {
        List<String> states = watches.values().stream()
                .map(NodeWatch::reading)
                .filter(Objects::nonNull)
                .map(reading -> reading.cluster().text("cluster_state"))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return states.stream().filter(state -> !state.equals("ok")).findFirst().orElse(states.isEmpty() ? null : "ok");
    }

    private Breaker breaker(NodeAddress address) {
        var guard = guards.apply(address);
        return guard == null
                ? Breaker.CLOSED
                : switch (guard.state()) {
                    case CLOSED -> Breaker.CLOSED;
                    case OPEN -> Breaker.OPEN;
                    case HALF_OPEN -> Breaker.HALF_OPEN;
                };
    }
}
