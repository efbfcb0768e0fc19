package dev.hotstate.dag.growth;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagApiClient.Answer;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.dag.job.JobStore;
import dev.hotstate.dag.job.TaskSnapshot;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks that a running task adds: once, all or none, whatever happens meanwhile. */
@QuarkusTest
class GrowthIT {

    @TestHTTPResource
    URI api;

    @Inject
    Growth growth;

    @Inject
    GrowthStore store;

    @Inject
    AdditionStore postgres;

    @Inject
    AdditionRecovery recovery;

    @Inject
    JobStore jobs;

    @Inject
    Database database;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    ObjectMapper json;

    private final String id = "grow-" + DagFixture.newJob();
    private final String queue = "q-" + id;
    private DagApiClient dag;
    private JobsOverHttp job;

    @BeforeEach
    void open() {
        dag = new DagApiClient(api);
        job = new JobsOverHttp(dag, id);
        DagFixture.open(router, keys, keys.partitionOf(id));
    }

    @Test
    void the_job_ends_only_after_the_tasks_that_were_added() {
        job.submit("{\"id\": \"split\", \"queue\": \"%1$s\"}");
        var split = job.claimOne();

        var answer = add(
                split,
                "parts",
                "{\"id\":\"p1\",\"queue\":\"%1$s\"},{\"id\":\"p2\",\"queue\":\"%1$s\"},"
                        + "{\"id\":\"join\",\"queue\":\"%1$s-join\",\"dependsOn\":[\"p1\",\"p2\"]}");

        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        assertThat(answer.body().get("verdict").asText()).isEqualTo("ACCEPTED");
        assertThat(answer.body().get("tasks")).hasSize(3);
        assertThat(job.claimNow(5, 0)).isEmpty();
        job.complete(split, "{\"parts\":2}");
        assertThat(job.view().get("status").asText()).isEqualTo("RUNNING");
        var parts = job.claim(2);
        assertThat(parts)
                .extracting(part -> part.at("/parents/split/parts").asInt())
                .containsExactly(2, 2);
        parts.forEach(part -> job.complete(part, "1"));
        var join = claimFrom("-join");
        assertThat(join.get("parents")).hasSize(2);
        job.complete(join);
        assertThat(job.view().get("status").asText()).isEqualTo("COMPLETED");
        assertThat(job.view().get("tasks").asInt()).isEqualTo(4);
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(storedTasks()).isEqualTo(4));
        assertThat(dag.get("/jobs/" + id + "/states").body().get("states").asText())
                .hasSize(4);
    }

    @Test
    void a_job_that_grows_may_have_as_many_tasks_as_any_other() {
        job.submit("{\"id\": \"split\", \"queue\": \"%1$s\"}");
        var split = job.claimOne();
        DagFixture.await(database.query("update job set task_count = 99998 where id = $1", id));

        var refused = add(
                split,
                "many",
                "{\"id\":\"a\",\"queue\":\"%1$s\"},{\"id\":\"b\",\"queue\":\"%1$s\"},{\"id\":\"c\",\"queue\":\"%1$s\"}");

        assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
        assertThat(refused.body().at("/errors/0/detail").asText())
                .isEqualTo("100,001 tasks, at most 100,000 are possible");
        assertThat(storedTasks()).isEqualTo(1);
        assertThat(add(split, "few", "{\"id\":\"a\",\"queue\":\"%1$s\"},{\"id\":\"b\",\"queue\":\"%1$s\"}")
                        .status())
                .isEqualTo(200);
        assertThat(add(split, "more", "{\"id\":\"d\",\"queue\":\"%1$s\"}").status())
                .isEqualTo(422);
        DagFixture.await(database.query("update job set task_count = task_count - 99997 where id = $1", id));
        job.complete(split);
        job.claim(2).forEach(job::complete);
        job.awaitStatus("COMPLETED");
    }

    @Test
    void a_task_that_depends_on_nothing_or_on_what_has_ended_begins_at_once() {
        job.submit(
                "{\"id\": \"first\", \"queue\": \"%1$s\"}, {\"id\": \"grow\", \"queue\": \"%1$s\", \"dependsOn\": [\"first\"]}");
        job.complete(job.claimOne(), "{\"n\":7}");
        var grow = job.claimOne();

        add(
                grow,
                "now",
                "{\"id\":\"free\",\"queue\":\"%1$s\",\"dependsOn\":[]},{\"id\":\"fed\",\"queue\":\"%1$s\",\"dependsOn\":[\"first\"]},"
                        + "{\"id\":\"never\",\"queue\":\"%1$s\",\"dependsOn\":[\"first\"],\"triggerRule\":\"one_failed\"},"
                        + "{\"id\":\"checked\",\"queue\":\"%1$s\",\"dependsOn\":[\"first\"],\"condition\":\"outputs.first.n > 9\"}");

        var begun = job.claim(2);
        assertThat(begun).extracting(task -> task.get("task").asText()).containsExactlyInAnyOrder("free", "fed");
        begun.stream()
                .filter(task -> task.get("task").asText().equals("fed"))
                .forEach(task -> assertThat(task.at("/parents/first/n").asInt()).isEqualTo(7));
        begun.forEach(task -> job.complete(task));
        job.complete(grow);
        job.awaitStatus("COMPLETED");
        assertThat(job.view().at("/progress/skipped").asInt()).isEqualTo(2);
    }

    @Test
    void the_same_request_adds_once_and_another_content_under_its_name_is_refused() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();
        var one = "{\"id\":\"x\",\"queue\":\"%1$s\"}";

        var asked = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> add(a, "r", one)))
                .toList();
        var answers = asked.stream().map(CompletableFuture::join).toList();

        assertThat(answers).allMatch(answer -> answer.status() == 200);
        assertThat(answers)
                .extracting(answer -> answer.body().get("verdict").asText())
                .containsOnlyOnce("ACCEPTED");
        assertThat(job.view().get("tasks").asInt()).isEqualTo(2);
        var other = add(a, "r", "{\"id\":\"y\",\"queue\":\"%1$s\"}");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.body().get("type").asText()).contains("task-not-added");
    }

    @Test
    void a_later_attempt_finds_what_an_earlier_one_added() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\", \"maxRetries\": 1, \"backoff\": \"PT0S\"}");
        var first = job.claimOne();
        add(first, "r", "{\"id\":\"x\",\"queue\":\"%1$s\"}");
        dag.post("/tasks/%s.a/fail".formatted(id), "{\"attempt\":\"%s\"}".formatted(JobsOverHttp.attempt(first)));
        var second = job.claimOne();

        var again = add(second, "r", "{\"id\":\"x\",\"queue\":\"%1$s\"}");

        assertThat(again.body().get("verdict").asText()).isEqualTo("DUPLICATE");
        job.complete(second);
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void an_attempt_that_has_ended_adds_nothing_and_leaves_nothing() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var both = job.claim(2);
        job.complete(both.getFirst());

        var late = add(both.getFirst(), "late", "{\"id\":\"x\",\"queue\":\"%1$s\"}");

        assertThat(late.status()).isEqualTo(409);
        assertThat(late.body().get("type").asText()).contains("stale-attempt");
        assertThat(storedTasks()).isEqualTo(2);
        job.complete(both.get(1));
        job.awaitStatus("COMPLETED");
    }

    @Test
    void what_can_not_run_is_refused_with_its_place() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();

        assertRefused(add(a, "r1", "{\"id\":\"a\"}"), 422, "/tasks/0");
        assertRefused(add(a, "r2", "{\"id\":\"x\",\"dependsOn\":[\"nobody\"]}"), 422, "/tasks/0/dependsOn/0");
        assertRefused(add(a, "r3", "{\"id\":\"x\",\"priority\":12}"), 422, "/tasks/0/priority");
        assertRefused(add(a, "r5", "{\"id\":\"x\",\"dependsOn\":[null]}"), 422, "/tasks/0/dependsOn");
        var circle = add(a, "r4", "{\"id\":\"x\",\"dependsOn\":[\"y\"]},{\"id\":\"y\",\"dependsOn\":[\"x\"]}");
        assertThat(circle.status()).isEqualTo(422);
        assertThat(circle.body().get("cycle")).hasSize(2);
        assertThat(add(a, "no name", "{\"id\":\"x\"}").status()).isEqualTo(400);
        assertThat(dag.post("/tasks/nojob.a/children", body("1", "r", "{\"id\":\"x\"}"))
                        .status())
                .isEqualTo(404);
        assertThat(storedTasks()).isOne();
    }

    @Test
    void what_a_crash_left_unconfirmed_is_carried_on() throws Exception {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();
        reserve(a, "{\"id\":\"x\",\"queue\":\"%1$s\"}");
        assertThat(dag.get("/tasks/" + id + ".x").status()).isEqualTo(404);

        makeOld();

        await().atMost(ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(dag.get("/tasks/" + id + ".x").status()).isEqualTo(200));
        job.complete(a);
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void what_a_crash_left_of_an_attempt_that_is_gone_is_deleted() throws Exception {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var both = job.claim(2);
        reserve(both.getFirst(), "{\"id\":\"x\",\"queue\":\"%1$s\"}");
        job.complete(both.getFirst());

        makeOld();

        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(storedTasks()).isEqualTo(2));
        job.complete(both.get(1));
        job.awaitStatus("COMPLETED");
    }

    @Test
    void what_was_given_up_is_never_confirmed_late_not_even_as_another_of_its_name() throws Exception {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\", \"maxRetries\": 1, \"backoff\": \"PT0S\"}");
        var first = job.claimOne();
        var lost = reserve(first, "{\"id\":\"x\",\"queue\":\"%1$s\"}");
        dag.post("/tasks/%s.a/fail".formatted(id), "{\"attempt\":\"%s\"}".formatted(JobsOverHttp.attempt(first)));

        DagFixture.await(recovery.settle(id));

        assertThat(DagFixture.await(postgres.confirm(lost))).isFalse();
        assertThat(storedTasks()).isOne();
        var second = job.claimOne();
        var again = reserve(second, "{\"id\":\"x\",\"queue\":\"%1$s\"}");
        assertThat(DagFixture.await(postgres.confirm(lost))).isFalse();
        assertThat(DagFixture.await(growth.carryOut(again)).verdict()).isEqualTo("ACCEPTED");
        job.complete(second);
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void what_others_came_by_is_confirmed_with_them() throws Exception {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();
        reserve(a, "{\"id\":\"adder\",\"queue\":\"%1$s\"}", "r1");
        reserve(a, "{\"id\":\"parent\",\"queue\":\"%1$s\"}", "r2");
        reserve(a, "{\"id\":\"stranger\",\"queue\":\"%1$s\"}", "r3");
        var added = growth.reserve(
                new TaskId(id, "adder"),
                request("1", "r", "{\"id\":\"child\",\"queue\":\"%1$s\",\"dependsOn\":[\"parent\"]}"));

        assertThat(DagFixture.await(postgres.confirm(DagFixture.await(added).addition())))
                .isTrue();

        assertThat(confirmedTasks()).containsExactly("a", "adder", "parent", "child");
        assertThat(DagFixture.await(jobs.snapshot(id)).orElseThrow().tasks()).hasSize(4);
    }

    @Test
    void an_instance_of_the_version_before_can_still_store_additions() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();

        DagFixture.await(database.query("""
                insert into addition (job_id, task_id, request, attempt, body_hash, first_position, tasks)
                values ($1, 'a', 'r', $2, '', 1, 0)""", id, Long.parseLong(JobsOverHttp.attempt(a))));

        assertThat(DagFixture.await(
                        postgres.confirm(new Addition(new TaskId(id, "a"), JobsOverHttp.attempt(a), "r", 1, 0))))
                .isTrue();
    }

    @Test
    void a_job_that_ended_without_tasks_that_redis_has_lost_runs_on() throws Exception {
        job.submit("{\"id\": \"split\", \"queue\": \"%1$s\"}");
        var split = job.claimOne();
        assertThat(add(split, "r", "{\"id\":\"x\",\"queue\":\"%1$s\"}").status())
                .isEqualTo(200);
        lose("x");

        job.complete(split);

        var x = job.claimOne();
        assertThat(x.get("task").asText()).isEqualTo("x");
        job.complete(x);
        job.awaitStatus("COMPLETED");
        assertThat(job.view().get("tasks").asInt()).isEqualTo(2);
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                dag.get("/jobs/" + id).body().get("run").asInt())
                        .isEqualTo(2));
        assertThat(job.claimNow(1, 0)).isEmpty();
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(attempts("x", 2)).containsExactly(JobsOverHttp.attempt(x)));
        assertThat(attempts("x", 1)).isEmpty();
        assertThat(attempts("split", 1)).containsExactly(JobsOverHttp.attempt(split));
        assertThat(attempts("split", 2)).isEmpty();
    }

    private List<String> attempts(String task, int run) {
        var items = dag.get("/tasks/" + id + "." + task + "/attempts?run=" + run)
                .body()
                .get("items");
        return items.findValuesAsText("attempt");
    }

    @Test
    void what_is_open_and_depends_on_what_redis_has_lost_is_decided_after_that_is_there_again() throws Exception {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var running = job.claim(2);
        assertThat(add(running.getFirst(), "r", "{\"id\":\"x\",\"queue\":\"%1$s\"}")
                        .status())
                .isEqualTo(200);
        reserve(running.getLast(), "{\"id\":\"y\",\"queue\":\"%1$s\",\"dependsOn\":[\"x\"]}");
        lose("x");

        DagFixture.await(recovery.settle(id));

        assertThat(confirmedTasks()).containsExactly("a", "b", "x", "y");
        running.forEach(job::complete);
        for (var name : List.of("x", "y")) {
            var task = job.claimOne();
            assertThat(task.get("task").asText()).isEqualTo(name);
            job.complete(task);
        }
        job.awaitStatus("COMPLETED");
    }

    @Test
    void with_what_is_given_up_goes_what_depends_on_it() throws Exception {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var running = job.claim(2);
        var a = running.getFirst();
        reserve(a, "{\"id\":\"x\",\"queue\":\"%1$s\"}");
        var late = reserve(running.getLast(), "{\"id\":\"y\",\"queue\":\"%1$s\",\"dependsOn\":[\"x\"]}");
        reserve(running.getLast(), "{\"id\":\"z\",\"queue\":\"%1$s\"}", "another");
        job.complete(a);

        DagFixture.await(recovery.settle(id));

        assertThat(DagFixture.await(postgres.confirm(late))).isFalse();
        assertThat(confirmedTasks()).containsExactly("a", "b", "z");
        assertThat(storedTasks()).isEqualTo(3);
        job.complete(running.getLast());
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void what_is_confirmed_after_the_end_of_its_job_is_lost() throws Exception {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        var a = job.claimOne();
        var late = reserve(a, "{\"id\":\"x\",\"queue\":\"%1$s\"}");
        job.complete(a);
        await().atMost(ofSeconds(30))
                .until(() -> DagFixture.await(
                                        database.query("select from job where id = $1 and finished_at is not null", id))
                                .size()
                        == 1);

        assertThat(DagFixture.await(postgres.confirm(late))).isFalse();
        assertThat(confirmedTasks()).containsExactly("a");
    }

    @Test
    void adding_and_completing_at_once_leaves_all_or_nothing() {
        int rounds = 30;
        job.submit(String.join(
                ",",
                IntStream.range(0, rounds)
                        .mapToObj(i -> "{\"id\": \"t" + i + "\", \"queue\": \"%1$s\"}")
                        .toList()));
        var running = job.claim(rounds);
        Set<String> expected = new HashSet<>();
        for (var task : running) {
            var name = task.get("task").asText();
            var children =
                    "{\"id\":\"%s-x\",\"queue\":\"%%1$s-more\"},{\"id\":\"%<s-y\",\"queue\":\"%%1$s-more\",\"dependsOn\":[]}"
                            .formatted(name);
            var adding = CompletableFuture.supplyAsync(() -> add(task, "r", children));
            job.complete(task);
            var answer = adding.join();
            assertThat(answer.status()).isIn(200, 409);
            if (answer.status() == 200) {
                expected.addAll(List.of(name + "-x", name + "-y"));
            }
        }
        Set<String> run = new HashSet<>();
        while (run.size() < expected.size()) {
            var task = claimFrom("-more");
            assertThat(run.add(task.get("task").asText())).isTrue();
            job.complete(task);
        }
        assertThat(run).isEqualTo(expected);
        job.awaitStatus("COMPLETED");
        assertThat(storedTasks()).isEqualTo(rounds + expected.size());
    }

    @Test
    void more_children_than_a_chunk_holds_are_all_told() {
        job.submit("{\"id\": \"wide\", \"queue\": \"%1$s\"}");
        var wide = job.claimOne();
        for (int part = 0; part < 3; part++) {
            int from = part * 90;
            var tasks = IntStream.range(from, from + 90)
                    .mapToObj(i -> "{\"id\":\"c%d\",\"queue\":\"%%1$s\"}".formatted(i))
                    .toList();
            assertThat(add(wide, "part" + part, String.join(",", tasks)).status())
                    .isEqualTo(200);
        }
        job.complete(wide);
        for (int part = 0; part < 3; part++) {
            job.claim(90).forEach(job::complete);
        }
        job.awaitStatus("COMPLETED");
    }

    // ---- in parts
    // -----------------------------------------------------------------------------------------------------

    @Test
    void many_tasks_of_many_parents_are_linked_to_each_once_whatever_has_ended() {
        submitParents(60);
        var adder = job.claimFrom(queue + "-adder");
        var running = job.claim(60);
        running.subList(0, 20).forEach(parent -> job.complete(parent, "1"));

        var adding = CompletableFuture.supplyAsync(() -> add(adder, "r", childrenOf(60)));
        running.subList(20, 40).forEach(job::complete);
        assertThat(adding.join().status()).isEqualTo(200);
        running.subList(40, 60).forEach(job::complete);
        job.complete(adder);

        runChildren();
        assertSound(161);
    }

    @Test
    void what_a_crash_left_unwritten_is_written_and_the_job_does_not_end_before() throws Exception {
        submitParents(3);
        var adder = job.claimFrom(queue + "-adder");
        var stored = reserve(adder, childrenOf(3));
        var tasks = tasksOf(stored);

        assertThat(DagFixture.await(store.add(stored, tasks)))
                .isInstanceOfSatisfying(
                        AddOutcome.Added.class,
                        added -> assertThat(added.next()).isNotEmpty());
        job.claim(3).forEach(job::complete);
        job.complete(adder);
        assertThat(job.view().get("status").asText()).isEqualTo("RUNNING");

        // Nobody goes on but who finds it in todo.
        runChildren();
        assertThat(DagFixture.await(store.place(stored.adder(), "r"))).isEmpty();
        assertThat(DagFixture.await(store.goOn(stored, tasks, AdditionPart.BEGINNING)))
                .isInstanceOf(PartOutcome.Done.class);
        assertSound(104);
    }

    @Test
    void parts_that_are_written_by_several_at_once_count_once() throws Exception {
        submitParents(30);
        var adder = job.claimFrom(queue + "-adder");
        job.claim(30).subList(0, 15).forEach(job::complete);
        var stored = reserve(adder, childrenOf(30));
        DagFixture.await(store.add(stored, tasksOf(stored)));

        var writing = IntStream.range(0, 6)
                .mapToObj(i -> CompletableFuture.runAsync(() -> DagFixture.await(growth.goOn(stored.adder(), "r"))))
                .toList();
        writing.forEach(CompletableFuture::join);

        assertThat(DagFixture.await(store.place(stored.adder(), "r"))).isEmpty();
        assertSound(131);
        assertThat(add(adder, "r", childrenOf(30)).body().get("verdict").asText())
                .isEqualTo("DUPLICATE");
    }

    @Test
    void a_job_that_is_cancelled_while_tasks_are_added_ends_with_all_of_them() throws Exception {
        submitParents(2);
        var adder = job.claimFrom(queue + "-adder");
        var stored = reserve(adder, childrenOf(2));
        DagFixture.await(store.add(stored, tasksOf(stored)));

        dag.post("/jobs/" + id + "/cancel", "");

        job.awaitStatus("CANCELLED");
        assertThat(job.view().at("/progress/cancelled").asInt()).isEqualTo(103);
    }

    @Test
    void a_task_that_needs_one_of_many_parents_begins_with_the_first_and_is_told_of_all() {
        submitParents(60);
        var adder = job.claimFrom(queue + "-adder");
        var parents = job.claim(60);
        parents.subList(50, 60).forEach(job::complete);

        add(
                adder,
                "any",
                "{\"id\":\"any\",\"queue\":\"%1$s-any\",\"triggerRule\":\"one_success\",\"dependsOn\":[\""
                        + String.join("\",\"", names(60)) + "\"]}");

        job.complete(claimFrom("-any"));
        assertSound(62);
        parents.subList(0, 50).forEach(job::complete);
        job.complete(adder);
        job.awaitStatus("COMPLETED");
    }

    /** And the adder, in a queue of its own. */
    private void submitParents(int count) {
        job.submit("{\"id\":\"adder\",\"queue\":\"%1$s-adder\"},"
                + names(count).stream()
                        .map("{\"id\":\"%s\",\"queue\":\"%%1$s\"}"::formatted)
                        .collect(Collectors.joining(",")));
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "p" + i).toList();
    }

    /** A hundred, each after up to twenty of so many parents, every tenth after the one before as well. */
    private static String childrenOf(int parents) {
        return IntStream.range(0, 100)
                .mapToObj(i -> {
                    var named = IntStream.range(0, Math.min(19, parents))
                            .mapToObj(at -> "\"p%d\"".formatted((7 * i + at) % parents))
                            .collect(Collectors.toCollection(ArrayList::new));
                    if (i % 10 == 9) {
                        named.add("\"c%d\"".formatted(i - 1));
                    }
                    return "{\"id\":\"c%d\",\"queue\":\"%%1$s-children\",\"dependsOn\":[%s]}"
                            .formatted(i, String.join(",", named));
                })
                .collect(Collectors.joining(","));
    }

    private void runChildren() {
        Set<String> run = new HashSet<>();
        while (run.size() < 100) {
            var task = claimFrom("-children");
            var name = task.get("task").asText();
            assertThat(run.add(name)).as(name).isTrue();
            int number = Integer.parseInt(name.substring(1));
            assertThat(number % 10 < 9 || run.contains("c" + (number - 1)))
                    .as("%s after the one before", name)
                    .isTrue();
            job.complete(task);
        }
        job.awaitStatus("COMPLETED");
    }

    private void assertSound(int tasks) {
        var found = dag.get("/jobs/" + id + "/verify").body();
        assertThat(found.get("found").asInt()).as("%s", found).isZero();
        assertThat(found.get("settled").asBoolean()).isTrue();
        assertThat(found.get("tasks").asInt()).isEqualTo(tasks);
    }

    private List<TaskSnapshot> tasksOf(Addition addition) {
        return DagFixture.await(jobs.tasksFrom(id, addition.firstPosition(), addition.tasks()));
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    private JsonNode claimFrom(String ending) {
        var answer = dag.post("/queues/" + queue + ending + "/claims", "{\"worker\":\"w\",\"max\":1,\"waitMs\":20000}");
        assertThat(answer.body().get("tasks")).as("%s", answer.body()).hasSize(1);
        return answer.body().get("tasks").get(0);
    }

    private Answer add(JsonNode task, String request, String tasks) {
        return dag.post(
                "/tasks/" + task.get("id").asText() + "/children",
                body(JobsOverHttp.attempt(task), request, tasks.formatted(queue)));
    }

    private static String body(String attempt, String request, String tasks) {
        return "{\"attempt\":\"%s\",\"request\":\"%s\",\"tasks\":[%s]}".formatted(attempt, request, tasks);
    }

    private Addition reserve(JsonNode task, String tasks) throws Exception {
        return reserve(task, tasks, "r");
    }

    private Addition reserve(JsonNode task, String tasks, String request) throws Exception {
        return DagFixture.await(growth.reserve(
                        new TaskId(id, task.get("task").asText()), request(JobsOverHttp.attempt(task), request, tasks)))
                .addition();
    }

    private AddTasksRequest request(String attempt, String request, String tasks) throws Exception {
        return json.readValue(body(attempt, request, tasks.formatted(queue)), AddTasksRequest.class);
    }

    /** As if a node had come back without its newest writes: with a task that was added, which has no children. */
    private void lose(String task) {
        List.of(
                        Command.of("HDEL").key(keys.state(id)).arg(task),
                        Command.of("HDEL").key(keys.edges(id)).arg(task),
                        Command.of("DEL").key(keys.children(id)),
                        Command.of("HINCRBY").key(keys.job(id)).arg("left").arg(-1),
                        Command.of("HINCRBY").key(keys.job(id)).arg("total").arg(-1))
                .forEach(command -> DagFixture.await(router.send(command)));
    }

    private List<String> confirmedTasks() {
        return DagFixture.await(
                        database.query("select id from task where job_id = $1 and confirmed order by position", id))
                .stream()
                .map(row -> row.getString("id"))
                .toList();
    }

    private void makeOld() {
        DagFixture.await(database.query(
                "update addition set created_at = created_at - interval '1 minute' where job_id = $1", id));
    }

    private long storedTasks() {
        return DagFixture.await(database.query("select count(*) as n from task where job_id = $1", id))
                .iterator()
                .next()
                .getLong("n");
    }

    private static void assertRefused(Answer answer, int status, String pointer) {
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(status);
        assertThat(answer.body().at("/errors/0").toString()).contains(pointer);
    }
}
