package dev.hotstate.dag.template;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.testing.contract.ServiceClient;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class TemplateIT {

    private static final String TEMPLATE = """
            {"description":"greets",
             "parameters":[{"name":"who","defaultValue":"world"},{"name":"count","defaultValue":2}],
             "job":{"name":"hello ${who}","labels":{"at":"${fireTime}"},
                    "tasks":[{"id":"a","queue":"noop","payload":{"who":"${who}","count":"${count}"}}]}}""";

    @TestHTTPResource
    URI api;

    @Inject
    Database database;

    @Inject
    FireWorker worker;

    private final ObjectMapper json = new ObjectMapper();
    private ServiceClient client;
    private String template;

    @BeforeEach
    void create() {
        client = ServiceClient.anonymous(api).with(ServiceContract.ADMIN_KEY);
        template = "greet-%08x".formatted(ThreadLocalRandom.current().nextInt());
        assertThat(put("/templates/" + template, TEMPLATE).statusCode()).isEqualTo(200);
    }

    @Test
    void a_run_by_hand_orders_a_job_with_its_parameters() throws IOException {
        var run = client.post("/templates/" + template + "/runs", "{\"parameters\":{\"who\":\"you\",\"count\":7}}");
        assertThat(run.statusCode()).as(run.body()).isEqualTo(201);
        var id = json.readTree(run.body()).get("jobId").asText();
        await().atMost(ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(get("/jobs/" + id).get("status").asText()).isEqualTo("COMPLETED"));
        assertThat(get("/jobs/" + id).get("name").asText()).isEqualTo("hello you");
        assertThat(get("/jobs/" + id).get("labels").get("template").asText()).isEqualTo(template);
        assertThat(get("/tasks/" + id + ".a").toString()).contains("{\"who\":\"you\",\"count\":7}");
    }

    @Test
    void a_repeated_run_with_the_same_id_is_one_job() throws IOException {
        var body = "{\"jobId\":\"%s-x\",\"fireTime\":\"2026-01-01T06:00:00Z\"}".formatted(template);
        assertThat(client.post("/templates/" + template + "/runs", body).statusCode())
                .isEqualTo(201);
        assertThat(client.post("/templates/" + template + "/runs", body).statusCode())
                .isEqualTo(200);
        var schedule = schedule("0 0 1 1 *", "skip", "UTC");
        var trigger = body.replace("-x", "-y");
        assertThat(client.post("/schedules/" + schedule + "/trigger", trigger).statusCode())
                .isEqualTo(201);
        assertThat(client.post("/schedules/" + schedule + "/trigger", trigger).statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_schedule_whose_template_now_needs_more_says_what_is_missing() throws IOException {
        var id = schedule("0 0 1 1 *", "fire_once", "UTC");
        assertThat(get("/schedules/" + id).hasNonNull("lastFire")).isFalse();
        var more = TEMPLATE.replace("\"parameters\":[", "\"parameters\":[{\"name\":\"region\"},");
        assertThat(put("/templates/" + template, more).statusCode()).isEqualTo(200);
        moveTo(id, Instant.now().minusSeconds(1));
        await().atMost(ofSeconds(30)).untilAsserted(() -> assertThat(states(id)).containsExactly("refused"));
        assertThat(fires(id).getFirst().get("detail").asText()).isEqualTo("/parameters/region is needed");
        assertThat(get("/schedules/" + id + "/fires?state=refused").get("items"))
                .hasSameSizeAs(fires(id));
        assertThat(get("/schedules/" + id + "/fires?state=submitted").get("items"))
                .isEmpty();
        assertThat(get("/schedules/" + id).get("lastFire").asText()).isEqualTo("refused");
    }

    @Test
    void what_can_never_be_a_job_is_refused_as_a_template() {
        var cycle = "{\"job\":{\"tasks\":[{\"id\":\"a\",\"dependsOn\":[\"a\"]}]}}";
        assertThat(put("/templates/" + template, cycle).statusCode()).isEqualTo(422);
        assertThat(put("/templates/" + template, "{\"job\":{\"tasks\":[{\"id\":\"${nobody}\"}]}}")
                        .statusCode())
                .isEqualTo(400);
        for (var tasks : List.of("{\"a\":null}", "[null]", "[[]]", "\"${nobody}\"", "5")) {
            assertThat(put("/templates/" + template, "{\"job\":{\"tasks\":" + tasks + "}}")
                            .statusCode())
                    .as(tasks)
                    .isBetween(400, 422);
        }
        assertThat(put("/templates/Not-A-Name", TEMPLATE).statusCode()).isEqualTo(400);
        assertThat(client.post("/templates/" + template + "/runs", "{\"parameters\":{\"no\":1}}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void what_is_of_another_form_is_named_with_its_place_and_what_was_expected() throws IOException {
        assertMisformed("{\"tasks\":{\"a\":null}}", "/job/tasks", "must be an array");
        assertMisformed(
                "{\"tasks\":[{\"id\":\"a\",\"maxRetries\":\"many\"}]}",
                "/job/tasks/0/maxRetries",
                "must be a number that fits");
        assertMisformed("{\"tasks\":[{\"id\":\"a\",\"retries\":1}]}", "/job/tasks/0/retries", "is not a known field");
    }

    private void assertMisformed(String job, String pointer, String detail) throws IOException {
        var answer = put("/templates/" + template, "{\"job\":" + job + "}");
        assertThat(answer.statusCode()).isEqualTo(400);
        var errors = json.readTree(answer.body()).get("errors");
        assertThat(errors).hasSize(1);
        assertThat(errors.get(0).get("pointer").asText()).isEqualTo(pointer);
        assertThat(errors.get(0).get("detail").asText()).isEqualTo(detail);
    }

    @Test
    void a_parameter_without_a_default_must_be_given() throws IOException {
        var needing = TEMPLATE.replace("{\"name\":\"count\",\"defaultValue\":2}", "{\"name\":\"count\"}");
        assertThat(put("/templates/" + template, needing).statusCode()).isEqualTo(200);
        var run = client.post("/templates/" + template + "/runs", "{}");
        assertThat(run.statusCode()).isEqualTo(400);
        assertThat(json.readTree(run.body()).at("/errors/0/pointer").asText()).isEqualTo("/parameters/count");
        var scheduled = client.post("/schedules", "{\"template\":\"%s\",\"cron\":\"0 0 1 1 *\"}".formatted(template));
        assertThat(scheduled.statusCode()).isEqualTo(400);
        assertThat(scheduled.body()).contains("/parameters/count");
    }

    @Test
    void times_are_looked_at_before_anything_is_saved() throws IOException {
        var preview = client.post("/schedules/preview?count=2", "{\"cron\":\"30 2 * * 0\",\"zone\":\"Europe/Berlin\"}");
        assertThat(preview.statusCode()).as(preview.body()).isEqualTo(200);
        assertThat(json.readTree(preview.body()).get("times"))
                .hasSize(2)
                .allSatisfy(time -> assertThat(time.get("local").asText()).matches("Sun \\S+ 0[23]:[03]0 \\+0[12]:00"));

        var refused = client.post("/schedules/preview", "{\"cron\":\"61 * * * *\",\"zone\":\"Moon/Base\"}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("/cron", "/zone");
        var never = client.post("/schedules/preview", "{\"cron\":\"0 0 30 2 *\"}");
        assertThat(json.readTree(never.body()).get("times")).isEmpty();
    }

    @Test
    void a_schedule_is_checked_shown_and_looked_ahead() throws IOException {
        var refused = client.post(
                "/schedules", "{\"template\":\"%s\",\"cron\":\"nonsense\",\"zone\":\"Moon/Base\"}".formatted(template));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("/cron", "/zone");
        var never = client.post("/schedules", "{\"template\":\"%s\",\"cron\":\"0 0 30 2 *\"}".formatted(template));
        assertThat(never.statusCode()).isEqualTo(400);
        assertThat(never.body()).contains("never fires: there is no such day");

        var id = schedule("30 2 * * *", "skip", "Europe/Berlin");
        assertThat(get("/schedules/" + id).get("zone").asText()).isEqualTo("Europe/Berlin");
        assertThat(get("/schedules/" + id + "/next?count=3")).hasSize(3);
        assertThat(client.delete("/templates/" + template).statusCode()).isEqualTo(409);
        assertThat(client.post("/schedules/" + id + "/trigger", "").statusCode())
                .isEqualTo(201);
        assertThat(client.delete("/schedules/" + id).statusCode()).isEqualTo(204);
        assertThat(client.delete("/templates/" + template).statusCode()).isEqualTo(204);
    }

    @Test
    void a_time_fires_once_however_many_look_at_it() throws IOException {
        // Given
        var id = schedule("0 0 1 1 *", "fire_once", "UTC");
        var due = Instant.now().minusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
        moveTo(id, due);
        // When
        var ticks = IntStream.range(0, 8).mapToObj(i -> worker.tick()).toList();
        Uni.join().all(ticks).andCollectFailures().await().atMost(ofSeconds(30));
        // Then
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(fires(id))
                        .hasSize(1)
                        .allMatch(fire -> fire.get("state").asText().equals("submitted")));
        var fire = fires(id).getFirst();
        assertThat(Instant.parse(fire.get("fireAt").asText())).isEqualTo(due);
        var job = fire.get("jobId").asText();
        await().atMost(ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(get("/jobs/" + job).get("status").asText()).isEqualTo("COMPLETED"));
        assertThat(get("/jobs/" + job).get("labels").get("at").asText()).isEqualTo(due.toString());
    }

    @Test
    void what_fired_and_was_not_submitted_is_submitted_once_by_whoever_comes_next() throws IOException {
        // Given: a process that died between firing and submitting, with its claim
        var id = schedule("0 0 1 1 *", "skip", "UTC");
        var at = Instant.parse("2026-01-01T00:00:00Z");
        var job = FireStore.jobId(id, at);
        query("""
                insert into schedule_fire (schedule_id, fire_at, job_id, job, state, claimed_until)
                values ($1, $2, $3, '{"tasks":[{"id":"a","queue":"noop"}]}', 'pending', now() - interval '1 s')""", id, ScheduleStore.time(at), job);
        // Then
        await().atMost(ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(fires(id).getFirst().get("state").asText()).isEqualTo("submitted"));
        await().atMost(ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(get("/jobs/" + job).get("status").asText()).isEqualTo("COMPLETED"));
    }

    @Test
    void missed_times_are_caught_up_with_as_the_schedule_says() throws IOException {
        var caughtUp = schedule("0 * * * *", "catch_up", "UTC");
        var skipped = schedule("0 * * * *", "skip", "UTC");
        var fiveHoursAgo = Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(5));
        moveTo(caughtUp, fiveHoursAgo);
        moveTo(skipped, fiveHoursAgo);
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(fires(caughtUp))
                        .hasSizeBetween(
                                5,
                                1
                                        + (int) Duration.between(fiveHoursAgo, Instant.now())
                                                .toHours()));
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(Instant.parse(
                                get("/schedules/" + skipped).get("nextFireAt").asText()))
                        .isAfter(Instant.now()));
        assertThat(fires(skipped)).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void a_schedule_that_can_never_be_a_job_says_so_and_holds_up_no_other() throws IOException {
        // Given: what an older version let in
        var poisoned = schedule("0 0 1 1 *", "fire_once", "UTC");
        var unreadable = schedule("0 0 1 1 *", "fire_once", "UTC");
        query("update template set job = '{\"labels\":\"text\",\"tasks\":[{\"id\":\"a\"}]}' where name = $1", template);
        var sound = template + "-sound";
        assertThat(put("/templates/" + sound, TEMPLATE).statusCode()).isEqualTo(200);
        var answer = client.post("/schedules", "{\"template\":\"%s\",\"cron\":\"0 0 1 1 *\"}".formatted(sound));
        var other = json.readTree(answer.body()).get("id").asText();
        query("update schedule set zone = 'Moon/Base' where id = $1", unreadable);
        // When
        moveTo(poisoned, Instant.now().minusSeconds(30));
        moveTo(unreadable, Instant.now().minusSeconds(30));
        moveTo(other, Instant.now().minusSeconds(1));
        // Then
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(states(other)).containsExactly("submitted"));
        for (var refused : List.of(poisoned, unreadable)) {
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(states(refused)).containsExactly("refused"));
            assertThat(Instant.parse(
                            get("/schedules/" + refused).get("nextFireAt").asText()))
                    .isAfter(Instant.now());
        }
        query("delete from schedule where id = $1", unreadable);
    }

    @Test
    void labels_that_are_no_object_and_requests_without_a_body_are_refused() {
        var labels = "{\"parameters\":[{\"name\":\"p\"}],\"job\":{\"labels\":\"${p}\",\"tasks\":[{\"id\":\"a\"}]}}";
        assertThat(put("/templates/" + template, labels).statusCode()).isEqualTo(400);
        assertThat(put("/templates/" + template, "").statusCode()).isEqualTo(400);
        assertThat(put("/templates/" + template, "null").statusCode()).isEqualTo(400);
        assertThat(client.post("/schedules", "null").statusCode()).isEqualTo(400);
        assertThat(put("/schedules/sched_x", "null").statusCode()).isEqualTo(400);
        assertThat(client.post("/schedules/preview", "null").statusCode()).isEqualTo(400);
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    private String schedule(String cron, String misfire, String zone) throws IOException {
        var answer = client.post(
                "/schedules",
                "{\"template\":\"%s\",\"cron\":\"%s\",\"misfire\":\"%s\",\"zone\":\"%s\"}"
                        .formatted(template, cron, misfire, zone));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return json.readTree(answer.body()).get("id").asText();
    }

    private void moveTo(String schedule, Instant time) {
        query("update schedule set next_fire_at = $2 where id = $1", schedule, ScheduleStore.time(time));
    }

    private List<String> states(String schedule) throws IOException {
        return fires(schedule).stream().map(fire -> fire.get("state").asText()).toList();
    }

    private List<JsonNode> fires(String schedule) throws IOException {
        var fires = new ArrayList<JsonNode>();
        get("/schedules/" + schedule + "/fires").get("items").forEach(fires::add);
        return fires;
    }

    private JsonNode get(String path) throws IOException {
        return json.readTree(client.get(path).body());
    }

    private HttpResponse<String> put(String path, String body) {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(api.resolve(path))
                    .header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                    .header("Content-Type", "application/json")
                    .timeout(ofSeconds(30))
                    .PUT(BodyPublishers.ofString(body))
                    .build();
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void query(String sql, Object... parameters) {
        database.query(sql, parameters).await().atMost(ofSeconds(5));
    }
}
