package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.vitals.Vitals.Breaker;
import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.Vitals.Role;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Watches one node, on its own: a frozen one delays no other. Each poll is a PING, whose round trip is measured, then
 * INFO, SLOWLOG LEN and CLUSTER INFO together.
 *
 * <p>The slowlog's length stops growing at {@code slowlog-max-len}: the node needs a longer one than Redis' default of
 * 128 for the entries per minute to be seen for long.
 */
final class NodeWatch {

    private static final Duration DEADLINE = Duration.ofMillis(900);
    private static final Command PING = Command.of("PING");
    private static final Command INFO =
            Command.of("INFO").arg("memory").arg("clients").arg("stats").arg("replication");
    private static final Command SLOWLOG_LEN = Command.of("SLOWLOG").arg("LEN");
    private static final Command CLUSTER_INFO = Command.of("CLUSTER").arg("INFO");

    private final NodeAddress address;
    private final RedisRouter router;
    private final Clock clock;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final LastMinute slowlog = new LastMinute();
    private final LastMinute evictions = new LastMinute();
    private long hits = -1;
    private long misses;

    private volatile Role role;
    private volatile State state = State.UNKNOWN;
    private volatile Instant since;
    private volatile @Nullable NodeReading reading;

    NodeWatch(NodeAddress address, Role role, RedisRouter router, Clock clock) {
        this.address = address;
        this.role = role;
        this.router = router;
        this.clock = clock;
        this.since = clock.instant();
    }

    NodeAddress address() {
        return address;
    }

    State state() {
        return state;
    }

    Instant since() {
        return since;
    }

    /** The latest reading, unless the node stopped answering. */
    @Nullable
    NodeReading reading() {
        return reading;
    }

    /** Starts a poll unless one is still under way; its end shows in {@link #state} and {@link #reading}. */
    void poll() {
        if (underWay.compareAndSet(false, true)) {
            read().onTermination()
                    .invoke(() -> underWay.set(false))
                    .subscribe()
                    .with(this::answered, failure -> failed());
        }
    }

    private Uni<NodeReading> read() {
        return Uni.createFrom().deferred(() -> {
            long begun = System.nanoTime();
            return send(PING).chain(pong -> readFigures((System.nanoTime() - begun) / 1_000));
        });
    }

    private Uni<NodeReading> readFigures(long roundTripMicros) {
        return Uni.combine()
                .all()
                .unis(send(INFO), send(SLOWLOG_LEN), send(CLUSTER_INFO))
                .with((info, slowlogLength, cluster) -> toReading(
                        roundTripMicros,
                        InfoReply.of(info.text()),
                        slowlogLength.integer(),
                        InfoReply.of(cluster.text())));
    }

    private Uni<Reply> send(Command command) {
        return router.sendTo(address, command, DEADLINE);
    }

    private NodeReading toReading(long roundTripMicros, InfoReply info, long slowlogLength, InfoReply cluster) {
        var now = clock.instant();
        var evicted = info.number("evicted_keys");
        return new NodeReading(
                now,
                roundTripMicros,
                info,
                cluster,
                slowlog.update(now, slowlogLength),
                evictions.update(now, evicted == null ? 0 : evicted),
                hitRatio(info));
    }

    private @Nullable Double hitRatio(InfoReply info) {
        var newHits = info.number("keyspace_hits");
        var newMisses = info.number("keyspace_misses");
        if (newHits == null || newMisses == null) {
            return null;
        }
        long hitsSince = newHits - hits;
        long readsSince = hitsSince + newMisses - misses;
        boolean known = hits >= 0 && hitsSince >= 0 && newMisses >= misses && readsSince > 0;
        hits = newHits;
        misses = newMisses;
        return known ? (double) hitsSince / readsSince : null;
    }

    private void answered(NodeReading newReading) {
        reading = newReading;
        role = "slave".equals(newReading.info().text("role")) ? Role.REPLICA : Role.MASTER;
        enter(State.UP);
    }

    private void failed() {
        reading = null;
        enter(State.DOWN);
    }

    private void enter(State newState) {
        if (state != newState) {
            since = clock.instant();
            state = newState;
        }
    }

    NodeVitals vitals(Breaker breaker, int slots) {
        var latest = reading;
        if (latest == null) {
            return NodeVitals.silent(address, role, state, breaker, since, slots);
        }
        var info = latest.info();
        return new NodeVitals(
                address.toString(),
                role,
                state,
                breaker,
                since,
                slots,
                info.number("used_memory"),
                info.number("maxmemory"),
                info.text("maxmemory_policy"),
                info.number("connected_clients"),
                info.number("maxclients"),
                info.number("instantaneous_ops_per_sec"),
                info.number("evicted_keys"),
                latest.slowlogPerMinute(),
                latest.roundTripMicros(),
                latest.hitRatio());
    }
}
