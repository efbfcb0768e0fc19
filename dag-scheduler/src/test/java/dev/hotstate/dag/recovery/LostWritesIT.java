package dev.hotstate.dag.recovery;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.Search;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was answered, and Postgres knows, holds where Redis has lost it and something else happens before the two are compared. */
@QuarkusTest
@WithTestResource(OwnBackends.class)
class LostWritesIT {

    @Inject
    Database database;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    Partitions partitions;

    @Inject
    MeterRegistry meters;

    RedisClusterHarness cluster;
    Postgres postgres;

    @TestHTTPResource
    URI api;

    private final String id = "lost-" + DagFixture.newJob();
    private DagApiClient dag;
    private JobsOverHttp job;

    @BeforeEach
    void begin() {
        dag = new DagApiClient(api);
        job = new JobsOverHttp(dag, id);
        awaitCompared();
    }

    // ---- stopped ----------------------------------------------------------------------------------------------------

    @Test
    void a_job_that_ended_as_cancelled_stays_so_where_its_tasks_complete_afterwards() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var running = job.claim(2);
        var newest = newestWrites();
        ask("cancel");
        awaitStored("CANCELLED");
        // When
        untilCompared("addition", () -> {
            newest.happen();
            running.forEach(job::complete);
        });
        // Then
        awaitCompared();
        awaitMirrored("COMPLETED");
        job.awaitStatus("CANCELLED");
        assertThat(stored("status")).isEqualTo("CANCELLED");
        assertThat(job.claimNow(1, 0)).isEmpty();
    }

    @Test
    void a_job_that_is_being_cancelled_ends_so_where_its_last_task_completes_first() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var running = job.claim(2);
        awaitMirroredTask("RUNNING", 2);
        var newest = newestWrites();
        // When
        untilMirrored(() -> {
            double failures = failedRounds();
            ask("cancel");
            newest.happen();
            running.forEach(job::complete);
            // Nobody writes down any more what was on its way.
            eventually().until(() -> failedRounds() > failures);
        });
        // Then
        awaitCompared();
        awaitMirrored("COMPLETED");
        job.awaitStatus("CANCELLED");
        assertThat(stored("status")).isEqualTo("CANCELLED");
        assertThat(stored("reason")).startsWith("cancelled by ");
    }

    @Test
    void a_cancellation_takes_back_no_end_that_redis_has_lost() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var running = job.claim(2);
        var newest = newestWrites();
        job.complete(running.getFirst(), "7");
        var done = running.getFirst().get("task").asText();
        awaitStoredTask(done, "COMPLETED");
        // When
        untilCompared("addition", () -> {
            newest.happen();
            ask("cancel");
            awaitDueIsDone();
        });
        // Then
        awaitStored("CANCELLED");
        job.awaitStatus("CANCELLED");
        assertThat(job.task(done).get("status").asText()).isEqualTo("COMPLETED");
        assertThat(job.task(done).get("output").asInt()).isEqualTo(7);
        assertThat(storedTask(done)).isEqualTo("COMPLETED");
    }

    @Test
    void a_job_that_has_ended_can_not_be_cancelled_where_redis_has_lost_its_end() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();
        var newest = newestWrites();
        job.complete(a);
        awaitStored("COMPLETED");
        // When
        untilCompared("addition", () -> {
            newest.happen();
            assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(409);
        });
        // Then
        awaitCompared();
        job.awaitStatus("COMPLETED");
        assertThat(stored("status")).isEqualTo("COMPLETED");
        assertThat(job.task("a").get("status").asText()).isEqualTo("COMPLETED");
    }

    @Test
    void a_cancellation_that_came_too_late_stops_no_job_whose_end_redis_has_lost_before_postgres_knew_it() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();
        awaitMirroredTask("RUNNING", 1);
        var newest = newestWrites();
        // When
        untilMirrored(() -> {
            job.complete(a);
            assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(409);
            assertThat(stored("cancelling")).isNull();
            newest.happen();
            double failures = failedRounds();
            ask("pause");
            // Nobody writes down any more what was on its way.
            eventually().until(() -> failedRounds() > failures);
        });
        // Then
        awaitCompared();
        job.complete(a);
        job.awaitStatus("COMPLETED");
        awaitStored("COMPLETED");
    }

    @Test
    void a_deadline_that_passes_takes_back_no_end_that_redis_has_lost() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}", ",\"deadline\":\"2099-01-01T00:00:00Z\"");
        var a = job.claimOne();
        var newest = newestWrites();
        job.complete(a);
        awaitStored("COMPLETED");
        // When
        untilCompared("addition", () -> {
            newest.happen();
            send(Command.of("ZADD")
                    .key(keys.todo(keys.partitionOf(id)))
                    .arg("XX")
                    .arg(1)
                    .arg("deadline|" + id));
            awaitDueIsDone();
        });
        // Then
        awaitCompared();
        job.awaitStatus("COMPLETED");
        assertThat(stored("status")).isEqualTo("COMPLETED");
    }

    @Test
    void a_timeout_takes_back_no_end_that_redis_has_lost() {
        // Given
        job.submit(
                "{\"id\": \"a\", \"queue\": \"%1$s\", \"timeout\": \"PT1S\", \"lease\": \"PT1S\"}, {\"id\": \"b\", \"queue\": \"%1$s\","
                        + " \"dependsOn\": [\"a\"]}");
        var a = job.claimOne();
        var newest = newestWrites();
        job.complete(a, "7");
        awaitStoredTask("a", "COMPLETED");
        // An attempt is the microsecond at which it began.
        eventually().until(() -> System.currentTimeMillis() > a.get("attempt").asLong() / 1_000 + 1_000);
        // When
        untilCompared("addition", () -> {
            newest.happen();
            awaitDueIsDone();
        });
        // Then
        var b = job.claimOne();
        assertThat(b.at("/parents/a").asInt()).isEqualTo(7);
        job.complete(b);
        job.awaitStatus("COMPLETED");
        assertThat(storedTask("a")).isEqualTo("COMPLETED");
    }

    // ---- added, run again -------------------------------------------------------------------------------------------

    @Test
    void what_was_added_to_a_job_that_is_stopped_is_cancelled_with_it_though_redis_has_lost_it() {
        // Given
        job.submit("{\"id\": \"split\", \"queue\": \"%1$s\"}");
        var split = job.claimOne();
        var newest = newestWrites();
        add(split, "x");
        // When
        untilCompared("addition", () -> {
            newest.happen();
            ask("cancel");
        });
        // Then
        awaitStored("CANCELLED");
        job.awaitStatus("CANCELLED");
        assertThat(storedTask("x")).isEqualTo("CANCELLED");
    }

    @Test
    void a_job_that_was_run_again_runs_where_redis_ends_the_run_before() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var running = job.claim(2);
        job.complete(running.getFirst());
        var newest = newestWrites();
        job.complete(running.getLast());
        awaitStored("COMPLETED");
        assertThat(job.rerunWhenEnded("{\"from\":\"all\"}").get("run").asInt()).isEqualTo(2);
        // When
        untilCompared("addition", () -> {
            newest.happen();
            job.complete(running.getLast());
        });
        // Then
        awaitCompared();
        job.complete(job.claimOne());
        eventually().until(() -> {
            job.claimNow(2, 0).forEach(job::complete);
            return stored("status").equals("COMPLETED");
        });
        assertThat(job.view().get("run").asInt()).isEqualTo(2);
        assertThat(List.of(storedTask("a"), storedTask("b"))).containsOnly("COMPLETED");
    }

    @Test
    void an_attempt_of_the_run_before_is_none_of_this_one_where_redis_had_lost_its_end() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var before = job.claim(2).getFirst();
        var newest = newestWrites();
        ask("cancel");
        awaitStored("CANCELLED");
        job.rerunWhenEnded("{\"from\":\"all\"}");
        // When
        newest.happen();
        // Then
        awaitCompared();
        assertThat(complete(before).status()).isEqualTo(409);
        job.claim(2).forEach(job::complete);
        job.awaitStatus("COMPLETED");
    }

    // ---- held -------------------------------------------------------------------------------------------------------

    @Test
    void a_job_that_is_let_go_on_goes_on_though_redis_had_lost_that_it_was_held() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        awaitBegun();
        var newest = newestWrites();
        ask("pause");
        eventually().until(() -> isPaused());
        // When
        untilCompared("addition", () -> {
            newest.happen();
            ask("resume");
        });
        // Then
        awaitCompared();
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void a_job_that_is_held_stays_so_though_redis_had_lost_that_it_was_let_go_on() {
        // Given
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        awaitBegun();
        ask("pause");
        eventually().until(() -> isPaused());
        var newest = newestWrites();
        ask("resume");
        eventually().until(() -> !isPaused());
        // When
        untilCompared("addition", () -> {
            newest.happen();
            ask("pause");
        });
        // Then
        awaitCompared();
        assertThat(job.claimNow(1, 0)).isEmpty();
        eventually().until(() -> isPaused());
        ask("resume");
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    private LostWrites newestWrites() {
        return LostWrites.since(cluster, keys, keys.partitionOf(id));
    }

    /** Which waits for a table that it has to read. */
    private void untilCompared(String table, Runnable meanwhile) {
        try (Connection lock = postgres.admin().connect();
                var statement = lock.createStatement()) {
            lock.setAutoCommit(false);
            statement.execute("lock table dag." + table + " in access exclusive mode");
            meanwhile.run();
            lock.rollback();
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    /** The same; nor is anything mirrored: a stream of which nothing is left to be read must not count as one that was. */
    private void untilMirrored(Runnable meanwhile) {
        untilCompared("event, dag.addition", meanwhile);
    }

    private void awaitCompared() {
        eventually().until(new ComparedPartitions(cluster, router, keys, partitions)::areAll);
    }

    /** The owner of the partition has seen to all that was due there when this was called: a round begins after the one before has ended. */
    private void awaitDueIsDone() {
        var partition = keys.partitionOf(id);
        var todo = keys.todo(partition);
        for (int round = 0; round < 2; round++) {
            var nobodys = Stream.generate(DagFixture::newJob)
                    .filter(name -> keys.partitionOf(name).equals(partition))
                    .findFirst()
                    .orElseThrow();
            send(Command.of("ZADD").key(todo).arg(2).arg("known|" + nobodys));
            eventually()
                    .until(() -> router.send(Command.of("ZSCORE").key(todo).arg("known|" + nobodys))
                            .await()
                            .atMost(ofSeconds(5))
                            .isNil());
        }
    }

    private void ask(String what) {
        var answer = dag.post("/jobs/" + id + "/" + what, "");
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    }

    private DagApiClient.Answer complete(JsonNode task) {
        return dag.post(
                "/tasks/" + task.get("id").asText() + "/complete",
                "{\"attempt\":\"%s\"}".formatted(JobsOverHttp.attempt(task)));
    }

    private void add(JsonNode adder, String task) {
        var answer = dag.post(
                "/tasks/" + adder.get("id").asText() + "/children",
                "{\"attempt\":\"%s\",\"request\":\"r\",\"tasks\":[{\"id\":\"%s\",\"queue\":\"%s\"}]}"
                        .formatted(JobsOverHttp.attempt(adder), task, job.queue()));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    }

    private void awaitBegun() {
        eventually()
                .until(() ->
                        send(Command.of("HGET").key(keys.job(id)).arg("status")).equals("RUNNING"));
    }

    private boolean isPaused() {
        return database.query("select from job where id = $1 and paused", id)
                        .await()
                        .atMost(ofSeconds(5))
                        .size()
                == 1;
    }

    /** As an end. */
    private void awaitStored(String status) {
        eventually()
                .until(() -> database.query(
                                        "select from job where id = $1 and status = $2 and finished_at is not null",
                                        id,
                                        status)
                                .await()
                                .atMost(ofSeconds(5))
                                .size()
                        == 1);
    }

    private String stored(String column) {
        return database.query("select status, reason, cancelling from job where id = $1", id)
                .await()
                .atMost(ofSeconds(5))
                .iterator()
                .next()
                .getString(column);
    }

    private void awaitStoredTask(String task, String status) {
        eventually().until(() -> storedTask(task).equals(status));
    }

    private String storedTask(String task) {
        return database.query("select status from task where job_id = $1 and id = $2", id, task)
                .await()
                .atMost(ofSeconds(5))
                .iterator()
                .next()
                .getString("status");
    }

    /** That the job ended so, in Redis. */
    private void awaitMirrored(String status) {
        eventually().until(() -> events("", status) > 0);
    }

    private void awaitMirroredTask(String status, int count) {
        eventually().until(() -> events("task", status) == count);
    }

    private int events(String type, String status) {
        return database.query(
                        "select from event where job_id = $1 and type = $2 and status = $3",
                        id,
                        type.isEmpty() ? "job" : type,
                        status)
                .await()
                .atMost(ofSeconds(5))
                .size();
    }

    private double failedRounds() {
        return Search.in(meters).name("hotstate.stream.failed").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private String send(Command command) {
        return router.send(command, ofSeconds(5)).await().atMost(ofSeconds(10)).text();
    }

    private static ConditionFactory eventually() {
        return await().atMost(ofSeconds(30)).ignoreExceptions();
    }
}
