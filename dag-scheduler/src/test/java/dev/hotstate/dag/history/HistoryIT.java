package dev.hotstate.dag.history;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.stream.StreamEntry;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import dev.hotstate.kit.testing.contract.ServiceClient;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The test appends to the stream itself, as any instance does with its scripts. */
@QuarkusTest
class HistoryIT {

    @Test
    void what_is_older_than_it_has_to_be_kept_goes_in_chunks_and_nothing_else() {
        // Given
        var old = job + "-old";
        query("""
                insert into event (job_id, task_id, attempt, seq, entry_ms, entry_number, type, at, status, verdict, worker, detail)
                select $1, 't' || n, 1, n, n, 0, 'task', now(), 'COMPLETED', '', '', '' from generate_series(1, 4500) as n""", old);
        // At once, and last: from then on the worker itself may delete it.
        query("""
                with old as (
                    insert into job (id, name, created_by, body_hash, task_count, on_failure, durability, status, finished_at)
                    values ($1, $1, 'test', '', 4500, 'continue', 'redis', 'COMPLETED', now() - interval '1000 d') returning id)
                insert into task (job_id, id, position, name, depends_on, queue, priority, max_retries, backoff_ms,
                    backoff_max_ms, timeout_ms, lease_ms, trigger_rule, status)
                select id, 't' || n, n, 't', '{}', 'q', 5, 3, 1000, 60000, 0, 30000, 'all_success', 'COMPLETED'
                from old, generate_series(1, 4500) as n""", old);
        query("""
                insert into log_line (job_id, task_id, attempt, seq, at, text)
                values ($1, 'a', 1, 1, now() - interval '1000 d', 'old'), ($1, 'a', 1, 2, now(), 'new')""", job);
        // When
        await().atMost(ofSeconds(60)).untilAsserted(() -> {
            retention.tick().await().atMost(ofSeconds(30));
            assertThat(count("select count(*) from job where id = $1", old)).isZero();
        });
        // Then
        assertThat(count("select count(*) from task where job_id = $1", old)).isZero();
        assertThat(count("select count(*) from event where job_id = $1", old)).isZero();
        assertThat(count("select count(*) from log_line where job_id = $1", job))
                .isEqualTo(1);
        assertThat(count("select count(*) from task where job_id = $1", job)).isEqualTo(2);
    }

    private long count(String sql, String id) {
        return database.query(sql, id)
                .await()
                .atMost(ofSeconds(20))
                .iterator()
                .next()
                .getLong(0);
    }

    @TestHTTPResource
    URI api;

    @Inject
    Database database;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    MirrorStore mirror;

    @Inject
    LogArchive logs;

    @Inject
    RetentionWorker retention;

    private final ObjectMapper json = new ObjectMapper();
    private final List<EventStreamClient> clients = new ArrayList<>();
    private ServiceClient client;
    private String job;
    private long seq = 1_800_000_000_000_000L;
    private long entryMs = 1_800_000_000_000L;

    @BeforeEach
    void order() {
        client = ServiceClient.anonymous(api).with(ServiceContract.ADMIN_KEY);
        job = "history-%08x".formatted(ThreadLocalRandom.current().nextInt());
        query(
                "insert into job (id, name, created_by, body_hash, task_count, on_failure, durability) values ($1, $1, 'test', '', 2, 'continue', 'redis')",
                job);
        for (var task : List.of("a", "b")) {
            query("""
                    insert into task (job_id, id, position, name, depends_on, queue, priority, max_retries, backoff_ms,
                        backoff_max_ms, timeout_ms, lease_ms, trigger_rule)
                    values ($1, $2, $3, $2, '{}', 'q', 5, 3, 1000, 60000, 0, 30000, 'all_success')""", job, task, task.charAt(0) - 'a');
        }
    }

    @AfterEach
    void close() throws IOException {
        for (var one : clients) {
            one.close();
        }
    }

    @Test
    void the_rows_of_job_and_tasks_follow_the_stream() {
        job("RUNNING", "");
        task("a", 7, "RUNNING", "", "12");
        task("a", 7, "COMPLETED", "ACCEPTED", "{\"n\":1}");
        task("b", 0, "SKIPPED", "", "condition");
        job("COMPLETED", "");
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            assertThat(row("select * from job where id = $1", job).getString("status"))
                    .isEqualTo("COMPLETED");
            var done = row("select * from task where job_id = $1 and id = 'a'", job);
            assertThat(done.getString("status")).isEqualTo("COMPLETED");
            assertThat(done.getString("output")).isEqualTo("{\"n\":1}");
            assertThat(done.getLong("attempt")).isEqualTo(7);
        });
        var skipped = row("select * from task where job_id = $1 and id = 'b'", job);
        assertThat(skipped.getString("reason")).isEqualTo("condition");
        assertThat(row("select finished_at from job where id = $1", job).getOffsetDateTime("finished_at"))
                .isNotNull();
    }

    @Test
    void a_batch_that_comes_again_or_late_changes_nothing() {
        // Given
        var early = event("task", "a", 7, "RUNNING", "", "");
        var retry = event("task", "a", 7, "RETRY_WAIT", "ACCEPTED", "1700 1 disk full");
        var late = event("task", "a", 8, "RUNNING", "", "");
        mirror.store(List.of(early, retry, late)).await().atMost(ofSeconds(20));
        var before =
                row("select * from task where job_id = $1 and id = 'a'", job).toJson();
        // When
        mirror.store(List.of(early, retry)).await().atMost(ofSeconds(20));
        mirror.store(List.of(early, retry, late)).await().atMost(ofSeconds(20));
        // Then
        assertThat(row("select * from task where job_id = $1 and id = 'a'", job).toJson())
                .isEqualTo(before);
        assertThat(before.getInteger("retries")).isOne();
        assertThat(row("select count(*) as n from event where job_id = $1", job).getLong("n"))
                .isEqualTo(3);
    }

    @Test
    void entries_that_are_no_events_and_events_of_unknown_jobs_hold_nothing_up() {
        add("something", "else");
        append(
                "nonsense|" + job,
                packed("nobody-knows", "task", "a", 7, "RUNNING", "", ""),
                packed(job, "task", "a", 7, "FAILED", "ACCEPTED", "nul \0 byte"));
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(row("select * from task where job_id = $1 and id = 'a'", job)
                                .getString("status"))
                        .isEqualTo("FAILED"));
    }

    @Test
    void events_come_in_pages_and_attempts_from_events() throws IOException {
        task("a", 7, "RUNNING", "", "1");
        task("a", 7, "READY", "", "lost");
        task("a", 9, "RUNNING", "", "2");
        append(packed(job, "answer", "a", 7, "RUNNING", "STALE", "complete"));
        task("a", 9, "COMPLETED", "ACCEPTED", "");
        await().atMost(ofSeconds(30))
                .until(() -> json("/jobs/" + job + "/events").get("items").size() == 5);
        var newest = json("/jobs/" + job + "/events?limit=3&order=newest");
        var oldest = json("/jobs/" + job + "/events?order=newest&limit=3&cursor="
                + newest.get("nextCursor").asText());
        assertThat(newest.get("items").size() + oldest.get("items").size()).isEqualTo(5);
        assertThat(ids(newest).getFirst())
                .isEqualTo(ids(json("/jobs/" + job + "/events")).getLast());
        assertThat(ids(oldest).getLast())
                .isEqualTo(ids(json("/jobs/" + job + "/events")).getFirst());
        assertThat(client.get("/jobs/" + job + "/events?order=sideways").statusCode())
                .isEqualTo(400);
        var first = json("/jobs/" + job + "/events?limit=3");
        assertThat(first.get("items")).hasSize(3);
        var rest = json("/jobs/" + job + "/events?limit=3&cursor="
                + first.get("nextCursor").asText());
        assertThat(rest.get("items")).hasSize(2);
        assertThat(rest.get("items").get(0).get("verdict").asText()).isEqualTo("STALE");

        var attempts = json("/tasks/" + job + ".a/attempts");
        assertThat(attempts).hasSize(2);
        assertThat(attempts.get(0).get("outcome").asText()).isEqualTo("LOST");
        assertThat(attempts.get(0).get("refused")).hasSize(1);
        assertThat(attempts.get(1).get("verdict").asText()).isEqualTo("ACCEPTED");
    }

    @Test
    void a_stream_of_what_does_not_exist_does_not_even_begin() throws IOException {
        for (var path : List.of("/jobs/" + job + "-nope/events", "/tasks/" + job + ".nope/logs", "/tasks/nope/logs")) {
            var stream = open(path, "");
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(stream.lines()).isNotEmpty());
            assertThat(stream.lines().getFirst()).as(path).contains(path.equals("/tasks/nope/logs") ? "400" : "404");
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(stream.lines())
                            .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("application/problem+json")));
        }
    }

    @Test
    void a_stream_too_many_is_refused_before_it_begins() throws IOException {
        query("""
                insert into task (job_id, id, position, name, depends_on, queue, priority, max_retries, backoff_ms,
                    backoff_max_ms, timeout_ms, lease_ms, trigger_rule)
                select $1, 't' || n, n + 2, 't', '{}', 'q', 5, 3, 1000, 60000, 0, 30000, 'all_success'
                from generate_series(0, 200) as n""", job);
        var logs = "/tasks/" + job + ".t%d/logs";
        var greedy = newKey();
        follow(logs, 0, 100, greedy);
        assertIsRefused("/jobs/" + job + "/events", greedy, "429");
        assertIsRefused(logs.formatted(0), greedy, "429");

        follow(logs, 100, 200, newKey());
        var third = newKey();
        assertIsRefused(logs.formatted(200), third, "503");
        follow(logs, 0, 1, third);
    }

    private void follow(String path, int from, int to, String key) throws IOException {
        var streams = new ArrayList<EventStreamClient>();
        for (int task = from; task < to; task++) {
            streams.add(openAs(key, path.formatted(task), ""));
        }
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(streams)
                        .allSatisfy(stream -> assertThat(stream.values("event")).containsExactly("lines")));
    }

    private void assertIsRefused(String path, String key, String status) throws IOException {
        var stream = openAs(key, path, "");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(stream.lines())
                        .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("application/problem+json")));
        assertThat(stream.lines().getFirst()).contains(status);
    }

    private String newKey() throws IOException {
        var created = client.post("/api-keys", "{\"name\":\"reader\",\"scopes\":[\"read\"]}");
        return json.readTree(created.body()).get("key").asText();
    }

    @Test
    void a_stream_of_events_begins_with_a_snapshot_and_goes_on_after_what_was_seen() throws IOException {
        // Given
        var live = open("/jobs/" + job + "/events", "");
        await().atMost(ofSeconds(30)).until(() -> live.values("event").equals(List.of("snapshot")));
        // When
        var ids = List.of(
                task("a", 7, "RUNNING", "", "1"),
                task("a", 7, "COMPLETED", "ACCEPTED", ""),
                task("b", 8, "RUNNING", "", "1"));
        // Then
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(live.values("id")).endsWith(ids.toArray(String[]::new)));
        var back = open("/jobs/" + job + "/events", "Last-Event-ID: " + ids.getFirst() + "\r\n");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(back.values("id")).isEqualTo(ids.subList(1, 3)));
    }

    @Test
    void what_redis_does_not_have_any_more_comes_from_postgres() throws IOException {
        // Given
        var ids = List.of(
                task("a", 7, "RUNNING", "", "1"),
                task("a", 7, "COMPLETED", "ACCEPTED", ""),
                task("b", 8, "RUNNING", "", "1"));
        await().atMost(ofSeconds(30))
                .until(() -> json("/jobs/" + job + "/events").get("items").size() == 3);
        router.send(Command.of("DEL").key(keys.events(keys.partitionOf(job))))
                .await()
                .atMost(ofSeconds(20));
        // When
        var back = open("/jobs/" + job + "/events", "Last-Event-ID: " + ids.getFirst() + "\r\n");
        // Then
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(back.values("id")).isEqualTo(ids.subList(1, 3)));
        var next = task("b", 8, "COMPLETED", "ACCEPTED", "");
        await().atMost(ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(back.values("id")).endsWith(next).hasSize(3));
    }

    @Test
    void log_lines_are_kept_once_and_followed() throws IOException {
        var task = new TaskId(job, "a");
        logs.append(task, 7, 1, List.of("one", "two")).await().atMost(ofSeconds(20));
        logs.append(task, 7, 2, List.of("two", "three")).await().atMost(ofSeconds(20));
        var items = json("/tasks/" + task + "/logs").get("items");
        assertThat(items).extracting(line -> line.get("text").asText()).containsExactly("one", "two", "three");

        var live = open("/tasks/" + task + "/logs", "");
        await().atMost(ofSeconds(30)).until(() -> live.values("event").equals(List.of("lines")));
        logs.append(task, 7, 4, List.of("four")).await().atMost(ofSeconds(20));
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(live.values("event")).containsExactly("lines", "line"));
        assertThat(live.values("data").getLast()).contains("\"four\"");
    }

    @Test
    void lines_of_one_attempt_are_read_and_followed_apart_from_those_of_others() throws IOException {
        // Given
        var task = new TaskId(job, "a");
        logs.append(task, 7, 0, List.of("7-0", "7-1", "7-2")).await().atMost(ofSeconds(20));
        logs.append(task, 9, 0, List.of("9-0")).await().atMost(ofSeconds(20));
        logs.append(task, 7, 3, List.of("7-3")).await().atMost(ofSeconds(20));

        var first = json("/tasks/" + task + "/logs?attempt=7&limit=3");
        var rest = json("/tasks/" + task + "/logs?attempt=7&limit=3&cursor=" + cursor(first));
        var newest = json("/tasks/" + task + "/logs?order=newest&limit=2");
        var older = json("/tasks/" + task + "/logs?order=newest&limit=3&cursor=" + cursor(newest));

        assertThat(texts(first)).containsExactly("7-0", "7-1", "7-2");
        assertThat(texts(rest)).containsExactly("7-3");
        assertThat(rest.hasNonNull("nextCursor")).isFalse();
        assertThat(texts(newest)).containsExactly("7-3", "9-0");
        assertThat(texts(older)).containsExactly("7-2", "7-1", "7-0");
        assertThat(texts(json("/tasks/" + task + "/logs?attempt=8"))).isEmpty();

        // When
        var seven = open("/tasks/" + task + "/logs?attempt=7", "");
        var nine = open("/tasks/" + task + "/logs?attempt=9", "");
        await().atMost(ofSeconds(30))
                .until(() -> Stream.of(seven, nine)
                        .allMatch(live -> live.values("event").equals(List.of("lines"))));
        logs.append(task, 9, 1, List.of("9-1")).await().atMost(ofSeconds(20));
        logs.append(task, 7, 4, List.of("7-4")).await().atMost(ofSeconds(20));

        // Then
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(Stream.of(seven, nine).map(live -> texts(live)))
                        .containsExactly(List.of("7-0", "7-1", "7-2", "7-3", "7-4"), List.of("9-0", "9-1")));
        var seen = seven.values("id").getLast();
        logs.append(task, 9, 2, List.of("9-2")).await().atMost(ofSeconds(20));
        logs.append(task, 7, 5, List.of("7-5")).await().atMost(ofSeconds(20));
        var back = open("/tasks/" + task + "/logs?attempt=7", "Last-Event-ID: " + seen + "\r\n");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(texts(back)).containsExactly("7-5"));
    }

    @Test
    void who_follows_a_long_log_can_go_on_to_the_lines_before() throws IOException {
        // Given
        var task = new TaskId(job, "a");
        var lines = IntStream.range(0, 700).mapToObj(Integer::toString).toList();
        logs.append(task, 7, 0, lines).await().atMost(ofSeconds(20));
        // When
        var live = open("/tasks/" + task + "/logs", "");
        await().atMost(ofSeconds(30)).until(() -> live.values("event").equals(List.of("lines")));
        // Then
        var shown = json.readTree(live.values("data").getFirst());
        assertThat(texts(live)).isEqualTo(lines.subList(200, 700));
        var before = json("/tasks/" + task + "/logs?order=newest&limit=300&cursor=" + cursor(shown));
        assertThat(texts(before).reversed()).isEqualTo(lines.subList(0, 200));
        assertThat(before.hasNonNull("nextCursor")).isFalse();
    }

    private static String cursor(JsonNode page) {
        return page.get("nextCursor").asText();
    }

    private static List<String> texts(JsonNode page) {
        var texts = new ArrayList<String>();
        page.get("items").forEach(line -> texts.add(line.get("text").asText()));
        return texts;
    }

    /** First those that it began with. */
    private List<String> texts(EventStreamClient live) {
        var texts = new ArrayList<String>();
        for (var data : live.values("data")) {
            var event = parsed(data);
            (event.has("lines") ? event.get("lines") : List.of(event))
                    .forEach(line -> texts.add(line.get("text").asText()));
        }
        return texts;
    }

    private JsonNode parsed(String data) {
        try {
            return json.readTree(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void events_are_found_by_task_status_and_verdict() throws IOException {
        store(
                event("job", "", 0, "RUNNING", "", ""),
                event("task", "a", 7, "RUNNING", "", ""),
                event("task", "b", 8, "RUNNING", "", ""),
                event("task", "a", 7, "FAILED", "ACCEPTED", "full"),
                event("answer", "a", 7, "FAILED", "STALE", "complete"),
                event("task", "b", 8, "COMPLETED", "ACCEPTED", ""));
        var events = "/jobs/" + job + "/events";
        var all = json(events).get("items");

        assertThat(found(events + "?task=a")).containsExactly(all.get(1), all.get(3), all.get(4));
        assertThat(found(events + "?task=a&order=newest&limit=2")).containsExactly(all.get(4), all.get(3));
        assertThat(found(events + "?task=a&limit=2&cursor=" + cursor(json(events + "?task=a&limit=2"))))
                .containsExactly(all.get(4));
        assertThat(found(events + "?status=RUNNING")).containsExactly(all.get(0), all.get(1), all.get(2));
        assertThat(found(events + "?verdict=ACCEPTED")).containsExactly(all.get(3), all.get(5));
        assertThat(found(events + "?task=a&verdict=STALE")).containsExactly(all.get(4));
        assertThat(client.get(events + "?task=c").statusCode()).isEqualTo(404);
    }

    private List<JsonNode> found(String path) throws IOException {
        var found = new ArrayList<JsonNode>();
        json(path).get("items").forEach(found::add);
        return found;
    }

    /** What two instances take at the same time. */
    @Test
    void no_line_becomes_visible_after_one_with_a_larger_id() {
        // Given
        var task = new TaskId(job, "a");
        var second = new AtomicReference<CompletableFuture<Void>>();
        // When
        var seenMeanwhile = database.inTransaction(first -> first.preparedQuery(LogArchive.APPEND)
                        .execute(Tuple.of(job, "a", 7L, 1L, OffsetDateTime.now(), new String[] {"first"}))
                        .invoke(() -> second.set(
                                logs.append(task, 7, 2, List.of("second")).subscribeAsCompletionStage()))
                        .chain(() -> untilItWaits(first, second.get()))
                        .chain(() -> logs.after(new LogChoice(task, null), 0, 10)))
                .await()
                .atMost(ofSeconds(30));
        second.get().join();
        // Then
        assertThat(seenMeanwhile).isEmpty();
        assertThat(logs.after(new LogChoice(task, null), 0, 10).await().atMost(ofSeconds(30)))
                .extracting(LogLine::text)
                .containsExactly("first", "second");
    }

    /** Or is through, if nothing holds it up. */
    private static Uni<Void> untilItWaits(SqlConnection connection, CompletableFuture<Void> append) {
        return Uni.createFrom()
                .deferred(() -> connection
                        .query(
                                "select exists (select from pg_locks where locktype = 'advisory' and not granted) as waits")
                        .execute())
                .map(rows -> append.isDone() || rows.iterator().next().getBoolean("waits"))
                .repeat()
                .until(waits -> waits)
                .collect()
                .last()
                .replaceWithVoid();
    }

    @Test
    void the_end_of_a_job_counts_without_tasks_that_redis_has_lost_only_if_it_was_being_stopped() {
        query("""
                insert into addition (job_id, task_id, request, attempt, body_hash, first_position, tasks, confirmed_at)
                values ($1, 'a', 'r', 7, '', 1, 1, now())""", job);
        query("update job set cancelling = 'CANCELLED', cancel_reason = 'no', cancel_heard = true where id = $1", job);

        store(event("task", "a", 7, "COMPLETED", "ACCEPTED", ""), event("job", "", 0, "COMPLETED", "", ""));

        assertThat(count(
                        "select run from job where id = $1 and status = 'CANCELLED' and reason = 'no' and finished_at is not null",
                        job))
                .isEqualTo(1);
        assertThat(count("select count(*) from task where job_id = $1 and id = 'b' and status = 'CANCELLED'", job))
                .isEqualTo(1);

        // Whoever asked for it came too late, and was told so.
        query("update task set status = 'PENDING' where job_id = $1 and id = 'b'", job);
        query(
                "update job set status = 'RUNNING', finished_at = null, reason = null, cancelling = 'CANCELLED' where id = $1",
                job);
        store(event("job", "", 0, "COMPLETED", "", ""));

        assertThat(count(
                        "select run from job where id = $1 and status = 'PENDING' and finished_at is null and cancelling is null",
                        job))
                .isEqualTo(2);
        store(event("task", "b", 8, "COMPLETED", "ACCEPTED", ""), event("job", "", 0, "COMPLETED", "", ""));
        assertThat(count("select run from job where id = $1 and status = 'COMPLETED' and finished_at is not null", job))
                .isEqualTo(2);
    }

    private void store(JobEvent... events) {
        mirror.store(List.of(events)).await().atMost(ofSeconds(20));
    }

    @Test
    void unknown_jobs_and_tasks_are_404() {
        assertThat(client.get("/jobs/nobody-knows/events").statusCode()).isEqualTo(404);
        assertThat(client.get("/tasks/nobody.knows/attempts").statusCode()).isEqualTo(404);
        assertThat(client.get("/tasks/no-task-id/logs").statusCode()).isEqualTo(400);
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    private String job(String status, String detail) {
        return append(packed(job, "job", "", 0, status, "", detail));
    }

    private String task(String task, long attempt, String status, String verdict, String detail) {
        return append(packed(job, "task", task, attempt, status, verdict, detail));
    }

    private JobEvent event(String type, String task, long attempt, String status, String verdict, String detail) {
        var packed = packed(job, type, task, attempt, status, verdict, detail);
        return JobEvent.of(new StreamEntry(++entryMs + "-0", Map.of("e", packed)), job)
                .getFirst();
    }

    private String packed(
            String job, String type, String task, long attempt, String status, String verdict, String detail) {
        return String.join(
                "|", type, job, task, Long.toString(attempt), Long.toString(++seq), status, verdict, "w", detail);
    }

    /** Gives the id of the first event of the entry. */
    private String append(String... packed) {
        return EntryId.parse(add("e", String.join("\u001e", packed))).toString();
    }

    private String add(String field, String value) {
        var command = Command.of("XADD")
                .key(keys.events(keys.partitionOf(job)))
                .arg("*")
                .arg(field)
                .arg(value);
        return router.send(command).await().atMost(ofSeconds(20)).text();
    }

    private JsonNode json(String path) throws IOException {
        return json.readTree(client.get(path).body());
    }

    private EventStreamClient open(String path, String headers) throws IOException {
        return openAs(ServiceContract.ADMIN_KEY, path, headers);
    }

    private EventStreamClient openAs(String key, String path, String headers) throws IOException {
        var stream = EventStreamClient.open(
                api.resolve(path), "Accept: text/event-stream\r\n", "Authorization: Bearer " + key + "\r\n", headers);
        clients.add(stream);
        return stream;
    }

    private Row row(String sql, Object... parameters) {
        return database.query(sql, parameters)
                .await()
                .atMost(ofSeconds(20))
                .iterator()
                .next();
    }

    private void query(String sql, Object... parameters) {
        database.query(sql, parameters).await().atMost(ofSeconds(20));
    }

    private static List<String> ids(JsonNode page) {
        var ids = new ArrayList<String>();
        page.get("items").forEach(event -> ids.add(event.get("id").asText()));
        return ids;
    }
}
