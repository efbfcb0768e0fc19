package dev.hotstate.kit.redis.vitals;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresWatchIT {

    private static final Duration PATIENCE = ofSeconds(30);

    @TempDir
    Path folder;

    private Postgres postgres;
    private Vertx vertx;
    private Pool pool;
    private PostgresWatch watch;

    @BeforeEach
    void start() throws SQLException {
        postgres = Postgres.start(PostgresSpec.in(folder).durable(false));
        postgres.admin().addService("probe", "pw");
        vertx = Vertx.vertx();
        pool = Pool.pool(
                vertx,
                PgConnectOptions.fromUri(postgres.admin().reactiveUrl())
                        .setUser("probe")
                        .setPassword("pw"),
                new PoolOptions().setMaxSize(2));
        watch = new PostgresWatch(pool, 2, new SimpleMeterRegistry(), Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        postgres.process().resume();
        pool.closeAndAwait();
        vertx.closeAndAwait();
        postgres.close();
    }

    @Test
    void a_frozen_database_is_down_and_up_again_when_it_answers() {
        assertThat(watch.vitals().state()).isEqualTo(State.UNKNOWN);
        awaitState(State.UP);
        assertThat(watch.vitals().roundTripMicros()).isPositive();
        assertThat(watch.vitals().poolMax()).isEqualTo(2);

        postgres.process().pause();
        awaitState(State.DOWN);
        assertThat(watch.vitals().roundTripMicros()).isNull();

        postgres.process().resume();
        awaitState(State.UP);
    }

    @Test
    void a_database_that_restarts_is_seen_again() {
        awaitState(State.UP);
        postgres.process().kill();
        awaitState(State.DOWN);
        postgres.restart();
        awaitState(State.UP);
    }

    private void awaitState(State state) {
        await().atMost(PATIENCE).until(() -> {
            watch.poll();
            return watch.vitals().state() == state;
        });
    }
}
