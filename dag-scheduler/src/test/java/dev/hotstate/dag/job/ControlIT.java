package dev.hotstate.dag.job;

import static dev.hotstate.dag.DagFixture.await;
import static dev.hotstate.dag.DagFixture.newJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.Jobs;
import dev.hotstate.dag.job.JobSnapshot.Stopping;
import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.DagFailure.PartitionRebuilding;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.AnswerOutcome;
import dev.hotstate.dag.task.ClaimOutcome;
import dev.hotstate.dag.task.ClaimedTask;
import dev.hotstate.dag.task.FailureKind;
import dev.hotstate.dag.task.NextClaim;
import dev.hotstate.dag.task.TaskState.End;
import dev.hotstate.dag.task.TaskState.Life;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each status word of the scripts of jobs, and the races between holding, stopping and answering. */
class ControlIT {

    @RegisterExtension
    static final RedisClusterExtension redis = DagFixture.plan().shared().scanning(DagFixture.scan());

    private final String job = newJob();
    private DagFixture dag;
    private RedisClusterHarness cluster;
    private ControlStore control;
    private Partition partition;

    @BeforeEach
    void open(RedisClusterHarness backend) {
        cluster = backend;
        dag = new DagFixture(backend);
        control = new ControlStore(dag.router, dag.scripts, dag.keys, dag.queues);
        partition = dag.keys.partitionOf(job);
        dag.open(partition);
    }

    @AfterEach
    void close() {
        dag.close();
    }

    /** Whatever became of Redis before it: Postgres may know more than it did then. */
    @Test
    void a_job_is_read_from_postgres_after_its_loading_has_begun() {
        var planned = Jobs.named(job).task("a").build();
        var loaded = await(dag.loader.load(
                job,
                1,
                () -> dag.router
                        .send(Command.of("HEXISTS").key(dag.keys.job(job)).arg("loading"))
                        .map(begun -> begun.integer() == 1 ? Optional.of(planned) : Optional.empty())));
        assertThat(loaded).isInstanceOf(LoadOutcome.Started.class);
    }

    @Test
    void who_is_overtaken_while_it_reads_loads_nothing() {
        var planned = Jobs.named(job).task("a").build();
        var loaded =
                await(dag.loader.load(job, 1, () -> dag.loader.load(planned).replaceWith(Optional.of(planned))));
        assertThat(loaded).isInstanceOf(LoadOutcome.Superseded.class);
    }

    @Test
    void what_another_process_of_redis_may_have_lost_is_loaded_from_the_beginning() {
        var planned = Jobs.named(job).task("a").build();
        var key = dag.keys.job(job);
        var loaded = await(dag.loader.load(
                job,
                1,
                () -> dag.router
                        .send(Command.of("HGET").key(key).arg("loading"))
                        .map(loading -> loading.text().replaceFirst("@\\w+$", "@another"))
                        .chain(loading -> dag.router.send(
                                Command.of("HSET").key(key).arg("loading").arg(loading)))
                        .replaceWith(Optional.of(planned))));
        assertThat(loaded).isInstanceOf(LoadOutcome.Superseded.class);

        assertThat(await(dag.loader.load(planned))).isInstanceOf(LoadOutcome.Started.class);
    }

    @Test
    void a_job_that_has_begun_is_not_loaded_again() {
        load(Jobs.named(job).task("a"));

        assertThat(await(dag.loader.load(Jobs.named(job).task("a").build())))
                .isEqualTo(new LoadOutcome.Known("RUNNING"));
    }

    @Test
    void of_two_that_load_a_job_one_begins_it() {
        var snapshot = Jobs.named(job);
        IntStream.range(0, 500).forEach(i -> snapshot.task("t" + i));

        var both = await(Uni.join()
                .all(dag.loader.load(snapshot.build()), dag.loader.load(snapshot.build()))
                .andFailFast());

        assertThat(both).filteredOn(LoadOutcome.Started.class::isInstance).hasSize(1);
        assertThat(field("left")).isEqualTo("500");
    }

    @Test
    void a_job_whose_tasks_all_ended_ends_when_it_is_loaded() {
        var a = TaskSnapshot.pending("a", "a", List.of(), Jobs.spec("work"));
        var ended =
                new TaskSnapshot(a.id(), a.name(), a.dependsOn(), a.spec(), Life.COMPLETED, 7, End.COMPLETED, 0, null);

        var outcome = await(dag.loader.load(Jobs.named(job).add(ended).build()));

        assertThat(((LoadOutcome.Started) outcome).aftermath().ended()).isEqualTo("COMPLETED");
    }

    @Test
    void a_rebuilt_job_goes_on_after_what_had_ended() {
        var a = TaskSnapshot.pending("a", "a", List.of(), Jobs.spec("work"));
        var ended = new TaskSnapshot(
                a.id(), a.name(), a.dependsOn(), a.spec(), Life.COMPLETED, 7, End.COMPLETED, 0, "{\"x\":1}");
        load(Jobs.named(job).add(ended).task("b", "a").task("c", "b"));

        var b = claim(5);

        assertThat(b).singleElement().satisfies(task -> {
            assertThat(task.ticket().id().task()).isEqualTo("b");
            assertThat(task.ticket().fed()).isTrue();
        });
        assertThat(await(dag.tasks.complete(new TaskId(job, "a"), "7", "", NextClaim.nothing("work", "w"))))
                .isInstanceOf(AnswerOutcome.Duplicate.class);
    }

    @Test
    void a_run_that_is_not_there_yet_can_not_be_stopped_in_place_of_the_one_before() {
        load(Jobs.named(job).task("a"));

        assertThat(await(cancel(job, 2, "the second")).status()).isEqualTo(JobWords.Cancel.UNKNOWN);
        assertThat(claim(1)).hasSize(1);
    }

    @Test
    void a_paused_job_hands_out_nothing_and_goes_on_where_it_was() {
        load(Jobs.named(job).task("a").task("b").task("c"));
        var running = claim(1).getFirst();
        assertThat(await(control.pause(job)).status()).isEqualTo(JobWords.Pause.PAUSED);
        assertThat(await(control.pause(job)).status()).isEqualTo(JobWords.Pause.ALREADY);
        assertThat(claim(5)).isEmpty();
        assertThat(complete(running)).isInstanceOf(AnswerOutcome.Accepted.class);

        assertThat(await(control.resume(job)).status()).isEqualTo(JobWords.Resume.RESUMED);
        assertThat(await(control.resume(job)).status()).isEqualTo(JobWords.Resume.ALREADY);
        await(dag.tasks.unpark(job));

        assertThat(claim(5)).hasSize(2);
    }

    @Test
    void who_asks_a_partition_that_is_not_compared_for_what_is_so_is_heard_and_not_overruled() {
        load(Jobs.named(job).task("a"));
        assertThat(await(control.pause(job, "0")).status()).isEqualTo(JobWords.Pause.PAUSED);
        dag.close(partition);
        long before = events();

        assertThat(await(control.pause(job)).status()).isEqualTo(JobWords.Pause.ALREADY);

        assertThat(events()).isEqualTo(before + 1);
        assertThat(await(control.resume(job, "0")).status()).isEqualTo(JobWords.Resume.MOVED);
        assertThat(field("paused")).isEqualTo("1");
        assertThat(await(control.resume(job, field("asked"))).status()).isEqualTo(JobWords.Resume.RESUMED);
        assertThat(await(control.resume(job)).status()).isEqualTo(JobWords.Resume.ALREADY);
        assertThat(events()).isEqualTo(before + 3);
        assertThat(await(control.pause(job, "0")).status()).isEqualTo(JobWords.Pause.MOVED);
        dag.open(partition);
        assertThat(await(control.resume(job)).status()).isEqualTo(JobWords.Resume.ALREADY);
        assertThat(events()).isEqualTo(before + 3);
    }

    @Test
    void nothing_is_ended_by_itself_before_its_partition_is_compared() {
        load(Jobs.named(job).task("a"));
        var deadline = new Stopping("FAILED", "its deadline passed");
        dag.close(partition);

        assertThat(await(control.cancelIfCompared(job, deadline)).status()).isEqualTo(JobWords.Cancel.REBUILDING);
        assertThat(await(cancel(job, ControlStore.ANY_RUN, "enough")).status()).isEqualTo(JobWords.Cancel.CANCELLING);
        assertThatThrownBy(() -> await(control.stop(job, List.of("a")))).isInstanceOf(PartitionRebuilding.class);

        dag.open(partition);
        assertThat(await(control.stop(job, List.of("a"))).jobEnded()).isEqualTo("CANCELLED");
    }

    private long events() {
        return dag.send(Command.of("XLEN").key(dag.keys.events(partition))).integer();
    }

    @Test
    void a_task_of_a_queue_that_came_later_goes_on_as_well() {
        load(Jobs.named(job).task("a").queue("late").task("b"));
        assertThat(await(control.pause(job)).status()).isEqualTo(JobWords.Pause.PAUSED);
        assertThat(claim(5)).isEmpty();
        assertThat(claim("late", 5)).isEmpty();
        assertThat(await(control.resume(job)).status()).isEqualTo(JobWords.Resume.RESUMED);
        dag.queues.remember(job, "work");

        await(dag.tasks.unpark(job));

        assertThat(claim(5)).hasSize(1);
        assertThat(claim("late", 5)).hasSize(1);
    }

    @Test
    void a_job_that_has_ended_can_not_be_held_or_stopped() {
        load(Jobs.named(job).task("a"));
        complete(claim(1).getFirst());

        assertThat(await(control.pause(job)).status()).isEqualTo(JobWords.Pause.ENDED);
        assertThat(await(control.resume(job)).status()).isEqualTo(JobWords.Resume.ENDED);
        assertThat(await(cancel(job, ControlStore.ANY_RUN, "")).status()).isEqualTo(JobWords.Cancel.ENDED);
        assertThat(await(control.stop(job, List.of("a"))).tasks()).isEmpty();
    }

    @Test
    void an_unknown_job_is_unknown() {
        assertThat(await(control.pause("nojob")).status()).isEqualTo(JobWords.Pause.UNKNOWN);
        assertThat(await(control.resume("nojob")).status()).isEqualTo(JobWords.Resume.UNKNOWN);
        assertThat(await(cancel("nojob", ControlStore.ANY_RUN, "")).status()).isEqualTo(JobWords.Cancel.UNKNOWN);
    }

    @Test
    void a_cancelled_job_ends_and_its_workers_are_stale() {
        load(Jobs.named(job).task("a").task("b").task("c", "a", "b"));
        var running = claim(1).getFirst();
        assertThat(await(cancel(job, ControlStore.ANY_RUN, "enough")).status()).isEqualTo(JobWords.Cancel.CANCELLING);
        assertThat(await(cancel(job, ControlStore.ANY_RUN, "enough")).status()).isEqualTo(JobWords.Cancel.ALREADY);
        assertThat(claim(5)).isEmpty();

        assertThat(await(control.stop(job, List.of("a", "b", "c"))).tasks()).hasSize(3);

        assertThat(field("status")).isEqualTo("CANCELLED");
        assertThat(complete(running)).isInstanceOf(AnswerOutcome.Stale.class);
        assertThat(dag.send(Command.of("ZCARD").key(dag.keys.parked(partition))).integer())
                .isZero();
    }

    @Test
    void of_a_job_that_has_ended_no_task_is_looked_at_again() {
        var many = Jobs.named(job);
        IntStream.range(0, 300).forEach(i -> many.task("t" + i));
        load(many);
        await(cancel(job, ControlStore.ANY_RUN, "enough"));

        var stopped = await(control.stopAll(job).collect().asList());

        assertThat(stopped.stream().flatMap(some -> some.tasks().stream()).distinct())
                .hasSize(300);
        assertThat(field("status")).isEqualTo("CANCELLED");
        assertThat(await(control.stopAll(job).collect().asList())).isEmpty();
    }

    /** Wherever they are: with workers, in their queue, parked, or waiting for their parents. A name may come twice. */
    @Test
    void tasks_are_cancelled_together_and_each_once() {
        var many = Jobs.named(job).limit(20);
        IntStream.range(0, 40).forEach(i -> many.task("t" + i));
        IntStream.range(0, 10).forEach(i -> many.task("child" + i, "t0"));
        load(many);
        assertThat(claim(30)).hasSize(20);
        var names = Stream.concat(
                        IntStream.range(0, 40).mapToObj(i -> "t" + i),
                        IntStream.range(0, 10).mapToObj(i -> "child" + (i / 2)))
                .toList();
        await(cancel(job, ControlStore.ANY_RUN, "enough"));

        var before = commands();
        var stopped = await(control.stop(job, names));
        var executed = commands() - before;

        // Each of them alone took eight.
        assertThat(executed).isLessThan(50);
        assertThat(stopped.tasks()).hasSize(45).doesNotHaveDuplicates();
        assertThat(field("left")).isEqualTo("5");
        await(control.stopAll(job).collect().asList());
        assertThat(List.of(field("status"), field("left"), field("cancelled"))).containsExactly("CANCELLED", "0", "50");
        for (var place : List.of(
                dag.keys.lease(partition),
                dag.keys.slots(partition),
                dag.keys.parked(partition),
                dag.keys.ready(partition, "work"))) {
            assertThat(dag.send(Command.of("ZCARD").key(place)).integer())
                    .as(place.value())
                    .isZero();
        }
        assertThat(dag.send(Command.of("HLEN").key(dag.keys.running(partition))).integer())
                .isZero();
    }

    /** Redis gives a small hash as a whole, however little of it is asked for. */
    @ParameterizedTest
    @ValueSource(ints = {1, 50, 51, 300, 1_000})
    void tasks_of_a_job_come_some_at_a_time_whatever_its_size(int size) {
        var many = Jobs.named(job);
        IntStream.range(0, size).forEach(i -> many.task("t" + i));
        load(many);

        var parts = await(control.names(job).collect().asList());

        assertThat(parts).allMatch(part -> part.names().size() <= 50);
        assertThat(parts.stream().flatMap(part -> part.names().stream()).distinct())
                .hasSize(size);
        assertThat(parts).filteredOn(ControlStore.Names::areLast).containsExactly(parts.getLast());
    }

    @Test
    void what_many_depend_on_is_loaded_in_small_calls() {
        var wide = Jobs.named(job);
        var parents = IntStream.range(0, 400)
                .mapToObj("a-parent-with-a-rather-long-name-%d"::formatted)
                .toList();
        parents.forEach(wide::task);
        IntStream.range(0, 60).forEach(i -> wide.task("c" + i, parents));
        var before = calls();

        load(wide);

        // Of their dependencies alone there is a megabyte.
        assertThat(calls() - before).isGreaterThan(1_000_000 / CallParts.CHARACTERS_MAX);
        assertThat(dag.send(Command.of("HGET").key(dag.keys.edges(job)).arg("c59"))
                        .text())
                .isEqualTo(String.join(",", parents));
        for (int round = 0; round < 4; round++) {
            claim(100).forEach(this::complete);
        }
        tellTheRest();
        assertThat(claim(100)).hasSize(60);
    }

    /** Within scripts as well; those that ask for it left out. */
    private long commands() {
        return executed("(h|z|l|x|s)\\w+");
    }

    /** Of scripts. */
    private long calls() {
        return executed("eval.*");
    }

    /** How many commands of such names the node of the partition has executed. */
    private long executed(String names) {
        try (var client = cluster.masterOf(dag.keys.job(job).value()).connect()) {
            return client.text("INFO", "commandstats")
                    .lines()
                    .filter(line -> line.matches("cmdstat_" + names + ":.*"))
                    .mapToLong(line -> Long.parseLong(line.substring(line.indexOf("calls=") + 6, line.indexOf(','))))
                    .sum();
        }
    }

    @Test
    void completions_and_a_cancellation_at_once_leave_no_task_open() {
        var wide = Jobs.named(job);
        IntStream.range(0, 60).forEach(i -> wide.task("t" + i).task("u" + i, "t" + i));
        load(wide);
        var running = claim(60);
        var names = IntStream.range(0, 60)
                .mapToObj(i -> List.of("t" + i, "u" + i))
                .flatMap(List::stream)
                .toList();

        await(cancel(job, ControlStore.ANY_RUN, "race"));
        var answers = running.stream()
                .map(task ->
                        dag.tasks.complete(task.ticket().id(), task.attempt(), "", NextClaim.unlimited("work", "w", 1)))
                .toList();
        var race = Uni.join().all(answers).andFailFast();
        await(Uni.combine().all().unis(race, control.stop(job, names)).asTuple());
        await(control.stop(job, names));

        assertThat(field("status")).isEqualTo("CANCELLED");
        assertThat(field("left")).isEqualTo("0");
        assertThat(dag.send(Command.of("HLEN").key(dag.keys.running(partition))).integer())
                .isZero();
    }

    @Test
    void a_failure_stops_the_rest_where_the_job_wants_it() {
        load(Jobs.named(job).onFailure(OnFailure.CANCEL).task("a").task("b"));
        var both = claim(2);
        await(dag.tasks.fail(both.getFirst().ticket().id(), both.getFirst().attempt(), FailureKind.FATAL, "broken"));

        await(control.stop(job, List.of("a", "b")));

        assertThat(field("status")).isEqualTo("FAILED");
        assertThat(field("cancelled")).isEqualTo("1");
    }

    @Test
    void an_ended_job_and_its_views_get_a_time_to_live() {
        load(Jobs.named(job).task("a").task("b"));
        assertThat(await(control.expire(job, List.of("a", "b"), Duration.ofHours(24), true)))
                .isFalse();
        claim(2).forEach(this::complete);
        // Of two tasks one has written something.
        dag.send(Command.of("RPUSH")
                .key(dag.keys.logs(new TaskId(job, "b")))
                .arg("1")
                .arg("a line"));

        assertThat(await(control.expire(job, List.of("a", "b"), Duration.ofHours(24), true)))
                .isTrue();

        for (var key : List.of(
                dag.keys.job(job),
                dag.keys.state(job),
                dag.keys.edges(job),
                dag.keys.task(new TaskId(job, "a")),
                dag.keys.status(new TaskId(job, "a")),
                dag.keys.status(new TaskId(job, "b")),
                dag.keys.logs(new TaskId(job, "b")))) {
            assertThat(dag.send(Command.of("PTTL").key(key)).integer())
                    .as(key.value())
                    .isBetween(86_000_000L, 86_400_000L);
        }
    }

    private void load(Jobs planned) {
        assertThat(await(dag.loader.load(planned.build()))).isInstanceOf(LoadOutcome.Started.class);
        tellTheRest();
    }

    private void tellTheRest() {
        for (var told = await(dag.tasks.continueFanout(job));
                !told.isEmpty();
                told = await(dag.tasks.continueFanout(job))) {}
    }

    private List<ClaimedTask> claim(int max) {
        return claim("work", max);
    }

    private List<ClaimedTask> claim(String queue, int max) {
        var outcome = await(dag.tasks.claim(partition, NextClaim.unlimited(queue, "w", max)));
        return outcome instanceof ClaimOutcome.Some some ? some.tasks() : List.of();
    }

    private AnswerOutcome complete(ClaimedTask task) {
        return await(dag.tasks.complete(task.ticket().id(), task.attempt(), "", NextClaim.nothing("work", "w")));
    }

    private Uni<ScriptReply<JobWords.Cancel>> cancel(String id, int run, String reason) {
        return control.cancel(id, run, new Stopping("CANCELLED", reason));
    }

    private String field(String name) {
        return dag.send(Command.of("HGET").key(dag.keys.job(job)).arg(name)).text();
    }
}
