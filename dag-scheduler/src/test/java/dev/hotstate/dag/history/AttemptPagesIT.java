package dev.hotstate.dag.history;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.testing.contract.ServiceClient;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks with more attempts than anybody reads at once. */
@QuarkusTest
class AttemptPagesIT {

    private static final int MANY = 10_000;
    private static final Pattern NEXT = Pattern.compile("<(\\?[^>]*)>; rel=\"next\"");
    private static final PageRequest ALL = new PageRequest(1_000, Optional.empty());

    @TestHTTPResource
    URI api;

    @Inject
    Database database;

    @Inject
    MirrorStore mirror;

    @Inject
    AttemptStore attempts;

    private final ObjectMapper json = new ObjectMapper();
    private final long seed = ThreadLocalRandom.current().nextLong();
    private final Random random = new Random(seed);
    private ServiceClient client;
    private TaskId task;
    private long seq;

    @BeforeEach
    void order() {
        client = ServiceClient.anonymous(api).with(ServiceContract.ADMIN_KEY);
        task = new TaskId("attempts-%08x".formatted(random.nextInt()), "a");
        query("""
                insert into job (id, name, created_by, body_hash, task_count, on_failure, durability)
                values ($1, $1, 'test', '', 1, 'continue', 'redis')""", task.job());
        query("""
                insert into task (job_id, id, position, name, depends_on, queue, priority, max_retries, backoff_ms,
                    backoff_max_ms, timeout_ms, lease_ms, trigger_rule)
                values ($1, $2, 0, $2, '{}', 'q', 5, 3, 1000, 60000, 0, 30000, 'all_success')""", task.job(), task.task());
    }

    @ParameterizedTest
    @ValueSource(strings = {"newest", "oldest"})
    void ten_thousand_attempts_are_read_page_by_page_while_there_are_more(String order) throws IOException {
        storeMany(1, MANY);
        var read = new ArrayList<Long>();
        var cursor = "";
        do {
            var page = json("?order=" + order + "&limit=999" + cursor);
            page.get("items").forEach(attempt -> read.add(attempt.get("attempt").asLong()));
            if (read.size() == 999) {
                storeMany(MANY + 1, MANY + 3);
            }
            cursor = page.hasNonNull("nextCursor")
                    ? "&cursor=" + page.get("nextCursor").asText()
                    : null;
        } while (cursor != null);

        var expected = order.equals("newest")
                ? LongStream.rangeClosed(1, MANY).map(n -> MANY + 1 - n)
                : LongStream.rangeClosed(1, MANY + 3);
        assertThat(read).containsExactlyElementsOf(expected.boxed().toList());
    }

    @Test
    void who_asks_for_nothing_in_particular_gets_an_array_and_is_told_of_what_it_does_not_hold() throws IOException {
        storeMany(1, 1_000);
        var few = get("");
        storeMany(1_001, 2_500);
        var many = get("");
        var next = NEXT.matcher(many.headers().firstValue("Link").orElseThrow());

        assertThat(numbers(json.readTree(few.body())))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 1_000).boxed().toList());
        assertThat(few.headers().firstValue("Link")).isEmpty();
        assertThat(json.readTree(few.body()).get(0).fieldNames())
                .toIterable()
                .containsExactly(
                        "attempt", "worker", "startedAt", "finishedAt", "outcome", "verdict", "reason", "refused");
        assertThat(numbers(json.readTree(many.body())))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1_501, 2_500).boxed().toList());
        assertThat(next.matches()).isTrue();
        var older = json(next.group(1));
        assertThat(numbers(older.get("items")).getFirst()).isEqualTo(1_500);
        assertThat(older.hasNonNull("nextCursor")).isTrue();
    }

    /** Of what nodes that lose their newest writes may tell as well. */
    @ParameterizedTest
    @EnumSource
    void an_attempt_is_found_by_what_is_shown_of_it(AttemptOutcome outcome) {
        var events = new ArrayList<JobEvent>();
        for (int attempt = 1; attempt <= 200; attempt++) {
            drawAttempt(attempt, events);
        }
        mirror.store(events).await().atMost(ofSeconds(20));

        assertFound(new AttemptFilter(outcome, null, null, null), attempt -> attempt.outcome() == outcome);
        assertFound(
                new AttemptFilter(outcome, AnswerVerdict.STALE, null, null),
                attempt -> attempt.outcome() == outcome
                        && attempt.refused().stream()
                                .anyMatch(answer -> answer.verdict().equals("STALE")));
        assertFound(
                new AttemptFilter(outcome, null, "w1", null),
                attempt -> attempt.outcome() == outcome && "w1".equals(attempt.worker()));
    }

    private void assertFound(AttemptFilter filter, Predicate<AttemptView> shown) {
        assertThat(page(filter))
                .as("%s, seed %d", filter, seed)
                .containsExactlyElementsOf(
                        page(AttemptFilter.ALL).stream().filter(shown).toList());
    }

    private void drawAttempt(int attempt, List<JobEvent> events) {
        var ends = Stream.of("COMPLETED ACCEPTED", "FAILED ACCEPTED", "RETRY_WAIT ACCEPTED", "READY -", "CANCELLED -")
                .filter(end -> random.nextInt(4) == 0)
                .toList();
        boolean begun = random.nextInt(8) > 0;
        if (begun) {
            events.add(event("task", attempt, "RUNNING", "", "12"));
            for (var end : ends) {
                var word = end.split(" ");
                var verdict = word[1].equals("-") ? "" : word[1];
                events.add(
                        event("task", attempt, word[0], verdict, word[0].equals("RETRY_WAIT") ? "1 1 full" : "full"));
            }
        }
        if (!begun || random.nextInt(4) == 0) {
            var verdict = random.nextBoolean() ? "STALE" : "DUPLICATE";
            events.add(event("answer", attempt, "RUNNING", verdict, "complete"));
        }
    }

    /** As a rerun leaves it in the row of the job: RerunIT. */
    @Test
    void attempts_are_found_by_the_run_of_the_job_that_they_belong_to() throws IOException {
        storeMany(1, 30);
        query("update job set run = 4, run_after = '{10,10,25}' where id = $1", task.job());

        assertThat(walk("?run=1&limit=4"))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 10).boxed().toList());
        assertThat(walk("?run=2")).isEmpty();
        assertThat(walk("?run=3&limit=7&order=newest"))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(11, 25).map(n -> 36 - n).boxed().toList());
        assertThat(walk("?run=4")).containsExactly(26L, 27L, 28L, 29L, 30L);
        assertThat(get("?run=5").statusCode()).isEqualTo(400);
        assertThat(json.readTree(get("?run=0").body()).at("/errors/0/detail").asText())
                .isEqualTo("must be between 1 and 4");
    }

    @Test
    void runs_before_an_upgrade_are_taken_for_one_with_the_first_that_ended_after_it() throws IOException {
        storeMany(1, 30);
        query("update job set run = 4, run_after[3] = 25 where id = $1", task.job());

        var until25 = LongStream.rangeClosed(1, 25).boxed().toList();
        for (int run = 1; run <= 3; run++) {
            assertThat(walk("?run=" + run)).as("run %d", run).containsExactlyElementsOf(until25);
        }
        assertThat(walk("?run=4")).containsExactly(26L, 27L, 28L, 29L, 30L);
    }

    private List<Long> walk(String query) throws IOException {
        var read = new ArrayList<Long>();
        for (var cursor = ""; cursor != null; ) {
            var page = json(query + cursor);
            read.addAll(numbers(page.get("items")));
            cursor = page.hasNonNull("nextCursor")
                    ? "&cursor=" + page.get("nextCursor").asText()
                    : null;
        }
        return read;
    }

    @Test
    void an_accepted_answer_is_found_by_its_verdict() {
        mirror.store(List.of(
                        event("task", 1, "RUNNING", "", ""),
                        event("task", 1, "FAILED", "ACCEPTED", "full"),
                        event("task", 2, "RUNNING", "", ""),
                        event("task", 2, "READY", "", "lost")))
                .await()
                .atMost(ofSeconds(20));

        assertThat(page(new AttemptFilter(null, AnswerVerdict.ACCEPTED, null, null)))
                .extracting(AttemptView::attempt)
                .containsExactly(1L);
    }

    @Test
    void of_an_answer_that_is_repeated_without_end_the_last_ones_are_shown_and_the_others_counted() {
        var events = new ArrayList<JobEvent>();
        events.add(event("task", 1, "RUNNING", "", ""));
        for (int answer = 0; answer < 130; answer++) {
            events.add(event("answer", 1, "RUNNING", "STALE", "complete"));
        }
        mirror.store(events).await().atMost(ofSeconds(20));

        var attempt = page(AttemptFilter.ALL).getFirst();

        assertThat(attempt.refused()).hasSize(100);
        assertThat(attempt.refused().getLast().at()).isEqualTo(events.getLast().at());
        assertThat(attempt.olderRefused()).isEqualTo(30);
    }

    /** A page reads as many rows as it shows, however many attempts and tasks there are. */
    @ParameterizedTest
    @ValueSource(ints = {5, 5_000, 9_990})
    void a_page_reads_by_the_primary_key_what_it_shows(int before) {
        storeMany(1, MANY);
        query("analyze event");

        var plan = explain(before);

        assertThat(plan).contains("event_pkey").doesNotContain("Seq Scan");
        assertThat(Pattern.compile("event_pkey on event.*?rows=(\\d+)")
                        .matcher(plan)
                        .results()
                        .mapToInt(rows -> Integer.parseInt(rows.group(1))))
                .as(plan)
                .isNotEmpty()
                .allMatch(rows -> rows <= 200);
    }

    private String explain(int before) {
        return query(
                        "explain (analyze, costs off, timing off) " + AttemptStore.NEWEST_FIRST,
                        task.job(),
                        task.task(),
                        0L,
                        (long) before,
                        null,
                        null,
                        null,
                        51,
                        100)
                .stream()
                .map(row -> row.getString(0))
                .reduce("", (lines, line) -> lines + line + "\n");
    }

    /** Each of two events. */
    private void storeMany(int first, int last) {
        query("""
                insert into event (job_id, task_id, attempt, seq, entry_ms, entry_number, type, at, status, verdict, worker, detail)
                select $1, $2, n, n * 10 + k, n, k, 'task', now(), case k when 0 then 'RUNNING' else 'READY' end, '', 'w', 'lost'
                from generate_series($3::bigint, $4::bigint) as n, generate_series(0, 1) as k""", task.job(), task.task(), (long) first, (long) last);
    }

    private JobEvent event(String type, long attempt, String status, String verdict, String detail) {
        seq++;
        return new JobEvent(
                new EntryId(seq, 0),
                type,
                task.job(),
                task.task(),
                attempt,
                seq,
                Instant.ofEpochSecond(seq),
                status,
                verdict,
                type.equals("task") ? "w" + attempt % 3 : "",
                detail);
    }

    private List<AttemptView> page(AttemptFilter filter) {
        return attempts.page(task, ALL, HistoryOrder.OLDEST, filter)
                .await()
                .atMost(ofSeconds(20))
                .items();
    }

    private HttpResponse<String> get(String query) {
        return client.get("/tasks/" + task + "/attempts" + query);
    }

    private JsonNode json(String query) throws IOException {
        var answer = get(query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json.readTree(answer.body());
    }

    private static List<Long> numbers(JsonNode attempts) {
        var numbers = new ArrayList<Long>();
        attempts.forEach(attempt -> numbers.add(attempt.get("attempt").asLong()));
        return numbers;
    }

    private RowSet<Row> query(String sql, Object... parameters) {
        return Objects.requireNonNull(database.query(sql, parameters).await().atMost(ofSeconds(30)));
    }
}
