package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.postgres.HungConnection;
import dev.hotstate.kit.redis.vitals.Vitals.PostgresVitals;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Watches Postgres through the service's own pool, so it also sees a pool that is exhausted. A look that does not end
 * is never cancelled, only overdue: cancelling a wait for a pooled connection could leak it. One that hangs costs its
 * connection, or a Postgres that is back would be called silent as long as the kernel waits for the old one.
 */
final class PostgresWatch {

    private static final Duration OVERDUE = Duration.ofSeconds(2);
    private static final Duration HUNG = Duration.ofSeconds(5);
    private static final long NONE = 0;

    private final @Nullable Pool pool;
    private final int poolMax;
    private final MeterRegistry registry;
    private final Clock clock;
    private final AtomicLong begunNanos = new AtomicLong(NONE);
    private volatile State state = State.UNKNOWN;
    private volatile Instant since;
    private volatile @Nullable Long roundTripMicros;

    /**
     * @param pool null in a service without Postgres
     */
    PostgresWatch(@Nullable Pool pool, int poolMax, MeterRegistry registry, Clock clock) {
        this.pool = pool;
        this.poolMax = poolMax;
        this.registry = registry;
        this.clock = clock;
        this.since = clock.instant();
    }

    /** Starts a look unless one is still under way. */
    void poll() {
        long now = Math.max(1, System.nanoTime());
        if (pool == null) {
            return;
        }
        if (!begunNanos.compareAndSet(NONE, now)) {
            if (now - begunNanos.get() > OVERDUE.toNanos()) {
                enter(State.DOWN, null);
            }
            return;
        }
        pool.withConnection(connection -> HungConnection.giveUpAfter(
                        HUNG, connection, () -> connection.query("select 1").execute()))
                .onTermination()
                .invoke(() -> begunNanos.set(NONE))
                .subscribe()
                .with(rows -> enter(State.UP, (System.nanoTime() - now) / 1_000), failure -> enter(State.DOWN, null));
    }

    private void enter(State newState, @Nullable Long newRoundTripMicros) {
        roundTripMicros = newRoundTripMicros;
        if (state != newState) {
            since = clock.instant();
            state = newState;
        }
    }

    PostgresVitals vitals() {
        return new PostgresVitals(state, since, roundTripMicros, inUse(), pool == null ? null : poolMax);
    }

    /** Counted by Vert.x where its metrics are on. */
    private @Nullable Integer inUse() {
        var gauges = registry.find("sql.pool.active").gauges();
        return gauges.isEmpty()
                ? null
                : (int) gauges.stream().mapToDouble(Gauge::value).sum();
    }
}
