package dev.hotstate.kit.redis.partition;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionRegisterIT {

    @TempDir
    static Path folder;

    private static Postgres postgres;
    private static Vertx vertx;
    private static Pool pool;

    @BeforeAll
    static void start() throws SQLException, IOException {
        postgres = Postgres.start(PostgresSpec.in(folder).durable(false));
        postgres.admin().addService("probe", "pw");
        vertx = Vertx.vertx();
        pool = Pool.pool(
                vertx,
                PgConnectOptions.fromUri(postgres.admin().reactiveUrl())
                        .setUser("probe")
                        .setPassword("pw"),
                new PoolOptions());
        pool.query(migration()).execute().await().atMost(ofSeconds(10));
    }

    @AfterAll
    static void stop() {
        pool.closeAndAwait();
        vertx.closeAndAwait();
        postgres.close();
    }

    @Test
    void the_first_start_registers_and_later_ones_agree() {
        check("monitor", 'm');
        check("monitor", 'm');
        var registered = pool.query("select partitions, tags from partition_register where app = 'monitor'")
                .execute()
                .await()
                .atMost(ofSeconds(20))
                .iterator()
                .next();
        assertThat(registered.getInteger("partitions")).isEqualTo(64);
        assertThat(registered.getString("tags")).startsWith("m00").contains("..m63");
    }

    @Test
    void other_tags_refuse_to_start() {
        check("dag", 'd');
        assertThatThrownBy(() -> check("dag", 'm'))
                .isInstanceOf(PartitionsChanged.class)
                .hasMessageContainingAll("dag was first started with", "d00", "m00", "partition_register");
    }

    @Test
    void of_two_first_starts_at_once_one_decides_and_the_other_agrees_or_refuses() {
        for (int round = 0; round < 20; round++) {
            String alike = "alike" + round;
            String unlike = "unlike" + round;
            // When
            Uni.join()
                    .all(register(alike, 'm'), register(alike, 'm'))
                    .andFailFast()
                    .await()
                    .atMost(ofSeconds(20));
            List<Optional<Throwable>> ends = Uni.join()
                    .all(outcome(register(unlike, 'm')), outcome(register(unlike, 'd')))
                    .andFailFast()
                    .await()
                    .atMost(ofSeconds(20));
            // Then
            assertThat(ends.stream().flatMap(Optional::stream))
                    .hasSize(1)
                    .allMatch(PartitionsChanged.class::isInstance);
        }
    }

    private static Uni<Optional<Throwable>> outcome(Uni<Void> check) {
        return check.map(done -> Optional.<Throwable>empty()).onFailure().recoverWithItem(Optional::of);
    }

    @Test
    void another_number_refuses_to_start() {
        check("other", 'x');
        pool.query("update partition_register set partitions = 128 where app = 'other'")
                .execute()
                .await()
                .atMost(ofSeconds(20));
        assertThatThrownBy(() -> check("other", 'x')).hasMessageContainingAll("128", "64");
    }

    private static void check(String app, char letter) {
        register(app, letter).await().atMost(ofSeconds(20));
    }

    private static Uni<Void> register(String app, char letter) {
        return new PartitionRegister(pool).check(app, Partitions.lettered(letter));
    }

    private static String migration() throws IOException {
        var file = "/db/kit/V2026.11.18.10__partition_register.sql";
        try (var in = PartitionRegister.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
