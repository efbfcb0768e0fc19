package dev.hotstate.dag.job;

import static dev.hotstate.dag.DagFixture.await;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs that are stopped: by somebody, by their deadline, or because nobody knows them any more. */
@QuarkusTest
class StoppingIT {

    @TestHTTPResource
    URI api;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    Database database;

    private final String id = "stop-" + DagFixture.newJob();
    private DagApiClient dag;
    private JobsOverHttp job;

    @BeforeEach
    void open() {
        dag = new DagApiClient(api);
        job = new JobsOverHttp(dag, id);
        openPartition(id);
    }

    @Test
    void what_only_postgres_remembers_of_a_cancellation_is_done() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();

        await(database.query(
                "update job set cancelling = 'CANCELLED', cancel_reason = 'before a crash' where id = $1", id));

        job.awaitStatus("CANCELLED");
        assertThat(job.view().get("reason").asText()).isEqualTo("before a crash");
        var beat = dag.post("/tasks/" + id + ".a/heartbeat", "{\"attempt\":\"%s\"}".formatted(JobsOverHttp.attempt(a)));
        assertThat(beat.body().get("stop").asBoolean()).isTrue();
    }

    @Test
    void a_job_that_redis_does_not_have_yet_is_stopped_before_anything_of_it_is_handed_out() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        dag.post("/jobs/" + id + "/pause", "");
        await(router.send(Command.of("DEL").key(keys.job(id))));

        assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(200);

        assertThat(job.claimNow(1, 0)).isEmpty();
        job.awaitStatus("CANCELLED");
        assertThat(dag.post("/jobs/" + id + "/cancel", "").status())
                .as("repeated")
                .isEqualTo(200);
    }

    @Test
    void permits_of_cancelled_tasks_are_free_at_once() {
        dag.put("/queues/" + job.queue() + "/settings", "{\"paused\":false,\"concurrencyMax\":1}");
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\", \"lease\": \"PT1H\"}");
        job.claimOne();
        var second = id + "-2";
        openPartition(second);
        dag.post(
                "/jobs",
                "{\"jobId\":\"%s\",\"tasks\":[{\"id\":\"x\",\"queue\":\"%s\"}]}".formatted(second, job.queue()));
        assertThat(job.claimNow(1, 0)).isEmpty();

        assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(200);

        assertThat(job.claimOne().get("jobId").asText()).isEqualTo(second);
    }

    @Test
    void a_job_whose_deadline_passes_has_failed() {
        job.submit(
                "{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\", \"dependsOn\": [\"a\"]}",
                ",\"deadline\":\"%s\"".formatted(Instant.now().plusSeconds(5)));

        job.awaitStatus("FAILED");
        assertThat(job.view().get("reason").asText()).isEqualTo("its deadline passed");
        assertThat(job.view().at("/progress/cancelled").asInt()).isEqualTo(2);
    }

    @Test
    void a_task_that_runs_longer_than_its_timeout_is_tried_again_and_fails() {
        job.submit(
                "{\"id\": \"a\", \"queue\": \"%1$s\", \"timeout\": \"PT0.3S\", \"lease\": \"PT1H\", \"maxRetries\": 1,"
                        + " \"backoff\": \"PT0S\"}");
        var first = job.claimOne();
        var second = job.claimOne();
        assertThat(JobsOverHttp.attempt(second)).isNotEqualTo(JobsOverHttp.attempt(first));

        job.awaitStatus("FAILED");
        assertThat(job.task("a").get("retryCount").asInt()).isOne();
        assertThat(dag.post(
                                "/tasks/" + id + ".a/complete",
                                "{\"attempt\":\"%s\"}".formatted(JobsOverHttp.attempt(second)))
                        .status())
                .isEqualTo(409);
    }

    @Test
    void a_failure_stops_the_rest_and_postgres_remembers_why() {
        job.submit(
                "{\"id\": \"a\", \"queue\": \"%1$s\", \"priority\": 9}, {\"id\": \"b\", \"queue\": \"%1$s\"}",
                ",\"onFailure\":\"cancel\"");
        job.fail(job.claimOne());

        job.awaitStatus("FAILED");
        assertThat(job.view().get("reason").asText()).isEqualTo("task a failed");
        Awaitility.await()
                .atMost(ofSeconds(30))
                .until(() -> await(database.query(
                                        "select from event where job_id = $1 and status = 'CANCELLING' and detail = 'FAILED task a failed'",
                                        id))
                                .size()
                        == 1);
    }

    @Test
    void a_job_that_postgres_does_not_know_is_stopped() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        await(database.query("delete from job where id = $1", id));

        await(router.send(Command.of("ZADD")
                .key(keys.todo(keys.partitionOf(id)))
                .arg("XX")
                .arg(0)
                .arg("known|" + id)));

        Awaitility.await().atMost(ofSeconds(30)).untilAsserted(() -> {
            assertThat(redisField("status")).isEqualTo("CANCELLED");
            assertThat(await(router.send(Command.of("PTTL").key(keys.job(id)))).integer())
                    .isPositive();
        });
        assertThat(redisField("reason")).isEqualTo("Postgres does not know it");
    }

    @Test
    void a_job_that_postgres_knows_goes_on() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var todo = keys.todo(keys.partitionOf(id));
        await(router.send(Command.of("ZADD").key(todo).arg("XX").arg(0).arg("known|" + id)));

        Awaitility.await()
                .atMost(ofSeconds(30))
                .until(() -> Double.parseDouble(
                                await(router.send(Command.of("ZSCORE").key(todo).arg("known|" + id)))
                                        .text())
                        > 0);
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    private String redisField(String name) {
        return await(router.send(Command.of("HGET").key(keys.job(id)).arg(name)))
                .text();
    }

    private void openPartition(String jobId) {
        DagFixture.open(router, keys, keys.partitionOf(jobId));
    }
}
