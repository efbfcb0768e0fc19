package dev.hotstate.dag.job;

import static dev.hotstate.dag.DagFixture.await;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ended jobs run again: which tasks, how often, and until when. */
@QuarkusTest
class RerunIT {

    private static final String CHAIN = "{\"id\": \"a\", \"queue\": \"%1$s\"},"
            + "{\"id\": \"b\", \"queue\": \"%1$s\", \"dependsOn\": [\"a\"]},"
            + "{\"id\": \"c\", \"queue\": \"%1$s\", \"dependsOn\": [\"b\"]}";

    @TestHTTPResource
    URI api;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    Database database;

    @Inject
    DataSource postgres;

    private final String id = "rerun-" + DagFixture.newJob();
    private JobsOverHttp job;

    @BeforeEach
    void open() {
        job = new JobsOverHttp(new DagApiClient(api), id);
        DagFixture.open(router, keys, keys.partitionOf(id));
    }

    @Test
    void from_what_failed_the_rest_runs_and_results_stay() {
        job.submit(CHAIN);
        job.complete(job.claimOne(), "{\"n\":1}");
        job.fail(job.claimOne());
        job.awaitStatus("FAILED");

        var rerun = job.rerunWhenEnded("{}");

        assertThat(rerun.get("reset").asInt()).isEqualTo(2);
        assertThat(rerun.get("run").asInt()).isEqualTo(2);
        var b = job.claimOne();
        assertThat(b.get("task").asText()).isEqualTo("b");
        assertThat(b.at("/parents/a/n").asInt()).isOne();
        job.complete(b);
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void the_attempts_of_each_run_are_told_apart() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var first = job.claimOne();
        job.fail(first);
        job.awaitStatus("FAILED");
        job.rerunWhenEnded("{}");
        var second = job.claimOne();
        job.complete(second);
        job.awaitStatus("COMPLETED");
        job.rerunWhenEnded("{\"from\": \"all\"}");
        var third = job.claimOne();

        Awaitility.await().atMost(ofSeconds(30)).untilAsserted(() -> {
            assertThat(attempts("?run=3")).containsExactly(number(third));
            assertThat(attempts("?run=2")).containsExactly(number(second));
            assertThat(attempts("?run=1")).containsExactly(number(first));
            assertThat(attempts("?order=oldest")).containsExactly(number(first), number(second), number(third));
        });
    }

    private List<Long> attempts(String query) {
        var numbers = new ArrayList<Long>();
        new DagApiClient(api)
                .get("/tasks/" + id + ".a/attempts" + query)
                .body()
                .get("items")
                .forEach(attempt -> numbers.add(attempt.get("attempt").asLong()));
        return numbers;
    }

    private static Long number(JsonNode claimed) {
        return claimed.get("attempt").asLong();
    }

    @Test
    void who_sees_that_a_job_has_ended_can_run_it_again_though_postgres_does_not_know_yet() throws SQLException {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();
        try (var connection = postgres.getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table event in access exclusive mode");
            job.complete(a);
            job.awaitStatus("COMPLETED");

            var rerun = CompletableFuture.supplyAsync(() -> job.rerun("{\"from\":\"all\"}"));
            connection.rollback();

            assertThat(rerun.join().status()).isEqualTo(200);
        }
        runAll(1);
    }

    @Test
    void from_one_task_on_it_and_what_depends_on_it_run() {
        job.submit(CHAIN);
        runAll(3);

        assertThat(job.rerunWhenEnded("{\"fromTask\":\"b\"}").get("reset").asInt())
                .isEqualTo(2);

        runAll(2);
        assertThat(job.rerun("{\"fromTask\":\"nobody\"}").status()).isEqualTo(404);
    }

    @Test
    void all_of_it_runs_where_that_is_asked_for() {
        job.submit(CHAIN);
        runAll(3);

        assertThat(job.rerunWhenEnded("{\"from\":\"all\"}").get("reset").asInt())
                .isEqualTo(3);

        runAll(3);
        assertThat(job.rerun("{\"from\":\"all\",\"fromTask\":\"a\"}").status()).isEqualTo(400);
    }

    @Test
    void the_same_run_asked_for_again_begins_once() {
        job.submit(CHAIN);
        runAll(3);
        var first = job.rerunWhenEnded("{\"from\":\"all\",\"run\":2}");
        assertThat(first.get("repeated").asBoolean()).isFalse();
        var a = job.claimOne();

        var again = job.rerun("{\"from\":\"all\",\"run\":2}");

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body().get("repeated").asBoolean()).isTrue();
        assertThat(again.body().get("reset").asInt()).isEqualTo(3);
        assertThat(job.rerun("{\"from\":\"all\",\"run\":5}").status()).isEqualTo(400);
        assertThat(job.rerun("{\"from\":\"all\"}").status()).isEqualTo(409);
        job.complete(a);
        runAll(2);
    }

    @Test
    void a_deadline_is_kept_and_one_that_has_passed_must_be_set_or_dropped() {
        var deadline = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
        job.submit(CHAIN, ",\"deadline\":\"%s\"".formatted(deadline));
        runAll(3);
        assertThat(job.rerunWhenEnded("{\"from\":\"all\"}").get("deadline").asText())
                .isEqualTo(deadline.toString());
        runAll(3);
        awaitEndInPostgres();
        await(database.query("update job set deadline_at = now() - interval '1 second' where id = $1", id));

        var refused = job.rerun("{\"from\":\"all\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().at("/errors/0").toString()).contains("/deadline", "has passed");
        assertThat(job.rerun("{\"deadline\":\"2020-01-01T00:00:00Z\",\"from\":\"all\"}")
                        .status())
                .isEqualTo(400);
        var later = deadline.plusSeconds(60);
        assertThat(job.rerun("{\"from\":\"all\",\"deadline\":\"%s\"}".formatted(later))
                        .body()
                        .get("deadline")
                        .asText())
                .isEqualTo(later.toString());
        runAll(3);
        assertThat(job.rerunWhenEnded("{\"from\":\"all\",\"withoutDeadline\":true}")
                        .get("deadline")
                        .isNull())
                .isTrue();
        runAll(3);
    }

    /** One that no part can count in milliseconds could be loaded into Redis never again, nor be cancelled. */
    @ParameterizedTest
    @ValueSource(strings = {"+10000-01-01T00:00:00Z", "+999999999-12-31T23:59:59Z", "1969-12-31T23:59:59Z"})
    void a_deadline_beyond_all_times_is_refused_and_the_job_runs_on(String deadline) {
        job.submit(CHAIN, "");
        runAll(3);
        awaitEndInPostgres();

        var refused = job.rerun("{\"from\":\"all\",\"deadline\":\"%s\"}".formatted(deadline));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().at("/errors/0").toString()).contains("/deadline", "must be a time from 1970 to 9999");
        job.rerunWhenEnded("{\"from\":\"all\",\"deadline\":\"9999-12-31T23:59:59Z\"}");
        runAll(3);
    }

    private void awaitEndInPostgres() {
        Awaitility.await()
                .atMost(ofSeconds(30))
                .until(() -> await(database.query("select from job where id = $1 and finished_at is not null", id))
                                .size()
                        == 1);
    }

    private void runAll(int tasks) {
        for (int i = 0; i < tasks; i++) {
            job.complete(job.claimOne());
        }
        job.awaitStatus("COMPLETED");
    }
}
