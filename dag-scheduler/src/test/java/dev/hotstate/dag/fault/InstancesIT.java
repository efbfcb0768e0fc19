package dev.hotstate.dag.fault;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.recovery.OwnBackends;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two real instances as processes of their own: they tell each other, act as one, and may be killed, as workers may. */
class InstancesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = ofSeconds(30);
    private static final Duration SWEEP_PERIOD = ofSeconds(10);
    /** What an instance was not told of it finds after at least half of the period. */
    private static final Duration FOUND_BY_A_SWEEP = SWEEP_PERIOD.dividedBy(2).minusSeconds(1);

    private static final int PROGRESS = 40;
    private static final Duration LONG = Duration.ofMinutes(3);

    private static final OwnBackends backends = new OwnBackends();
    private static Path folder;
    private static PackagedService one;
    private static PackagedService other;

    private final String job = "two-" + DagFixture.newJob();
    private String queue = "q-" + job;
    private DagApiClient here;
    private DagApiClient there;

    @BeforeAll
    static void start() throws IOException {
        folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "instances-");
        var access = new ServiceAccess("dag", "test", backends.start());
        var service = ServicePackage.ofModule(Path.of(""));
        var environment = Map.of("DAG_WORKER_SWEEP_PERIOD", SWEEP_PERIOD.toString());
        one = PackagedService.start("one", folder, service, access, environment);
        other = PackagedService.start("other", folder, service, access, environment);
    }

    @AfterAll
    static void stop() {
        Stream.of(one, other).filter(Objects::nonNull).forEach(PackagedService::kill);
        backends.stop();
    }

    @BeforeEach
    void connect() {
        bothShareTheWork();
        here = new DagApiClient(one.api(), PackagedService.ADMIN_KEY);
        there = new DagApiClient(other.api(), PackagedService.ADMIN_KEY);
    }

    private static void bothShareTheWork() {
        one.awaitReady();
        other.awaitReady();
        await().atMost(PATIENCE)
                .until(() ->
                        one.metric("hotstate_partition_owned") > 0 && other.metric("hotstate_partition_owned") > 0);
    }

    // ---- they tell each other ---------------------------------------------------------------------------------------

    @Test
    void a_worker_that_waits_at_one_is_woken_by_what_becomes_ready_at_the_other() {
        assertThat(quickestToWake()).isLessThan(FOUND_BY_A_SWEEP);
    }

    @Test
    void a_worker_that_waits_at_one_that_has_just_come_is_woken_too() {
        other.stop();
        other.startAgain();
        other.awaitReady();
        assertThat(quickestToWake()).isLessThan(FOUND_BY_A_SWEEP);
    }

    @Test
    void a_worker_that_waits_at_one_that_stops_is_answered() throws Exception {
        try (var worker = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = worker.submit(() -> claim(there, "w", ofSeconds(25)));
            await().atMost(PATIENCE).until(() -> other.metric("dag_worker_waiting") > 0);

            other.stop();
            other.startAgain();

            assertThat(waiting.get()).isEmpty();
        }
    }

    /** A message may get lost. */
    private Duration quickestToWake() {
        var quickest = SWEEP_PERIOD;
        for (int round = 0; round < 4 && quickest.compareTo(FOUND_BY_A_SWEEP) >= 0; round++) {
            var pause = timeToWake("-" + round);
            System.out.println("woken by the other instance after " + pause);
            quickest = pause.compareTo(quickest) < 0 ? pause : quickest;
        }
        return quickest;
    }

    private Duration timeToWake(String round) {
        queue = "q-" + job + round;
        submit(here, job + round, task("a") + "," + task("b", "a"));
        var a = claim(here, "w", ofSeconds(20)).get(0);
        var waiting = CompletableFuture.supplyAsync(() -> claim(there, "waiting-" + queue, ofSeconds(25)));
        await().atMost(PATIENCE)
                .until(() -> there.get("/workers").body().toString().contains("waiting-" + queue));
        var begun = Instant.now();
        complete(here, a);
        var woken = waiting.join();
        var pause = Duration.between(begun, Instant.now());
        complete(there, woken.get(0));
        return pause;
    }

    @Test
    void events_caused_at_one_are_told_at_the_other_and_again_after_the_last_one_seen() throws IOException {
        submit(here, task("a") + "," + task("b", "a") + "," + task("c", "b"));
        String seen;
        try (var live = events("")) {
            // What happens before it is part of the snapshot, not an event.
            await().atMost(PATIENCE).until(() -> live.values("event").equals(List.of("snapshot")));
            complete(here, claim(here, "w", ofSeconds(20)).get(0));
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(tasks(live)).contains("a COMPLETED"));
            seen = live.values("id").getLast();
        }
        complete(here, claim(here, "w", ofSeconds(20)).get(0));
        complete(here, claim(here, "w", ofSeconds(20)).get(0));

        try (var back = events("Last-Event-ID: " + seen + "\r\n")) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(tasks(back))
                            .endsWith("b RUNNING", "b COMPLETED", "c RUNNING", "c COMPLETED", " COMPLETED"));
            assertThat(tasks(back)).doesNotContain("a COMPLETED").doesNotHaveDuplicates();
        }
    }

    // ---- they act as one --------------------------------------------------------------------------------------------

    @Test
    void of_32_workers_at_both_that_complete_one_task_exactly_one_is_accepted() throws Exception {
        submit(here, task("a") + "," + task("other") + "," + task("join", "a", "other"));
        var claimed = claim(here, "w", ofSeconds(20));
        var a = named("a", claimed);

        var begin = new CountDownLatch(1);
        var unsure = new AtomicInteger();
        List<DagApiClient.Answer> answers;
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, 32)
                    .mapToObj(worker -> workers.submit(() -> {
                        begin.await();
                        return complete(worker % 2 == 0 ? here : there, a, unsure);
                    }))
                    .toList();
            begin.countDown();
            answers = new ArrayList<>();
            for (var call : calls) {
                answers.add(call.get());
            }
        }

        assertThat(answers).allMatch(answer -> answer.status() == 200);
        var verdicts = answers.stream()
                .map(answer -> answer.body().path("verdict").asText())
                .toList();
        assertThat(verdicts).isSubsetOf("ACCEPTED", "DUPLICATE");
        // Who was told 503 may have been the one that was accepted, and is told DUPLICATE when it asks again.
        assertThat(Collections.frequency(verdicts, "ACCEPTED")).isBetween(unsure.get() == 0 ? 1 : 0, 1);
        assertThat(answers)
                .allMatch(answer -> answer.body().path("status").asText().equals("COMPLETED"));
        // Counted once: its child still waits for the other one.
        assertThat(claim(there, "w", Duration.ZERO)).isEmpty();
        complete(there, named("other", claimed));
        complete(there, named("join", claim(there, "w", ofSeconds(20))));
        assertThat(there.get("/jobs/" + job).body().path("status").asText()).isEqualTo("COMPLETED");
        await().atMost(PATIENCE).untilAsserted(() -> {
            var attempts = there.get("/tasks/" + job + ".a/attempts").body();
            assertThat(attempts).hasSize(1);
            assertThat(attempts.get(0).path("verdict").asText()).isEqualTo("ACCEPTED");
            assertThat(attempts.get(0).path("refused")).hasSizeBetween(31, 31 + unsure.get());
        });
    }

    @Test
    void a_time_of_a_schedule_fires_once() throws SQLException {
        int schedules = 20;
        int rounds = 3;
        assertThat(here.put("/templates/" + job, "{\"job\":{\"tasks\":[{\"id\":\"a\",\"queue\":\"" + queue + "\"}]}}")
                        .status())
                .isEqualTo(200);
        for (int i = 0; i < schedules; i++) {
            var answer = here.post(
                    "/schedules",
                    "{\"template\":\"%s\",\"cron\":\"0 0 1 1 *\",\"zone\":\"UTC\",\"misfire\":\"fire_once\"}"
                            .formatted(job));
            assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
        }
        double before = fired();
        // Times of their own: one that has fired does not fire again.
        long begun = number("select extract(epoch from now())::bigint");
        for (int round = 1; round <= rounds; round++) {
            // All of them at once: both instances are at it.
            sql("update dag.schedule set next_fire_at = to_timestamp(" + (begun - 10L * round) + ") where template = '"
                    + job + "'");
            int wanted = schedules * round;
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(number("select count(*) from dag.schedule_fire f join dag.schedule s"
                                            + " on s.id = f.schedule_id where s.template = '" + job
                                            + "' and f.state = 'submitted'"))
                                    .isEqualTo(wanted));
        }
        // Counted when the answer of Postgres is there, by which time the other instance may have submitted it.
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fired() - before).isEqualTo(schedules * rounds));
        assertThat(number("select count(*) from dag.job j join dag.schedule s on j.created_by = 'schedule:' || s.id"
                        + " where s.template = '" + job + "'"))
                .isEqualTo(schedules * rounds);
    }

    // ---- they are killed --------------------------------------------------------------------------------------------

    @Test
    void killed_instances_and_workers_cost_no_task() throws SQLException {
        try (var killing = new Killing()) {
            killing.worker();
            killing.instance(one);
            killing.worker();
            one.awaitReady();
            killing.instance(other);
            killing.world.awaitProgress(PROGRESS);
            killing.world.awaitAllEnded();
            killing.world.assertHolds(true);
        }
    }

    @Test
    @Tag("long")
    void minutes_of_kills_cost_no_task() throws SQLException {
        try (var killing = new Killing()) {
            long end = System.nanoTime() + LONG.toNanos();
            while (System.nanoTime() < end) {
                switch (killing.random.nextInt(4)) {
                    case 0 -> killing.instance(one);
                    case 1 -> killing.instance(other);
                    default -> killing.worker();
                }
            }
            killing.world.awaitAllEnded();
            killing.world.assertHolds(true);
        }
    }

    /** Jobs in mid-run, their workers as processes, and who is killed next. */
    private final class Killing implements AutoCloseable {

        private static final int PROCESSES = 3;

        final Random random;
        final JobWorld world;
        private final List<WorkerProcess> running = new ArrayList<>();
        private final List<WorkerProcess> all = new CopyOnWriteArrayList<>();

        Killing() {
            long seed = Long.getLong("hotstate.seed", System.nanoTime());
            System.out.println(job + ": -Dhotstate.seed=" + seed);
            random = new Random(seed);
            var service = new Instances(PackagedService.ADMIN_KEY, List.of(one.api(), other.api()));
            world = new JobWorld(service, backends.postgres().admin()::connect, job, seed);
            world.alsoReading(() ->
                    all.stream().flatMap(worker -> worker.notes().stream()).toList());
            for (int i = 0; i < PROCESSES; i++) {
                running.add(workerProcess());
            }
            world.work(1);
        }

        void worker() {
            world.awaitProgress(PROGRESS);
            running.remove(random.nextInt(running.size())).kill();
            System.out.println("killed a worker");
            running.add(workerProcess());
        }

        void instance(PackagedService instance) {
            world.awaitProgress(PROGRESS);
            instance.kill();
            System.out.println("killed " + instance);
            world.awaitProgress(PROGRESS);
            instance.startAgain();
        }

        private WorkerProcess workerProcess() {
            var worker = WorkerProcess.start(
                    job + "-p" + all.size(),
                    folder,
                    job,
                    random.nextLong(),
                    PackagedService.ADMIN_KEY,
                    List.of(one.api(), other.api()));
            all.add(worker);
            return worker;
        }

        @Override
        public void close() {
            world.close();
            running.forEach(WorkerProcess::kill);
            one.startAgain();
            other.startAgain();
        }
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    private String task(String id, String... dependsOn) {
        var parents =
                List.of(dependsOn).stream().map(parent -> "\"" + parent + "\"").collect(Collectors.joining(","));
        return "{\"id\":\"%s\",\"queue\":\"%s\",\"dependsOn\":[%s]}".formatted(id, queue, parents);
    }

    private void submit(DagApiClient instance, String tasks) {
        submit(instance, job, tasks);
    }

    private static void submit(DagApiClient instance, String id, String tasks) {
        var answer = untilAvailable(
                () -> instance.post("/jobs", "{\"jobId\":\"%s\",\"tasks\":[%s]}".formatted(id, tasks)),
                new AtomicInteger());
        assertThat(answer.status()).as("%s", answer.body()).isIn(200, 201);
    }

    private JsonNode claim(DagApiClient instance, String worker, Duration wait) {
        var answer = untilAvailable(
                () -> instance.post(
                        "/queues/" + queue + "/claims",
                        "{\"worker\":\"%s\",\"max\":5,\"waitMs\":%d}".formatted(worker, wait.toMillis())),
                new AtomicInteger());
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        return answer.body().path("tasks");
    }

    private static DagApiClient.Answer complete(DagApiClient instance, JsonNode task) {
        return complete(instance, task, new AtomicInteger());
    }

    private static DagApiClient.Answer complete(DagApiClient instance, JsonNode task, AtomicInteger unsure) {
        return untilAvailable(
                () -> instance.post(
                        "/tasks/" + task.path("id").asText() + "/complete",
                        "{\"attempt\":\"%s\"}".formatted(task.path("attempt").asText())),
                unsure);
    }

    /** As a client does where a partition is on its way from one instance or node to another; counts what it was not told. */
    private static DagApiClient.Answer untilAvailable(Supplier<DagApiClient.Answer> call, AtomicInteger unsure) {
        return await().atMost(PATIENCE).pollDelay(Duration.ZERO).until(call::get, answer -> {
            boolean unavailable = answer.status() == 503;
            unsure.addAndGet(unavailable ? 1 : 0);
            return !unavailable;
        });
    }

    private static JsonNode named(String name, JsonNode tasks) {
        for (var task : tasks) {
            if (task.path("task").asText().equals(name)) {
                return task;
            }
        }
        throw new AssertionError("no " + name + " in " + tasks);
    }

    private EventStreamClient events(String header) throws IOException {
        return EventStreamClient.open(
                other.api().resolve("/jobs/" + job + "/events"),
                "Accept: text/event-stream\r\n",
                "Authorization: Bearer " + PackagedService.ADMIN_KEY + "\r\n",
                header);
    }

    /** {@code <task> <status>} of each event; of the job itself without a task. */
    private static List<String> tasks(EventStreamClient stream) {
        return stream.values("data").stream()
                .map(InstancesIT::json)
                .filter(event -> event.has("type"))
                .map(event -> event.path("task").asText("") + " "
                        + event.path("status").asText())
                .toList();
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    private static double fired() {
        return one.metric("dag_schedule_fire_total", "outcome=\"fired\"")
                + other.metric("dag_schedule_fire_total", "outcome=\"fired\"");
    }

    private static void sql(String sql) throws SQLException {
        try (var connection = backends.postgres().admin().connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(String sql) throws SQLException {
        try (var connection = backends.postgres().admin().connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
