package dev.hotstate.dag.recovery;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.redis.FailoverMode;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How Redis is brought back to what Postgres knows. What jobs and workers notice of it: FaultsIT. */
@QuarkusTest
@WithTestResource(OwnBackends.class)
class RecoveryIT {

    private static final AtomicInteger JOBS = new AtomicInteger();

    @Inject
    Database database;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    Partitions partitions;

    @Inject
    TaskStore tasks;

    @Inject
    MemoryGate gate;

    RedisClusterHarness cluster;

    @TestHTTPResource
    URI api;

    private DagApiClient dag;
    private String job;
    private TestWorkers workers;

    @BeforeEach
    void begin() {
        job = "recovery-" + JOBS.incrementAndGet();
        dag = new DagApiClient(api);
        workers = new TestWorkers(tasks, keys, job);
        eventually().until(new ComparedPartitions(cluster, router, keys, partitions)::areAll);
    }

    @AfterEach
    void end() {
        workers.close();
        cluster.nodes().forEach(node -> node.call("CONFIG", "SET", "cluster-replica-no-failover", "no"));
        cluster.heal();
    }

    @Test
    void a_new_cluster_is_opened_partition_by_partition() {
        var attempts = partitions.all().stream()
                .map(partition -> Long.parseLong(
                        send(Command.of("HGET").key(keys.epoch(partition)).arg("fence"))))
                .toList();
        assertThat(attempts).allMatch(fence -> fence > 0);
    }

    @Test
    void what_a_crash_left_between_postgres_and_redis_is_submitted() {
        // When
        order(3, 2);
        // Then
        eventually()
                .until(() ->
                        row("select submitted_at from job where id = $1").getOffsetDateTime("submitted_at") != null);
        workers.start();
        awaitEnd();
        assertThat(workers.timesRun()).hasSize(6).containsOnly(1);
    }

    @Test
    void jobs_that_can_not_be_submitted_hide_none_behind_them() {
        // Given
        database.query("""
                        insert into job (id, name, created_by, body_hash, task_count, on_failure, durability, created_at, stored_at)
                        select $1 || '-bad-' || n, 'bad', 'test', '', 1, 'continue', 'redis', now() - interval '1 h', now() - interval '1 h'
                        from generate_series(1, 450) as n""", job).chain(() -> database.query("""
                        insert into task (job_id, id, position, name, depends_on, queue, priority, max_retries, backoff_ms,
                            backoff_max_ms, timeout_ms, lease_ms, trigger_rule)
                        select id, 'a', 0, 'a', '{}', 'q', 5, 0, 1, 1, 0, 3000, 'nonsense' from job where id like $1 || '-bad-%'""", job)).await().atMost(ofSeconds(10));
        try {
            // When
            order(1, 1);
            // Then
            eventually()
                    .until(() ->
                            row("select submitted_at from job where id = $1").getOffsetDateTime("submitted_at")
                                    != null);
        } finally {
            database.query("delete from job where id like $1 || '-bad-%'", job)
                    .await()
                    .atMost(ofSeconds(10));
        }
    }

    @Test
    void flushall_in_mid_run_loses_no_task_and_runs_no_mirrored_one_again() {
        // Given
        order(20, 5);
        workers.pause(ofMillis(20)).start();
        eventually().until(() -> mirrored().size() >= 20);
        // When
        workers.hold();
        awaitMirrored();
        var before = mirrored();
        cluster.flushAll();
        workers.release();
        // Then
        awaitEnd();
        assertThat(workers.runOf(before)).containsOnly(1);
        assertThat(workers.timesRun()).hasSize(100);
        assertThat(workers.tooEarly()).isEmpty();
    }

    @Test
    void an_end_that_only_postgres_knows_is_told_redis_once_more() {
        // Given
        order(3, 1);
        eventually().until(() -> send(Command.of("EXISTS").key(keys.job(job))).equals("1"));
        database.query(
                        "update task set status = 'COMPLETED', attempt = 17, output = '{\"n\":1}', finished_at = now() where job_id = $1 and id in ('t0-0', 't1-0')",
                        job)
                .await()
                .atMost(ofSeconds(10));
        var node = cluster.masterOf(keys.events(keys.partitionOf(job)).value());
        // When
        cluster.failover(cluster.replicaOf(node), FailoverMode.GRACEFUL);
        // Then
        eventually()
                .until(() -> send(Command.of("HGET").key(keys.state(job)).arg("t1-0"))
                        .startsWith("C|17|C"));
        workers.start();
        awaitEnd();
        assertThat(workers.timesRun()).containsExactly(1);
    }

    @Test
    void a_master_that_comes_back_in_its_place_without_its_newest_writes_learns_of_them_before_it_hands_out_work() {
        // Given
        var ordered = overHttp();
        ordered.submit("""
                {"id": "a", "queue": "%1$s"}, {"id": "b", "queue": "%1$s", "dependsOn": ["a"]}""", ",\"durability\":\"mirrored\"");
        var master = masterThatKeepsNoMore();
        var a = ordered.claimOne();
        ordered.complete(a);
        // When
        master.kill();
        master.restart();
        // Then
        var next = ordered.claimOne();
        assertThat(next.get("task").asText()).isEqualTo("b");
        ordered.complete(next);
        ordered.awaitStatus("COMPLETED");
        assertThat(ordered.claimNow(1, 0)).isEmpty();
    }

    /** A master that comes back without its newest writes finds leases that have ended long ago. */
    @Test
    void a_lease_that_ends_before_the_comparison_takes_back_no_end_that_postgres_knows() {
        // Given
        var ordered = overHttp();
        ordered.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var done = ordered.claimOne();
        var name = done.get("task").asText();
        var id = done.get("id").asText();
        var state = send(Command.of("HGET").key(keys.state(job)).arg(name));
        var partition = keys.partitionOf(job);
        var running = send(Command.of("HGET").key(keys.running(partition)).arg(id));
        ordered.complete(done);
        eventually().until(() -> mirrored().contains(name));
        // When
        send(Command.of("HSET").key(keys.state(job)).arg(name).arg(state));
        send(Command.of("HINCRBY").key(keys.job(job)).arg("left").arg(1));
        send(Command.of("HSET").key(keys.running(partition)).arg(id).arg(running));
        send(Command.of("ZADD").key(keys.lease(partition)).arg(1).arg(id));
        eventually().until(() -> isInHistory(name, "READY"));
        assertThat(mirrored()).containsExactly(name);
        anotherProcessServes();
        // Then
        eventually()
                .until(() ->
                        send(Command.of("HGET").key(keys.state(job)).arg(name)).startsWith("C|"));
        var other = ordered.claimOne();
        assertThat(other.get("task").asText()).isNotEqualTo(name);
        ordered.complete(other);
        ordered.awaitStatus("COMPLETED");
        assertThat(ordered.claimNow(1, 0)).isEmpty();
    }

    @Test
    void what_a_worker_was_told_is_mirrored_never_runs_again() {
        // Given
        var ordered = overHttp();
        ordered.submit(
                IntStream.range(0, 12)
                        .mapToObj(i -> "{\"id\": \"m%d\", \"queue\": \"%%1$s\"}".formatted(i))
                        .collect(joining(",")),
                ",\"durability\":\"mirrored\"");
        var done = ordered.claim(6);
        done.forEach(ordered::complete);
        // When
        cluster.flushAll();
        // Then
        var rest = ordered.claim(6);
        assertThat(rest)
                .extracting(task -> task.get("id").asText())
                .doesNotContainAnyElementsOf(
                        done.stream().map(task -> task.get("id").asText()).toList());
        rest.forEach(ordered::complete);
        ordered.awaitStatus("COMPLETED");
    }

    @Test
    void tasks_that_were_added_are_still_part_of_the_job_after_flushall() {
        // Given
        var ordered = overHttp();
        ordered.submit("{\"id\": \"split\", \"queue\": \"%1$s\"}", ",\"durability\":\"mirrored\"");
        var split = ordered.claimOne();
        var added = dag.post(
                "/tasks/" + job + ".split/children",
                "{\"attempt\":\"%s\",\"request\":\"r\",\"tasks\":[{\"id\":\"x\",\"queue\":\"%2$s\"},{\"id\":\"y\",\"queue\":\"%2$s\",\"dependsOn\":[\"x\"]}]}"
                        .formatted(JobsOverHttp.attempt(split), ordered.queue()));
        assertThat(added.status()).as("%s", added.body()).isEqualTo(200);
        ordered.complete(split);
        // When
        cluster.flushAll();
        // Then
        for (var name : List.of("x", "y")) {
            var task = ordered.claimOne();
            assertThat(task.get("task").asText()).isEqualTo(name);
            ordered.complete(task);
        }
        ordered.awaitStatus("COMPLETED");
        assertThat(ordered.view().get("tasks").asInt()).isEqualTo(3);
    }

    @Test
    void tasks_that_were_added_are_still_part_of_the_job_when_a_node_loses_its_newest_writes() {
        // Given
        var ordered = overHttp();
        ordered.submit("{\"id\": \"split\", \"queue\": \"%1$s\"}", ",\"durability\":\"mirrored\"");
        var master = masterThatKeepsNoMore();
        var split = ordered.claimOne();
        var names = IntStream.range(0, 30).mapToObj(i -> "x" + i).toList();
        var parts = names.stream()
                .map(name -> "{\"id\":\"%s\",\"queue\":\"%s\"}".formatted(name, ordered.queue()))
                .collect(joining(","));
        var added = dag.post(
                "/tasks/" + job + ".split/children",
                "{\"attempt\":\"%s\",\"request\":\"r\",\"tasks\":[%s,{\"id\":\"join\",\"queue\":\"%s\",\"dependsOn\":[\"%s\"]}]}"
                        .formatted(JobsOverHttp.attempt(split), parts, ordered.queue(), String.join("\",\"", names)));
        assertThat(added.status()).as("%s", added.body()).isEqualTo(200);
        ordered.complete(split);
        // When
        master.kill();
        master.restart();
        // Then
        var run = ordered.claim(names.size());
        assertThat(run).extracting(task -> task.get("task").asText()).containsExactlyInAnyOrderElementsOf(names);
        run.forEach(ordered::complete);
        var join = ordered.claimOne();
        assertThat(join.get("task").asText()).isEqualTo("join");
        ordered.complete(join);
        ordered.awaitStatus("COMPLETED");
        assertThat(ordered.view().get("tasks").asInt()).isEqualTo(32);
        assertThat(ordered.claimNow(1, 0)).isEmpty();
    }

    @Test
    void that_a_job_was_held_back_or_let_go_on_is_told_a_node_that_has_lost_it() {
        // Given
        var ordered = overHttp();
        ordered.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");
        eventually()
                .until(() -> send(Command.of("HGET").key(keys.job(job)).arg("status"))
                        .equals("RUNNING"));
        var gates = keys.gates(keys.partitionOf(job));
        assertThat(dag.post("/jobs/" + job + "/pause", "").status()).isEqualTo(200);
        eventually().until(() -> row("select paused from job where id = $1").getBoolean("paused"));
        // When
        send(Command.of("HSET").key(keys.job(job)).arg("paused").arg("0"));
        send(Command.of("HDEL").key(gates).arg(job));
        anotherProcessServes();
        // Then
        eventually()
                .until(() -> send(Command.of("HGET").key(keys.job(job)).arg("paused"))
                        .equals("1"));
        assertThat(ordered.claimNow(1, 0)).isEmpty();
        // Given
        assertThat(dag.post("/jobs/" + job + "/resume", "").status()).isEqualTo(200);
        eventually().until(() -> !row("select paused from job where id = $1").getBoolean("paused"));
        // When
        send(Command.of("HSET").key(keys.job(job)).arg("paused").arg("1"));
        send(Command.of("HSET").key(gates).arg(job).arg("0"));
        anotherProcessServes();
        // Then
        ordered.complete(ordered.claimOne());
        ordered.awaitStatus("COMPLETED");
    }

    private void anotherProcessServes() {
        send(Command.of("HSET")
                .key(keys.epoch(keys.partitionOf(job)))
                .arg("process")
                .arg("another"));
    }

    @Test
    void nothing_is_claimed_while_memory_is_short_but_completions_are_taken() {
        // Given
        var ordered = overHttp();
        ordered.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}");
        var running = ordered.claimOne();
        // When
        limitMemory(4.0 / 3);
        try {
            eventually().until(() -> !gate.mayHandOut(keys.partitionOf(job)));
            // Then
            assertThat(ordered.claimNow(1, 0)).isEmpty();
            var waits = running.get("task").asText().equals("a") ? "b" : "a";
            assertThat(dag.get("/tasks/" + job + "." + waits + "/why").body().findValuesAsText("code"))
                    .contains("NODE_FULL");
            ordered.complete(running);
        } finally {
            limitMemory(0);
        }
        ordered.complete(ordered.claimOne());
        ordered.awaitStatus("COMPLETED");
    }

    /** @param factor of what each node uses now; 0: no limit */
    private void limitMemory(double factor) {
        for (var node : cluster.masters()) {
            try (var client = node.connect()) {
                var used = client.text("INFO", "memory")
                        .lines()
                        .filter(line -> line.startsWith("used_memory:"))
                        .mapToLong(line -> Long.parseLong(
                                line.substring("used_memory:".length()).strip()))
                        .findFirst()
                        .orElseThrow();
                client.text("CONFIG", "SET", "maxmemory", Long.toString((long) (factor * used)));
            }
        }
    }

    @Test
    void a_job_that_is_being_stopped_stays_so_over_flushall() {
        // Given
        var ordered = overHttp();
        ordered.submit(IntStream.range(0, 300)
                .mapToObj(i -> "{\"id\": \"c%d\", \"queue\": \"%%1$s\"}".formatted(i))
                .collect(joining(",")));
        ordered.complete(ordered.claimOne());
        // When
        assertThat(dag.post("/jobs/" + job + "/cancel", "").status()).isEqualTo(200);
        cluster.flushAll();
        // Then
        ordered.awaitStatus("CANCELLED");
        assertThat(ordered.claimNow(1, 0)).isEmpty();
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    /** Layers of tasks, each of which depends on two of the layer before it; stored, not submitted. */
    /** That of the job, which runs: nothing that comes after this is on its disk, and no replica takes over. */
    private RedisNode masterThatKeepsNoMore() {
        eventually()
                .until(() -> send(Command.of("HGET").key(keys.job(job)).arg("status"))
                        .equals("RUNNING"));
        var master = cluster.masterOf(keys.job(job).value());
        cluster.replicaOf(master).call("CONFIG", "SET", "cluster-replica-no-failover", "yes");
        master.call("CONFIG", "SET", "appendonly", "no");
        return master;
    }

    private void order(int depth, int width) {
        var ids = new ArrayList<String>();
        var parents = new ArrayList<String>();
        for (int layer = 0; layer < depth; layer++) {
            for (int i = 0; i < width; i++) {
                ids.add("t" + layer + "-" + i);
                parents.add(layer == 0 ? "" : parentsOf(layer, i, width));
            }
        }
        workers.expect(ids, parents);
        database.query("""
                        insert into job (id, name, created_by, body_hash, task_count, on_failure, durability, created_at)
                        values ($1, $1, 'test', '', $2, 'continue', 'redis', now())""", job, ids.size())
                .chain(() -> database.query("""
                        insert into task (job_id, id, position, name, depends_on, queue, priority, max_retries, backoff_ms,
                            backoff_max_ms, timeout_ms, lease_ms, trigger_rule)
                        select $1, id, number - 1, id, string_to_array(parents, ','), $1, 5, 3, 100, 1000, 0, 8000, 'all_success'
                        from unnest($2::text[], $3::text[]) with ordinality as task (id, parents, number)""", job, ids.toArray(String[]::new), parents.toArray(String[]::new)))
                .chain(() -> database.query("update job set stored_at = now() where id = $1", job))
                .await()
                .atMost(ofSeconds(10));
    }

    private JobsOverHttp overHttp() {
        return new JobsOverHttp(dag, job);
    }

    private static String parentsOf(int layer, int i, int width) {
        var first = "t" + (layer - 1) + "-" + i;
        return width == 1 ? first : first + ",t" + (layer - 1) + "-" + (i + 1) % width;
    }

    private void awaitEnd() {
        eventually()
                .until(() -> row("select status from job where id = $1")
                        .getString("status")
                        .equals("COMPLETED"));
    }

    /** What is asked while a node or Postgres goes down may have no answer: it is asked again. */
    private static ConditionFactory eventually() {
        return await().atMost(ofSeconds(60)).ignoreExceptions();
    }

    private void awaitMirrored() {
        eventually().until(() -> mirrored().containsAll(workers.accepted()));
    }

    private List<String> mirrored() {
        var rows = database.query("select id from task where job_id = $1 and status = 'COMPLETED'", job)
                .await()
                .atMost(ofSeconds(10));
        var ids = new ArrayList<String>();
        rows.forEach(row -> ids.add(row.getString("id")));
        return ids;
    }

    private boolean isInHistory(String task, String status) {
        return database.query(
                                "select from event where job_id = $1 and task_id = $2 and status = $3 limit 1",
                                job,
                                task,
                                status)
                        .await()
                        .atMost(ofSeconds(5))
                        .size()
                > 0;
    }

    private String send(Command command) {
        return router.send(command, ofSeconds(5)).await().atMost(ofSeconds(10)).text();
    }

    private Row row(String sql) {
        return database.query(sql, job).await().atMost(ofSeconds(5)).iterator().next();
    }
}
