package dev.hotstate.dag.worker;

import static java.time.Duration.ofSeconds;
import static java.time.temporal.ChronoUnit.MILLIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class WorkerProtocolIT {

    @TestHTTPResource
    URI api;

    /** Each waits for its answer. */
    private static final Executor WORKERS = Executors.newVirtualThreadPerTaskExecutor();

    @Inject
    Claims claims;

    @Inject
    QueueSettings queueSettings;

    @Inject
    Database database;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    Partitions partitions;

    private final String job = "wp-" + DagFixture.newJob();
    private final String queue = "q-" + job;
    private DagApiClient dag;

    @BeforeEach
    void open() {
        dag = new DagApiClient(api);
        for (var partition : partitions.all()) {
            DagFixture.open(router, keys, partition);
        }
    }

    @Test
    void a_diamond_runs_through_workers_and_hands_outputs_on() {
        submit("""
                {"id": "a", "queue": "%1$s", "payload": {"to": "ann"}},
                {"id": "b", "queue": "%1$s", "dependsOn": ["a"]},
                {"id": "c", "queue": "%1$s", "dependsOn": ["a"]},
                {"id": "d", "queue": "%1$s", "dependsOn": ["b", "c"]}""");
        var a = claim(1, 20_000).get(0);
        assertThat(a.get("id").asText()).isEqualTo(job + ".a");
        assertThat(a.get("payload").get("to").asText()).isEqualTo("ann");

        var answer = dag.post(
                "/tasks/" + job + ".a/complete",
                "{\"attempt\":\"%s\",\"output\":{\"sum\":3},\"claim\":{\"queue\":\"%s\",\"worker\":\"w\",\"max\":2}}"
                        .formatted(a.get("attempt").asText(), queue));

        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        assertThat(answer.body().get("verdict").asText()).isEqualTo("ACCEPTED");
        var two = answer.body().get("tasks");
        assertThat(two).hasSize(2);
        assertThat(two.get(0).get("parents").get("a").get("sum").asInt()).isEqualTo(3);
        two.forEach(task -> assertThat(complete(task).status()).isEqualTo(200));
        var d = claim(1, 20_000).get(0);
        assertThat(complete(d).body().get("verdict").asText()).isEqualTo("ACCEPTED");
        assertThat(complete(d).body().get("verdict").asText()).isEqualTo("DUPLICATE");
        assertThat(dag.get("/jobs/" + job).body().get("status").asText()).isEqualTo("COMPLETED");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(dag.get("/tasks/" + job + ".d")
                                .body()
                                .get("status")
                                .asText())
                        .isEqualTo("COMPLETED"));
    }

    @Test
    void what_is_refused_is_told_in_the_words_that_would_be_taken() {
        assertThat(refusalOf("\"triggerRule\": \"sometimes\""))
                .startsWith("must be one of all_success, all_done, one_");
        assertThat(refusalOf("\"maxRetries\": 99999999999")).startsWith("must be a number that fits");
        assertThat(dag.get("/jobs/nobody/find").body().at("/errors/0/parameter").asText())
                .isEqualTo("q");
    }

    private String refusalOf(String field) {
        var answer = dag.post("/jobs", "{\"tasks\": [{\"id\": \"a\", %s}]}".formatted(field));
        assertThat(answer.status()).isEqualTo(400);
        return answer.body().at("/errors/0/detail").asText();
    }

    @Test
    void numbers_pass_through_as_they_were_given() {
        submit("""
                {"id": "a", "queue": "%1$s", "payload": {"large": 1e400, "whole": 1.0}},
                {"id": "b", "queue": "%1$s", "dependsOn": ["a"]}""");
        var a = claim(1, 20_000).get(0);
        assertThat(a.get("payload").get("large").isNumber()).isTrue();
        assertThat(a.get("payload").get("whole").isFloatingPointNumber()).isTrue();

        dag.post(
                "/tasks/" + job + ".a/complete",
                "{\"attempt\":\"%s\",\"output\":{\"small\":-1e-400,\"whole\":2.0}}"
                        .formatted(a.get("attempt").asText()));

        var output = claim(1, 20_000).get(0).get("parents").get("a");
        assertThat(output.get("small").isNumber()).isTrue();
        assertThat(output.get("whole").isFloatingPointNumber()).isTrue();
    }

    @Test
    void a_waiting_worker_gets_a_task_as_soon_as_there_is_one() {
        var waiting = CompletableFuture.supplyAsync(() -> claim(1, 15_000));
        submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");

        assertThat(waiting.orTimeout(30, TimeUnit.SECONDS).join()).hasSize(1);
    }

    @Test
    void workers_that_wait_are_served_by_what_others_make_ready() {
        int count = 20;
        var waiting = IntStream.range(0, count)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> claim(1, 20_000), WORKERS))
                .toList();
        await().atMost(ofSeconds(30)).until(() -> claims.waitingFor(queue) == count);

        submit(IntStream.range(0, count)
                .mapToObj(i -> "{\"id\": \"t%d\", \"queue\": \"%%1$s\", \"payload\": {\"n\": %d}}".formatted(i, i))
                .collect(Collectors.joining(",")));

        var served = waiting.stream()
                .map(one -> one.orTimeout(30, TimeUnit.SECONDS).join())
                .toList();
        assertThat(served).allSatisfy(tasks -> assertThat(tasks).hasSize(1));
        assertThat(served)
                .extracting(tasks -> tasks.get(0).at("/payload/n").asInt())
                .doesNotHaveDuplicates();
    }

    @Test
    void a_worker_that_hangs_up_while_it_waits_costs_no_task() throws Exception {
        try (var socket = new Socket(api.getHost(), api.getPort())) {
            var body = "{\"worker\":\"w\",\"waitMs\":25000}";
            socket.getOutputStream()
                    .write(("POST /queues/%s/claims HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                                    + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s")
                            .formatted(queue, ServiceContract.ADMIN_KEY, body.length(), body)
                            .getBytes(StandardCharsets.US_ASCII));
            await().atMost(ofSeconds(30)).until(() -> claims.waitingFor(queue) == 1);
        }
        await().atMost(ofSeconds(30)).until(() -> claims.waitingFor(queue) == 0);

        submit("{\"id\": \"a\", \"queue\": \"%1$s\", \"lease\": \"PT1H\"}");

        assertThat(claim(1, 15_000)).hasSize(1);
    }

    @Test
    void conditions_batches_and_logs_work_over_http() {
        submit("""
                {"id": "a", "queue": "%1$s"}, {"id": "b", "queue": "%1$s"},
                {"id": "yes", "queue": "%1$s", "dependsOn": ["a"], "condition": "outputs.a.rows > 2"},
                {"id": "no", "queue": "%1$s", "dependsOn": ["a"], "condition": "outputs.a.rows > 20"},
                {"id": "broken", "queue": "%1$s", "dependsOn": ["a"], "condition": "outputs.a.name > 1"}""");
        var both = claimAll(2);
        var beats = dag.post(
                "/tasks/heartbeat",
                "{\"tasks\":[%s,{\"id\":\"%s.b\",\"attempt\":\"1\"}]}".formatted(ref(both.get(0)), job));
        assertThat(beats.body().at("/tasks/0/stop").asBoolean()).isFalse();
        assertThat(beats.body().at("/tasks/1/stop").asBoolean()).isTrue();
        var line = ",\"firstSeq\":0,\"lines\":[\"hello\",\"world\"]}";
        assertThat(dag.post(
                                "/tasks/logs",
                                "{\"tasks\":[%s]}".formatted(ref(both.get(0)).replace("}", line)))
                        .body()
                        .at("/answers/0/verdict")
                        .asText())
                .isEqualTo("ACCEPTED");

        var answers = dag.post(
                "/tasks/complete",
                "{\"tasks\":[%s,%s,{\"id\":\"%s.a\",\"attempt\":\"1\"}]}"
                        .formatted(
                                ref(byName(both, "a")).replace("}", ",\"output\":{\"rows\":3,\"name\":\"x\"}}"),
                                ref(byName(both, "b")),
                                job));

        assertThat(answers.body().get("answers"))
                .extracting(answer -> answer.get("verdict").asText())
                .containsExactly("ACCEPTED", "ACCEPTED", "STALE");
        var yes = claimAll(1).getFirst();
        assertThat(yes.get("task").asText()).isEqualTo("yes");
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            assertThat(status("no")).isEqualTo("SKIPPED");
            assertThat(status("broken")).isEqualTo("FAILED");
            assertThat(dag.get("/tasks/" + job + ".broken")
                            .body()
                            .path("reason")
                            .asText())
                    .isEqualTo("its condition can't be decided: a text and a number have no order");
        });
        var lines = dag.get("/tasks/" + both.get(0).get("id").asText() + "/logs");
        assertThat(lines.body().toString()).contains("hello", "world");
        var failed =
                dag.post("/tasks/fail", "{\"tasks\":[%s]}".formatted(ref(yes).replace("}", ",\"retryable\":false}")));
        assertThat(failed.body().at("/answers/0/status").asText()).isEqualTo("FAILED");
        assertThat(dag.get("/jobs/" + job).body().get("status").asText()).isEqualTo("FAILED");
    }

    @Test
    void a_mirrored_completion_is_in_postgres_when_it_is_answered() {
        var answer = dag.post(
                "/jobs",
                "{\"jobId\":\"%s\",\"durability\":\"mirrored\",\"tasks\":[{\"id\":\"a\",\"queue\":\"%s\"}]}"
                        .formatted(job, queue));
        assertThat(answer.status()).isEqualTo(201);
        var a = claim(1, 20_000).get(0);

        assertThat(complete(a).body().get("verdict").asText()).isEqualTo("ACCEPTED");

        var row = DagFixture.await(database.query("select status, attempt from task where job_id = $1", job))
                .iterator()
                .next();
        assertThat(row.getString("status")).isEqualTo("COMPLETED");
        assertThat(row.getLong("attempt"))
                .isEqualTo(Long.parseLong(a.get("attempt").asText()));
    }

    @Test
    void the_end_of_a_job_is_told_and_signed() throws Exception {
        var told = new CompletableFuture<String>();
        var receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        receiver.createContext("/", exchange -> {
            var signature = exchange.getRequestHeaders().getFirst("webhook-signature");
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
            told.complete(signature + " " + body);
        });
        receiver.start();
        try {
            var url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/ended";
            var answer = dag.post(
                    "/jobs",
                    "{\"jobId\":\"%s\",\"webhook\":{\"url\":\"%s\"},\"tasks\":[{\"id\":\"a\",\"queue\":\"%s\"}]}"
                            .formatted(job, url, queue));
            assertThat(answer.body().get("webhookSecret").asText()).startsWith("whsec_");
            complete(claim(1, 20_000).get(0));

            assertThat(told.orTimeout(30, TimeUnit.SECONDS).join())
                    .startsWith("v1,")
                    .contains("job.ended", job, "COMPLETED");
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(dag.get("/jobs/" + job + "/webhooks")
                                    .body()
                                    .at("/0/state")
                                    .asText())
                            .isEqualTo("sent"));
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void one_result_that_is_too_large_costs_the_others_of_its_batch_nothing() {
        submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var tasks = claim(2, 5_000);
        var answer = dag.post(
                "/tasks/complete",
                "{\"tasks\":[{\"id\":%s,\"attempt\":%s,\"output\":\"%s\"},{\"id\":%s,\"attempt\":%s}]}"
                        .formatted(
                                tasks.at("/0/id"),
                                tasks.at("/0/attempt"),
                                "x".repeat(20_000),
                                tasks.at("/1/id"),
                                tasks.at("/1/attempt")));

        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        assertThat(answer.body().at("/answers/0/verdict").asText()).isEqualTo("REFUSED");
        assertThat(answer.body().at("/answers/0/reason").asText()).contains("16384");
        assertThat(answer.body().at("/answers/1/verdict").asText()).isEqualTo("ACCEPTED");
    }

    @Test
    void a_payload_of_64_kb_arrives_and_a_byte_more_is_refused_with_its_place() {
        // A text in JSON has two quotes.
        var largest = "x".repeat(64 * 1024 - 2);
        var refused = dag.post(
                "/jobs", "{\"jobId\":\"%s\",\"tasks\":[{\"id\":\"a\",\"payload\":\"%sx\"}]}".formatted(job, largest));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().at("/errors/0/pointer").asText()).isEqualTo("/tasks/0/payload");
        assertThat(refused.body().at("/errors/0/detail").asText()).isEqualTo("may have 65536 bytes");

        submit("{\"id\": \"a\", \"queue\": \"%1$s\", \"payload\": \"" + largest + "\"}");

        assertThat(claim(1, 20_000).get(0).get("payload").asText()).isEqualTo(largest);
    }

    @Test
    void what_never_was_is_unknown_and_not_worth_another_try() {
        submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var never = List.of(job + ".never", "never-" + job + ".a");

        for (var call : List.of("complete", "fail")) {
            var answers = dag.post(
                            "/tasks/" + call,
                            "{\"tasks\":[{\"id\":\"%s\",\"attempt\":\"1\"},{\"id\":\"%s\",\"attempt\":\"1\"}]}"
                                    .formatted(never.get(0), never.get(1)))
                    .body()
                    .get("answers");
            assertThat(answers)
                    .as(call)
                    .extracting(answer -> answer.get("verdict").asText())
                    .containsExactly("UNKNOWN", "UNKNOWN");
        }
        for (var id : never) {
            assertThat(dag.post("/tasks/" + id + "/complete", "{\"attempt\":\"1\"}")
                            .status())
                    .as(id)
                    .isEqualTo(404);
        }
    }

    @Test
    void what_is_no_id_does_not_refuse_the_rest_of_its_batch() {
        submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var attempt = claim(1, 20_000).get(0).get("attempt").asText();
        var batch = "{\"tasks\":[{\"id\":\"bad\",\"attempt\":\"1\"},{\"id\":\"%s.a\",\"attempt\":\"%s\"}]}"
                .formatted(job, attempt);

        var beats = dag.post("/tasks/heartbeat", batch).body().get("tasks");
        var answers = dag.post("/tasks/complete", batch).body().get("answers");

        assertThat(beats).extracting(beat -> beat.get("stop").asBoolean()).containsExactly(true, false);
        assertThat(answers).extracting(answer -> answer.get("verdict").asText()).containsExactly("UNKNOWN", "ACCEPTED");
        assertThat(dag.post("/tasks/fail", "{\"tasks\":[{\"id\":\"bad\",\"attempt\":\"1\"}]}")
                        .body()
                        .get("answers")
                        .get(0)
                        .get("verdict")
                        .asText())
                .isEqualTo("UNKNOWN");
    }

    @Test
    void an_attempt_that_no_clock_can_give_is_refused() {
        submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var answer = dag.post("/tasks/" + job + ".a/complete", "{\"attempt\":\"9999999999999999999\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().at("/errors/0/detail").asText())
                .isEqualTo("must be the attempt that came with the task: digits, as a text");
    }

    @Test
    void gaps_and_times_that_nobody_can_count_are_refused() {
        for (var order : List.of(
                "\"tasks\":[null]",
                "\"tasks\":[{\"id\":\"a\",\"dependsOn\":[null]}]",
                "\"deadline\":\"+999999-01-01T00:00:00Z\",\"tasks\":[{\"id\":\"a\"}]",
                "\"tasks\":[{\"id\":\"a\",\"delayUntil\":\"+999999-01-01T00:00:00Z\"}]")) {
            var answer = dag.post("/jobs", "{\"jobId\":\"%s\",%s}".formatted(job, order));
            assertThat(answer.status()).as("%s: %s", order, answer.body()).isIn(400, 422);
        }
    }

    @Test
    void the_same_order_gets_the_same_answer_and_another_one_is_refused() {
        submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var same = "{\"jobId\":\"%s\",\"createdBy\":\"ann\",\"tasks\":[{\"id\":\"a\",\"queue\":\"%s\"}]}"
                .formatted(job, queue);

        assertThat(dag.post("/jobs", same).status()).isEqualTo(200);
        assertThat(dag.post("/jobs", same.replace("ann", "bob")).status()).isEqualTo(409);
    }

    @Test
    void an_order_without_an_owner_is_the_same_when_its_sender_has_another_key() {
        var key = dag.post(
                        "/api-keys",
                        "{\"name\":\"%s\",\"scopes\":[\"read\",\"write\"]}".formatted("submitter ".repeat(8)))
                .body();
        var order = "{\"jobId\":\"%s\",\"tasks\":[{\"id\":\"a\",\"queue\":\"%s\"}]}".formatted(job, queue);
        var first = new DagApiClient(api, key.get("key").asText()).post("/jobs", order);
        assertThat(first.status()).as("%s", first.body()).isEqualTo(201);
        assertThat(dag.get("/jobs/" + job).body().get("createdBy")).isEqualTo(key.get("name"));

        var rotated = dag.post("/api-keys/" + key.get("id").asText() + "/rotate", "{}")
                .body();

        assertThat(new DagApiClient(api, rotated.get("key").asText())
                        .post("/jobs", order)
                        .status())
                .isEqualTo(200);
        assertThat(dag.post("/jobs", order).status()).as("anybody else").isEqualTo(200);
    }

    @Test
    void a_circle_is_refused_by_name_before_anything_is_written() {
        var answer = dag.post(
                "/jobs",
                "{\"jobId\":\"%s\",\"tasks\":[{\"id\":\"a\",\"dependsOn\":[\"b\"]},{\"id\":\"b\",\"dependsOn\":[\"a\"]}]}"
                        .formatted(job));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body().get("cycle")).hasSize(2);
        assertThat(dag.get("/jobs/" + job).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            queue: q; tasks: {a: , b: {after: c}}              | /tasks/b/after   | which is not a task of this job
            queue: q; tasks: {a: , b: {after: [a, c]}}         | /tasks/b/after/1 | which is not a task of this job
            tasks: {a/b: }                                     | /tasks/a~1b      | is not a task id
            tasks: {a: {after: b}, b: {after: [a]}}            | /tasks/a/after   | in a circle
            tasks: {a: , b: {after: a, when: outputs.a.x >}}   | /tasks/b/when    | Expected a value
            tasks: {a: , b: {retries: 101}}                    | /tasks/b/retries | between 0 and 100
            tasks: {a: , b: {rule: sometimes}}                 | /tasks/b/rule    | must be one of all_success
            tasks: {a: , b: {priority: [1]}}                   | /tasks/b/priority | must be a number
            retries: 101; tasks: {a: {retries: 1}, b: }        | /retries         | between 0 and 100
            concurrency: 0; tasks: {a: }                       | /concurrency     | between 1 and 100000
            by: ' '; tasks: {a: }                              | /by              | must have 1 to 80 characters
            id: NO; tasks: {a: }                               | /id              | must be 1 to 40 of a-z
            tasks: [{id: a}, {id: a}]                          | /tasks/1/id      | called 'a' too
            """)
    void a_job_in_yaml_is_refused_at_the_place_where_its_author_wrote_it(String yaml, String pointer, String detail) {
        var answer = dag.post("/jobs/check", yaml.replace("; ", "\n"), "application/yaml");

        assertThat(answer.status()).as(answer.body().toString()).isIn(400, 422);
        assertThat(answer.body().at("/errors/0/pointer").asText()).isEqualTo(pointer);
        assertThat(answer.body().at("/errors/0/detail").asText()).contains(detail);
    }

    @Test
    void who_pauses_a_queue_keeps_its_limit_and_the_other_way_round() {
        assertThat(settings("{\"concurrencyMax\":2}")).isEqualTo("false 2");
        assertThat(settings("{\"paused\":true}")).isEqualTo("true 2");
        assertThat(settings("{\"concurrencyMax\":3}")).isEqualTo("true 3");
        assertThat(settings("{\"paused\":false}")).isEqualTo("false 3");
        assertThat(settings("{\"concurrencyMax\":null}")).isEqualTo("false null");
        for (var wrong : List.of("0", "100001", "1.5", "\"2\"", "[]")) {
            var answer = dag.put("/queues/" + queue + "/settings", "{\"concurrencyMax\":" + wrong + "}");
            assertThat(answer.status()).as(wrong).isEqualTo(400);
            assertThat(answer.body().at("/errors/0/pointer").asText()).isEqualTo("/concurrencyMax");
        }
    }

    @Test
    void a_setting_that_was_changed_is_not_taken_back_by_who_had_begun_to_read_before() throws Exception {
        var changed = new AtomicBoolean();
        var readers = IntStream.range(0, 4)
                .mapToObj(reader -> CompletableFuture.runAsync(
                        () -> {
                            while (!changed.get()) {
                                DagFixture.await(queueSettings.read());
                            }
                        },
                        WORKERS))
                .toList();
        try {
            for (int limit = 1; limit <= 100; limit++) {
                settings("{\"concurrencyMax\":" + limit + "}");
                assertThat(queueSettings.of(queue).concurrencyMax()).isEqualTo(limit);
            }
        } finally {
            changed.set(true);
        }
        for (var reader : readers) {
            reader.get(30, TimeUnit.SECONDS);
        }
    }

    private String settings(String change) {
        var answer = dag.put("/queues/" + queue + "/settings", change);
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        return answer.body().get("paused").asText() + " "
                + answer.body().path("concurrencyMax").asText("null");
    }

    @Test
    void a_paused_queue_hands_out_nothing_until_it_goes_on() {
        submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var first = claim(1, 20_000).get(0);
        settings("{\"paused\":true}");

        assertThat(claim(1, 0)).isEmpty();
        var completed = dag.post(
                "/tasks/" + first.get("id").asText() + "/complete",
                "{\"attempt\":\"%s\",\"claim\":{\"queue\":\"%s\",\"worker\":\"w\"}}"
                        .formatted(first.get("attempt").asText(), queue));
        assertThat(completed.body().get("verdict").asText()).isEqualTo("ACCEPTED");
        assertThat(completed.body().get("tasks")).isEmpty();

        var waiting = CompletableFuture.supplyAsync(() -> claim(1, 20_000), WORKERS);
        await().atMost(ofSeconds(30)).until(() -> claims.waitingFor(queue) == 1);
        settings("{\"paused\":false}");
        assertThat(waiting.orTimeout(30, TimeUnit.SECONDS).join()).hasSize(1);
    }

    @Test
    void of_outputs_that_are_too_much_together_some_are_handed_over_and_the_worker_is_told() {
        var parents = IntStream.range(0, 17).mapToObj(i -> "p" + i).toList();
        submit(parents.stream()
                        .map("{\"id\": \"%s\", \"queue\": \"%%1$s\"},"::formatted)
                        .collect(Collectors.joining())
                + "{\"id\": \"all\", \"queue\": \"%1$s\", \"dependsOn\": [\""
                + String.join("\",\"", parents) + "\"]}");
        // 16 of them are less than 256 KB.
        var output = "x".repeat(16_000);
        var completions = claimAll(17).stream()
                .map(task -> ref(task).replace("}", ",\"output\":\"" + output + "\"}"))
                .collect(Collectors.joining(","));
        var answers =
                dag.post("/tasks/complete", "{\"tasks\":[" + completions + "]}").body();
        assertThat(answers.get("answers"))
                .allSatisfy(answer -> assertThat(answer.get("verdict").asText()).isEqualTo("ACCEPTED"));

        var all = claim(1, 20_000).get(0);

        assertThat(all.get("parentsCut").asBoolean()).isTrue();
        assertThat(all.get("parents"))
                .hasSize(16)
                .allSatisfy(left -> assertThat(left.asText()).isEqualTo(output));
    }

    @Test
    void what_hundreds_of_parents_left_is_put_together_in_parts() {
        var parents = IntStream.range(0, 250).mapToObj(i -> "p" + i).toList();
        submit(parents.stream()
                        .map("{\"id\": \"%s\", \"queue\": \"%%1$s\"},"::formatted)
                        .collect(Collectors.joining())
                + "{\"id\": \"all\", \"queue\": \"%1$s\", \"dependsOn\": [\""
                + String.join("\",\"", parents) + "\"]}");
        var speaking = Set.of("p0", "p120", "p249");
        for (int done = 0; done < 250; done += 50) {
            var completions = claimAll(50).stream()
                    .map(task -> speaking.contains(task.get("task").asText())
                            ? ref(task).replace("}", ",\"output\":" + task.get("task") + "}")
                            : ref(task))
                    .collect(Collectors.joining(","));
            dag.post("/tasks/complete", "{\"tasks\":[" + completions + "]}");
        }

        var all = claim(1, 20_000).get(0);

        assertThat(all.hasNonNull("parentsCut")).isFalse();
        assertThat(all.get("parents").properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrderElementsOf(speaking);
        speaking.forEach(
                parent -> assertThat(all.at("/parents/" + parent).asText()).isEqualTo(parent));
    }

    @Test
    void a_limited_queue_runs_one_task_at_a_time() {
        assertThat(dag.put("/queues/" + queue + "/settings", "{\"paused\":false,\"concurrencyMax\":1}")
                        .status())
                .isEqualTo(200);
        submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");

        var first = claim(2, 5_000);
        assertThat(first).hasSize(1);
        for (var key : List.of(keys.permits(queue), keys.workers(queue))) {
            // That a worker was seen is written beside its claim, and nobody waits for it.
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(DagFixture.await(
                                            router.send(Command.of("PTTL").key(key)))
                                    .integer())
                            .as("what nobody uses any more goes by itself")
                            .isPositive());
        }
        assertThat(claim(2, 0)).isEmpty();
        complete(first.get(0));
        assertThat(claim(2, 5_000)).hasSize(1);
    }

    @Test
    void the_next_task_of_a_job_at_its_limit_says_so() {
        submit(
                "{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}",
                ",\"limits\":{\"concurrency\":1}");
        assertThat(claim(1, 20_000).at("/0/task").asText()).isEqualTo("a");

        var why = dag.get("/tasks/" + job + ".b/why").body();

        assertThat(why.get("status").asText()).isEqualTo("READY");
        assertThat(why.get("reasons"))
                .extracting(reason -> reason.get("code").asText())
                .containsExactly("JOB_LIMIT");
    }

    @Test
    void a_task_is_not_handed_out_before_its_time_and_then_it_is() {
        var time = Instant.now().plusSeconds(3);
        submit("{\"id\": \"a\", \"queue\": \"%1$s\", \"delayUntil\": \"" + time + "\"}");
        var why = dag.get("/tasks/" + job + ".a/why").body();

        assertThat(claim(1, 20_000)).hasSize(1);

        assertThat(Instant.now()).isAfterOrEqualTo(time);
        assertThat(why.get("status").asText()).isEqualTo("PENDING");
        assertThat(why.at("/reasons/0/code").asText()).isEqualTo("NOT_BEFORE");
        assertThat(Instant.parse(why.at("/reasons/0/until").asText())).isEqualTo(time.truncatedTo(MILLIS));
    }

    @Test
    void a_limited_job_does_not_keep_others_from_its_workers() {
        submitThousand(",\"limits\":{\"concurrency\":1}");
        var running = claim(1, 20_000).get(0);
        var neighbour = submitNeighbour();

        assertThat(claim(1, 20_000).at("/0/id").asText()).isEqualTo(neighbour + ".a");
        assertThat(claim(1, 0)).isEmpty();
        complete(running);
        assertThat(claim(2, 20_000))
                .hasSize(1)
                .allSatisfy(next -> assertThat(next.get("jobId").asText()).isEqualTo(job));
    }

    @Test
    void a_paused_job_does_not_keep_others_from_its_workers() {
        submitThousand("");
        assertThat(dag.post("/jobs/" + job + "/pause", "").status()).isEqualTo(200);
        var neighbour = submitNeighbour();

        assertThat(claim(1, 20_000).at("/0/id").asText()).isEqualTo(neighbour + ".a");
        assertThat(claim(1, 0)).isEmpty();
        assertThat(dag.post("/jobs/" + job + "/resume", "").status()).isEqualTo(200);
        assertThat(claim(1, 20_000)).hasSize(1);
    }

    /** @param more fields of the job, each with a comma in front */
    private void submitThousand(String more) {
        submit(
                IntStream.range(0, 1_000)
                        .mapToObj(i -> "{\"id\":\"t%d\",\"queue\":\"%%1$s\"}".formatted(i))
                        .collect(Collectors.joining(",")),
                more);
        // All of them, so that whatever is submitted from now on comes after them.
        var ready = Command.of("ZCARD").key(keys.ready(keys.partitionOf(job), queue));
        await().atMost(ofSeconds(30))
                .until(() -> DagFixture.await(router.send(ready)).integer() == 1_000);
    }

    /** A job of one task in the same partition and queue. */
    private String submitNeighbour() {
        var neighbour = Stream.iterate(0, i -> i + 1)
                .map(i -> job + "-" + i)
                .filter(id -> keys.partitionOf(id).equals(keys.partitionOf(job)))
                .findFirst()
                .orElseThrow();
        var answer = dag.post(
                "/jobs", "{\"jobId\":\"%s\",\"tasks\":[{\"id\":\"a\",\"queue\":\"%s\"}]}".formatted(neighbour, queue));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
        return neighbour;
    }

    @Test
    void a_cancelled_job_stops_its_worker_and_runs_again_when_asked() {
        submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\", \"dependsOn\": [\"a\"]}");
        var a = claim(1, 20_000).get(0);
        assertThat(dag.post("/jobs/" + job + "/cancel", "").status()).isEqualTo(200);
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(dag.post(
                                        "/tasks/" + job + ".a/heartbeat",
                                        "{\"attempt\":\"%s\"}"
                                                .formatted(a.get("attempt").asText()))
                                .body()
                                .get("stop")
                                .asBoolean())
                        .isTrue());
        assertThat(complete(a).status()).isEqualTo(409);

        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                dag.post("/jobs/" + job + "/rerun", "{}").status())
                        .isEqualTo(200));

        assertThat(complete(claim(1, 20_000).get(0)).status()).isEqualTo(200);
        assertThat(complete(claim(1, 20_000).get(0)).status()).isEqualTo(200);
        assertThat(dag.get("/jobs/" + job).body().get("status").asText()).isEqualTo("COMPLETED");
    }

    @Test
    void an_answer_after_its_lease_was_lost_is_refused_and_stays_on_record() {
        submit("{\"id\": \"a\", \"queue\": \"%1$s\", \"lease\": \"PT3S\"}");
        var lost = claim(1, 20_000).get(0);
        var again = claim(1, 20_000).get(0);
        assertThat(again.get("id")).isEqualTo(lost.get("id"));

        assertThat(complete(lost).status()).isEqualTo(409);
        assertThat(complete(again).body().get("verdict").asText()).isEqualTo("ACCEPTED");
        assertThat(complete(lost).status()).isEqualTo(409);

        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            var attempts = dag.get("/tasks/" + job + ".a/attempts").body();
            assertThat(attempts).hasSize(2);
            assertThat(attempts.get(0).get("attempt").asText())
                    .isEqualTo(lost.get("attempt").asText());
            assertThat(attempts.get(0).get("outcome").asText()).isEqualTo("LOST");
            assertThat(attempts.get(0).get("refused"))
                    .hasSize(2)
                    .allMatch(refused -> refused.get("verdict").asText().equals("STALE"));
            assertThat(attempts.get(1).get("verdict").asText()).isEqualTo("ACCEPTED");
        });
    }

    private void submit(String tasks) {
        submit(tasks, "");
    }

    /** @param more fields of the job, each with a comma in front */
    private void submit(String tasks, String more) {
        var answer = dag.post(
                "/jobs",
                "{\"jobId\":\"%s\",\"createdBy\":\"ann\",\"tasks\":[%s]%s}"
                        .formatted(job, tasks.formatted(queue), more));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
    }

    private List<JsonNode> claimAll(int count) {
        var claimed = new ArrayList<JsonNode>();
        await().atMost(ofSeconds(30)).until(() -> {
            claim(count - claimed.size(), 1_000).forEach(claimed::add);
            return claimed.size() == count;
        });
        return claimed;
    }

    private static String ref(JsonNode task) {
        return "{\"id\":\"%s\",\"attempt\":\"%s\"}"
                .formatted(task.get("id").asText(), task.get("attempt").asText());
    }

    private static JsonNode byName(List<JsonNode> tasks, String name) {
        return tasks.stream()
                .filter(task -> task.get("task").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String status(String task) {
        return dag.get("/tasks/" + job + "." + task).body().get("status").asText();
    }

    private JsonNode claim(int max, int waitMs) {
        var answer = dag.post(
                "/queues/" + queue + "/claims", "{\"worker\":\"w\",\"max\":%d,\"waitMs\":%d}".formatted(max, waitMs));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        return answer.body().get("tasks");
    }

    private DagApiClient.Answer complete(JsonNode task) {
        return dag.post(
                "/tasks/" + task.get("id").asText() + "/complete",
                "{\"attempt\":\"%s\"}".formatted(task.get("attempt").asText()));
    }
}
