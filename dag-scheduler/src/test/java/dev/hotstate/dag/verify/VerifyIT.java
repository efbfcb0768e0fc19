package dev.hotstate.dag.verify;

import static dev.hotstate.dag.DagFixture.await;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is damaged by hand is found, put right on request, and the job ends. */
@QuarkusTest
class VerifyIT {

    private static final String DIAMOND = "{\"id\": \"a\", \"queue\": \"%1$s\"},"
            + "{\"id\": \"b\", \"queue\": \"%1$s\", \"dependsOn\": [\"a\"]},"
            + "{\"id\": \"c\", \"queue\": \"%1$s\", \"dependsOn\": [\"a\"]},"
            + "{\"id\": \"d\", \"queue\": \"%1$s\", \"dependsOn\": [\"b\", \"c\"]}";

    @TestHTTPResource
    URI api;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    StandstillWorker standstill;

    private final String id = "verify-" + DagFixture.newJob();
    private DagApiClient dag;
    private JobsOverHttp job;

    @BeforeEach
    void open() {
        dag = new DagApiClient(api);
        job = new JobsOverHttp(dag, id);
        DagFixture.open(router, keys, keys.partitionOf(id));
    }

    @Test
    void a_sound_job_has_no_differences_at_any_time() {
        job.submit(DIAMOND);
        assertSound(4);
        var a = job.claimOne();
        assertSound(4);
        job.complete(a);
        assertSound(4);
        job.claim(2).forEach(job::complete);
        job.complete(job.claimOne());
        assertSound(4);
        assertThat(dag.get("/jobs/nojob/verify").status()).isEqualTo(404);
    }

    @Test
    void lost_tallies_are_found_and_repaired_and_the_job_ends() {
        job.submit(DIAMOND);
        job.complete(job.claimOne());
        job.claim(2).forEach(job::complete);
        // As if d had never heard of its parents, and was never handed out.
        damage("d", state("d").replaceFirst("^A", "P").replace(";2,0,0/2;", ";0,0,0/2;"));
        await(router.send(Command.of("UNLINK").key(keys.ready(keys.partitionOf(id), job.queue()))));
        assertThat(job.claimNow(1, 0)).isEmpty();

        var found = verify();
        assertThat(found.get("found").asInt()).isOne();
        assertThat(found.get("repaired").asInt()).isZero();
        assertThat(found.at("/differences/0/task").asText()).isEqualTo("d");
        assertThat(found.at("/differences/0/kind").asText()).isEqualTo("TALLIES");
        assertThat(found.at("/differences/0/found").asText()).startsWith("0 completed");
        assertThat(found.at("/differences/0/expected").asText()).startsWith("2 completed");

        assertThat(repair().get("repaired").asInt()).isOne();
        assertSound(4);
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void a_job_that_stands_still_is_put_right_without_being_asked() {
        job.submit(DIAMOND);
        job.complete(job.claimOne());
        job.claim(2).forEach(job::complete);
        // As if the hints of a partition were lost: d waits, and is in no queue.
        damage("d", state("d").replaceFirst("^A", "P"));
        await(router.send(Command.of("UNLINK").key(keys.ready(keys.partitionOf(id), job.queue()))));
        assertThat(dag.get("/tasks/" + id + ".d/why")
                        .body()
                        .at("/reasons/0/code")
                        .asText())
                .isEqualTo("OVERLOOKED");

        Awaitility.await().atMost(ofSeconds(30)).until(() -> {
            await(standstill.tick());
            return state("d").startsWith("A");
        });

        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void a_job_that_redis_has_lost_alone_is_loaded_again() {
        job.submit(DIAMOND);
        await(router.send(Command.of("UNLINK").key(keys.ready(keys.partitionOf(id), job.queue()))));
        await(router.send(Command.of("UNLINK").key(keys.job(id))));

        Awaitility.await().atMost(ofSeconds(30)).until(() -> {
            await(standstill.tick());
            return await(router.send(Command.of("HEXISTS").key(keys.job(id)).arg("status")))
                            .integer()
                    == 1;
        });

        runToTheEnd();
    }

    @Test
    void a_ready_task_that_stands_in_no_queue_is_handed_out_again() {
        job.submit(DIAMOND);
        await(router.send(Command.of("UNLINK").key(keys.ready(keys.partitionOf(id), job.queue()))));

        assertThat(verify().at("/differences/0/kind").asText()).isEqualTo("PLACE");
        assertThat(repair().get("repaired").asInt()).isOne();

        runToTheEnd();
    }

    @Test
    void a_lost_state_comes_back_from_postgres() {
        job.submit(DIAMOND);
        var a = job.claimOne();
        await(router.send(Command.of("HDEL").key(keys.state(id)).arg("b")));

        var repaired = repair();

        assertThat(repaired.at("/differences/0/kind").asText()).isEqualTo("MISSING");
        assertThat(repaired.get("repaired").asInt()).isOne();
        assertSound(4);
        job.complete(a);
        job.claim(2).forEach(job::complete);
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void wrong_counters_are_found_and_repaired_and_the_job_ends() {
        job.submit(DIAMOND);
        await(router.send(Command.of("HINCRBY").key(keys.job(id)).arg("left").arg(3)));
        await(router.send(Command.of("HSET").key(keys.job(id)).arg("skipped").arg(2)));

        var found = verify();
        assertThat(found.get("counters")).hasSize(2);
        assertThat(found.at("/counters/0/counter").asText()).isEqualTo("left");
        assertThat(found.at("/counters/0/found").asText()).isEqualTo("7");
        assertThat(found.at("/counters/0/expected").asText()).isEqualTo("4");

        assertThat(repair().at("/counters/0/repaired").asBoolean()).isTrue();
        runToTheEnd();
    }

    @Test
    void a_job_that_forgot_to_end_ends() {
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        await(router.send(Command.of("HINCRBY").key(keys.job(id)).arg("left").arg(1)));
        job.complete(job.claimOne());
        assertThat(job.view().get("status").asText()).isEqualTo("RUNNING");

        assertThat(repair().get("status").asText()).isEqualTo("COMPLETED");

        job.awaitStatus("COMPLETED");
    }

    @Test
    void a_wide_job_is_compared_while_it_runs() {
        int wide = 1_100;
        var names = IntStream.range(0, wide).mapToObj(i -> "t" + i).toList();
        job.submit(names.stream()
                        .map("{\"id\": \"%s\", \"queue\": \"%%1$s\"}"::formatted)
                        .collect(joining(","))
                + ",{\"id\": \"join\", \"queue\": \"%1$s\", \"dependsOn\": ["
                + names.stream().map("\"%s\""::formatted).collect(joining(","))
                + "]}");
        job.claim(100).forEach(job::complete);
        assertThat(dag.get("/tasks/" + id + ".join/why")
                        .body()
                        .at("/reasons/0/text")
                        .asText())
                .contains("1,000 tasks that have not ended");
        assertSound(wide + 1);
        damage("join", state("join").replace(";100,0,0/1100;", ";90,0,0/1100;"));

        var repaired = repair();

        assertThat(repaired.at("/differences/0/task").asText()).isEqualTo("join");
        assertThat(repaired.at("/differences/0/expected").asText()).startsWith("100 completed");
        assertSound(wide + 1);
        assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(200);
        job.awaitStatus("CANCELLED");
        assertSound(wide + 1);
    }

    private void runToTheEnd() {
        job.complete(job.claimOne());
        job.claim(2).forEach(job::complete);
        job.complete(job.claimOne());
        job.awaitStatus("COMPLETED");
    }

    @Test
    void a_join_of_more_parents_than_a_field_holds_is_whole() {
        var parents = IntStream.range(0, 1_100).mapToObj(i -> "p" + i).toList();
        job.submit(parents.stream()
                        .map(parent -> "{\"id\": \"%s\", \"queue\": \"%s\"},"
                                .formatted(parent, parent.equals("p1099") ? "last-" + id : "%1$s"))
                        .collect(joining())
                + "{\"id\": \"join\", \"queue\": \"%1$s-join\", \"triggerRule\": \"one_success\", \"dependsOn\": [\""
                + String.join("\",\"", parents) + "\"]}");
        assertThat(edges("join")).startsWith("p0,").endsWith(",p499,");
        assertThat(edges("join/2")).startsWith("p1000,").endsWith(",p1099");
        assertSound(1_101);

        // Read across all fields, of the last parent.
        job.complete(job.claimFrom("last-" + id), "7");

        var join = job.claimFrom(job.queue() + "-join");
        assertThat(join.at("/parents/p1099").asInt()).isEqualTo(7);
        assertSound(1_101);
    }

    private String edges(String field) {
        return await(router.send(Command.of("HGET").key(keys.edges(id)).arg(field)))
                .text();
    }

    private String state(String task) {
        return await(router.send(Command.of("HGET").key(keys.state(id)).arg(task)))
                .text();
    }

    private void damage(String task, String packed) {
        assertThat(packed).isNotEqualTo(state(task));
        await(router.send(Command.of("HSET").key(keys.state(id)).arg(task).arg(packed)));
    }

    private void assertSound(int tasks) {
        var found = verify();
        assertThat(found.get("found").asInt()).as("%s", found).isZero();
        assertThat(found.get("settled").asBoolean()).isTrue();
        assertThat(found.get("tasks").asInt()).isEqualTo(tasks);
    }

    private JsonNode verify() {
        var answer = dag.get("/jobs/" + id + "/verify");
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        return answer.body();
    }

    private JsonNode repair() {
        var answer = dag.post("/jobs/" + id + "/verify?repair=true", "");
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        return answer.body();
    }
}
