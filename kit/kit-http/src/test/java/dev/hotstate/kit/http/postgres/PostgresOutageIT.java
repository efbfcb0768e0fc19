package dev.hotstate.kit.http.postgres;

import static dev.hotstate.kit.http.testing.Answers.isProblem;
import static dev.hotstate.kit.http.testing.Keys.as;
import static dev.hotstate.kit.http.testing.Keys.asAdmin;
import static dev.hotstate.kit.http.testing.Keys.create;
import static dev.hotstate.kit.http.testing.Keys.withKey;
import static dev.hotstate.kit.http.testing.Patience.await;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.hamcrest.Matchers.lessThan;

import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.testing.KitTest;
import dev.hotstate.kit.http.testing.MovableClock;
import dev.hotstate.kit.testing.fault.FaultRoute;
import dev.hotstate.kit.testing.time.RunningClock;
import io.quarkus.test.common.http.TestHTTPResource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

@KitTest
class PostgresOutageIT {

    private static final int HANGING = 10;
    private static final String UNKNOWN = "hs_sample_%012x_" + "0".repeat(64);
    private static final String NEW_KEY = "{\"name\":\"x\",\"scopes\":[\"read\"]}";

    FaultRoute wayToPostgres;
    Postgres postgres;

    @Inject
    MovableClock clock;

    @Inject
    Pool pool;

    @Inject
    Database database;

    @Inject
    PostgresConfig config;

    @ConfigProperty(name = "quarkus.datasource.reactive.max-size")
    int poolSize;

    @TestHTTPResource(value = "/health/ready", management = true)
    URI readiness;

    @Test
    void while_postgres_does_not_answer_known_keys_work_and_nobody_is_called_wrong() {
        var known = create("read");
        as(known).get("/access/read").then().statusCode(200);
        clock.advance(Duration.ofMinutes(1));
        wayToPostgres.stall();
        try {
            as(known).get("/access/read").then().statusCode(200);
            asAdmin().get("/access/admin").then().statusCode(200);
            isProblem(withKey(UNKNOWN.formatted(1)).get("/access/read"), KitProblem.POSTGRES_UNAVAILABLE)
                    .header("Retry-After", "1");
            isProblem(asAdmin().body(NEW_KEY).post("/api-keys"), KitProblem.POSTGRES_UNAVAILABLE);
            clock.advance(Duration.ofMinutes(16));
            isProblem(as(known).get("/access/read"), KitProblem.POSTGRES_UNAVAILABLE);
        } finally {
            wayToPostgres.pass();
        }
        isProblem(withKey(UNKNOWN.formatted(2)).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
        as(known).get("/access/read").then().statusCode(200);
    }

    @Test
    void a_frozen_postgres_takes_no_instance_out_of_service() {
        wayToPostgres.stall();
        try {
            await("an answer that does not wait for a query")
                    .untilAsserted(
                            () -> given().get(readiness).then().statusCode(200).time(lessThan(1_000L)));
        } finally {
            wayToPostgres.pass();
        }
    }

    /** The proxy never forwards the end of a connection either, as if the host of Postgres had vanished. */
    @Test
    void connections_on_which_nothing_is_heard_any_more_are_given_up() {
        await().until(() -> openConnections() > HANGING + 1);
        wayToPostgres.blackhole();
        try {
            for (int i = 0; i < HANGING; i++) {
                database.query("select 1").subscribe().with(answer -> {}, late -> {});
            }
            await().until(() -> database.inFlight() >= HANGING);
            long hanging = RunningClock.nanos();

            // Whatever else the service asks meanwhile hangs as well, for a while.
            await().atMost(config.hangMax().plusSeconds(30)).until(() -> database.inFlight() < HANGING / 2);
            assertThat(RunningClock.since(hanging)).isLessThan(config.hangMax().multipliedBy(2));
        } finally {
            wayToPostgres.pass();
        }
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(PostgresUnavailable.class)
                .until(() -> database.query("select 1").await().indefinitely().size() == 1);
    }

    /** As behind a host that is up while its Postgres is not: the kernel accepts, and nobody ever answers. */
    @Test
    void connections_that_postgres_accepts_and_never_answers_are_given_up() {
        wayToPostgres.reset();
        long before = wayToPostgres.connectionsAccepted();
        wayToPostgres.ignore();
        try {
            // Some of these may still meet a connection that was just reset.
            await().until(() -> {
                database.query("select 1").subscribe().with(answer -> {}, late -> {});
                return wayToPostgres.connectionsAccepted() >= before + poolSize;
            });

            // The service goes on asking for this and that, so there may always be some.
            await().atMost(Duration.ofSeconds(60)).until(() -> wayToPostgres.connectionsOpen() < poolSize / 2);
        } finally {
            wayToPostgres.pass();
        }
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(PostgresUnavailable.class)
                .until(() -> database.query("select 1").await().indefinitely().size() == 1);
    }

    /** After some more were needed at once; the look of the vitals takes one now and then. */
    private int openConnections() {
        var sleeping = IntStream.range(0, HANGING + 2)
                .mapToObj(i -> database.query("select pg_sleep(0.5)"))
                .toList();
        Uni.join().all(sleeping).andFailFast().await().atMost(Duration.ofSeconds(30));
        return wayToPostgres.connectionsOpen();
    }

    @Test
    void too_many_waiting_is_an_outage_too_so_that_known_keys_go_on_working() {
        var nobodyMayWait = new SmallRyeConfigBuilder()
                .withMapping(PostgresConfig.class)
                .withDefaultValue("hotstate.postgres.deadline", "PT2S")
                .withDefaultValue("hotstate.postgres.connect-max", "PT5S")
                .withDefaultValue("hotstate.postgres.hang-max", "PT10S")
                .withDefaultValue("hotstate.postgres.in-flight-max", "0")
                .build()
                .getConfigMapping(PostgresConfig.class);
        var full = new Database(pool, nobodyMayWait);

        assertThatThrownBy(() -> full.query("select 1").await().atMost(Duration.ofSeconds(30)))
                .isInstanceOf(PostgresUnavailable.class)
                .hasMessageContaining("Nothing was changed");
    }

    @Test
    void what_postgres_takes_back_again_and_again_is_told_to_try_later() {
        var takenBack = "do $$ begin raise exception 'in favour of another' using errcode = '40P01'; end $$";

        var failure = catchThrowable(() -> database.inTransaction(
                        transaction -> transaction.query(takenBack).execute())
                .await()
                .atMost(Duration.ofSeconds(30)));

        assertThat(failure).isInstanceOf(PostgresUnavailable.class).hasMessageContaining("Try again");
    }

    @Test
    void a_restart_of_postgres_is_survived_within_seconds() {
        create("read");

        postgres.restart();

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> asAdmin().body(NEW_KEY).post("/api-keys").then().statusCode(201));
    }
}
