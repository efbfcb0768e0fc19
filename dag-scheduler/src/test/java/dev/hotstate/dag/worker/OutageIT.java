package dev.hotstate.dag.worker;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.client.DagWorker;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.recovery.ComparedPartitions;
import dev.hotstate.dag.recovery.OwnBackends;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What workers get, and what becomes of their answers, while a part of Redis or Postgres is away. */
@QuarkusTest
@WithTestResource(OwnBackends.class)
class OutageIT {

    private static final AtomicInteger NAMES = new AtomicInteger();

    @TestHTTPResource
    URI api;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    Partitions partitions;

    RedisClusterHarness cluster;
    Postgres postgres;

    private DagApiClient dag;
    private String queue;
    private RedisNode doomed;

    @BeforeEach
    void begin() {
        dag = new DagApiClient(api);
        queue = "outage-" + NAMES.incrementAndGet();
        doomed = cluster.masters().getFirst();
        await().atMost(ofSeconds(30))
                .ignoreExceptions()
                .until(new ComparedPartitions(cluster, router, keys, partitions)::areAll);
    }

    @AfterEach
    void end() {
        cluster.heal();
    }

    @Test
    void a_node_that_is_down_keeps_only_its_own_tasks_from_workers() {
        // Given
        var lost = submit(newJob(true), "a", "b");
        var sound = submit(newJob(false), "a", "b", "c", "d");
        awaitReady(lost, sound);
        // When
        killDoomed();
        // Then
        var found = ConcurrentHashMap.<String>newKeySet();
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            var answer = claim(10);
            assertThat(answer.status()).isEqualTo(200);
            answer.body().get("tasks").forEach(task -> found.add(task.get("id").asText()));
            assertThat(found).containsExactlyInAnyOrder(sound + ".a", sound + ".b", sound + ".c", sound + ".d");
        });
    }

    @Test
    void what_is_shown_leaves_out_what_can_not_be_asked_and_says_so() {
        // Given
        var sound = submit(newJob(false), "a", "b");
        awaitReady(sound);
        // When
        killDoomed();
        // Then
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            var overview = dag.get("/overview");
            assertThat(overview.status()).isEqualTo(200);
            assertThat(overview.body().get("incomplete").asBoolean()).isTrue();
            assertThat(overview.body().get("ready").asLong()).isGreaterThanOrEqualTo(2);
            var queues = dag.get("/queues");
            assertThat(queues.status()).isEqualTo(200);
            assertThat(queues.body()).anySatisfy(shown -> {
                assertThat(shown.get("name").asText()).isEqualTo(queue);
                assertThat(shown.get("incomplete").asBoolean()).isTrue();
                assertThat(shown.get("ready").asLong()).isEqualTo(2);
            });
        });
        assertThat(dag.get("/workers").status()).isEqualTo(200);
    }

    @Test
    void answers_and_heartbeats_of_a_batch_have_their_own_verdicts() {
        // Given
        var lost = submit(newJob(true), "a");
        var sound = submit(newJob(false), "a", "b", "c");
        awaitReady(lost, sound);
        var ofLost = claimed(lost + ".a");
        var ofSound = claimed(sound + ".a");
        // When
        killDoomed();
        // Then
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            var beats = dag.post("/tasks/heartbeat", batch("", ofLost, ofSound));
            assertThat(beats.status()).isEqualTo(200);
            assertThat(beats.body().at("/tasks/0/unavailable").asBoolean()).isTrue();
            assertThat(beats.body().at("/tasks/0/stop").asBoolean()).isFalse();
            assertThat(beats.body().at("/tasks/1/leaseEnd").asText()).isNotEmpty();
        });
        var answer = dag.post(
                "/tasks/complete",
                batch(",\"claim\":{\"queue\":\"%s\",\"worker\":\"w\",\"max\":10}".formatted(queue), ofLost, ofSound));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().at("/answers/0/verdict").asText()).isEqualTo("UNAVAILABLE");
        assertThat(answer.body().at("/answers/1/verdict").asText()).isEqualTo("ACCEPTED");
    }

    @Test
    void a_worker_hands_in_what_it_can_and_keeps_the_rest() {
        // Given
        var lost = submit(newJob(true), "a");
        var sound = submit(newJob(false), "a", "b", "c", "d");
        awaitReady(lost, sound);
        var down = new CountDownLatch(1);
        try (var worker = DagWorker.of(api)
                .key(ServiceContract.ADMIN_KEY)
                .grace(ofSeconds(1))
                .queue(queue, 5, task -> {
                    down.await(30, TimeUnit.SECONDS);
                    return null;
                })
                .start()) {
            await().atMost(ofSeconds(30)).until(() -> worker.running() == 5);
            // When
            killDoomed();
            down.countDown();
            // Then
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(status(sound)).isEqualTo("COMPLETED"));
            await().atMost(ofSeconds(30)).until(() -> worker.running() == 1);
        }
    }

    @Test
    void tasks_that_came_with_an_answer_that_fails_go_back_at_once() throws SQLException {
        // Given
        var mirrored = newJob(false);
        submitWith(mirrored, ",\"durability\":\"mirrored\"", "a");
        awaitReady(mirrored);
        var first = claimed(mirrored + ".a");
        var other = jobBeside(mirrored);
        submit(other, "a");
        awaitReady(other);
        // When
        try (var connection = postgres.admin().connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table dag.task in access exclusive mode");
            var answer = dag.post(
                    "/tasks/" + mirrored + ".a/complete",
                    "{\"attempt\":\"%s\",\"claim\":{\"queue\":\"%s\",\"worker\":\"w\"}}"
                            .formatted(first.get("attempt").asText(), queue));
            // Then
            assertThat(answer.status()).isEqualTo(503);
            assertThat(isReady(other)).isTrue();
            assertThat(send(Command.of("HGET").key(keys.state(other)).arg("a")))
                    .as("no loss is counted")
                    .matches("A\\|\\d+\\|.\\|0\\|0;.*");
        }
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(dag.post(
                                        "/tasks/" + mirrored + ".a/complete",
                                        "{\"attempt\":\"%s\"}"
                                                .formatted(first.get("attempt").asText()))
                                .status())
                        .isEqualTo(200));
    }

    @Test
    void one_that_can_not_be_explained_does_not_cost_the_others_their_verdicts_and_tasks() throws SQLException {
        // Given
        var sound = submit(newJob(false), "a", "b");
        awaitReady(sound);
        var a = claimed(sound + ".a");
        await().atMost(ofSeconds(30)).until(() -> isReady(sound));
        // When
        try (var connection = postgres.admin().connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table dag.task in access exclusive mode");
            var answer = dag.post("/tasks/complete", """
                    {"tasks":[{"id":%s,"attempt":%s},{"id":"%s.ghost","attempt":"1"}],
                     "claim":{"queue":"%s","worker":"w","max":10}}""".formatted(a.get("id"), a.get("attempt"), sound, queue));
            // Then
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body().at("/answers/0/verdict").asText()).isEqualTo("ACCEPTED");
            assertThat(answer.body().at("/answers/1/verdict").asText()).isEqualTo("UNAVAILABLE");
            assertThat(answer.body().at("/tasks/0/id").asText()).isEqualTo(sound + ".b");
        }
    }

    @Test
    void a_large_job_is_not_begun_anew_because_a_node_was_silent_for_a_moment() {
        // Given
        var names = IntStream.range(0, 20_000).mapToObj(number -> "t" + number).toArray(String[]::new);
        var job = newJob(true);
        // Looked for from before it is submitted: it may be loaded soon.
        var loader = CompletableFuture.supplyAsync(() -> await().atMost(ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(ofMillis(5))
                .ignoreExceptions()
                .until(() -> loading(job), token -> !token.isEmpty()));
        submit(job, names);
        var begun = loader.join();
        // When
        beSilentForAMoment(doomed);
        // Then
        var loaders = new HashSet<String>();
        await().atMost(ofSeconds(60))
                .pollInterval(ofMillis(20))
                .ignoreExceptions()
                .until(() -> {
                    loaders.add(loading(job));
                    return status(job).equals("RUNNING");
                });
        assertThat(loaders).isSubsetOf(begun, "");
        assertThat(dag.post("/jobs/" + job + "/cancel", "").status()).isEqualTo(200);
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    /** Whose partition is on the node that goes down, or not. */
    private String newJob(boolean onDoomed) {
        while (true) {
            var job = "outage-job-" + NAMES.incrementAndGet();
            if (cluster.masterOf(keys.events(keys.partitionOf(job)).value()).equals(doomed) == onDoomed) {
                return job;
            }
        }
    }

    /** In the same partition. */
    private String jobBeside(String job) {
        while (true) {
            var other = "outage-job-" + NAMES.incrementAndGet();
            if (keys.partitionOf(other).equals(keys.partitionOf(job))) {
                return other;
            }
        }
    }

    private String submit(String job, String... tasks) {
        return submitWith(job, "", tasks);
    }

    private String submitWith(String job, String more, String... tasks) {
        var list = new StringBuilder();
        for (var task : tasks) {
            list.append(list.isEmpty() ? "" : ",").append("{\"id\":\"%s\",\"queue\":\"%s\"}".formatted(task, queue));
        }
        var answer = dag.post("/jobs", "{\"jobId\":\"%s\",\"tasks\":[%s]%s}".formatted(job, list, more));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
        return job;
    }

    private void awaitReady(String... jobs) {
        for (var job : jobs) {
            await().atMost(ofSeconds(30)).until(() -> isReady(job));
        }
    }

    private boolean isReady(String job) {
        return send(Command.of("EXISTS").key(keys.ready(keys.partitionOf(job), queue)))
                .equals("1");
    }

    private void killDoomed() {
        cluster.replicaOf(doomed).kill();
        doomed.kill();
    }

    private DagApiClient.Answer claim(int max) {
        return dag.post("/queues/" + queue + "/claims", "{\"worker\":\"w\",\"max\":%d,\"waitMs\":500}".formatted(max));
    }

    /** Claims until it has this one; what comes besides goes back. */
    private JsonNode claimed(String id) {
        var wanted = new JsonNode[1];
        await().atMost(ofSeconds(30)).until(() -> {
            for (var task : claim(10).body().get("tasks")) {
                if (task.get("id").asText().equals(id)) {
                    wanted[0] = task;
                } else {
                    dag.post(
                            "/tasks/" + task.get("id").asText() + "/release",
                            "{\"attempt\":\"%s\"}".formatted(task.get("attempt").asText()));
                }
            }
            return wanted[0] != null;
        });
        return wanted[0];
    }

    private static String batch(String more, JsonNode... tasks) {
        var list = new StringBuilder();
        for (var task : tasks) {
            list.append(list.isEmpty() ? "" : ",")
                    .append("{\"id\":%s,\"attempt\":%s}".formatted(task.get("id"), task.get("attempt")));
        }
        return "{\"tasks\":[%s]%s}".formatted(list, more);
    }

    private String status(String job) {
        return dag.get("/jobs/" + job).body().path("status").asText();
    }

    /** The token of who loads it; empty if nobody does, or nobody any more. */
    private String loading(String job) {
        var token = router.send(Command.of("HGET").key(keys.job(job)).arg("loading"))
                .await()
                .atMost(ofSeconds(10));
        return token.isNil() ? "" : token.text();
    }

    /** Longer than anybody waits for an answer. No replica takes over: nodes go on talking to each other. */
    private static void beSilentForAMoment(RedisNode node) {
        try (var redis = node.connect()) {
            redis.call("CLIENT", "PAUSE", "2500", "ALL");
        }
    }

    private String send(Command command) {
        return router.send(command, ofSeconds(5)).await().atMost(ofSeconds(10)).text();
    }
}
