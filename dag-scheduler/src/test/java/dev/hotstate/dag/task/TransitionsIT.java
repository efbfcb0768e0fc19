package dev.hotstate.dag.task;

import static dev.hotstate.dag.DagFixture.await;
import static dev.hotstate.dag.DagFixture.newJob;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.Jobs;
import dev.hotstate.dag.job.LoadOutcome;
import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.AnswerOutcome.Accepted;
import dev.hotstate.dag.task.AnswerOutcome.Duplicate;
import dev.hotstate.dag.task.AnswerOutcome.Stale;
import dev.hotstate.dag.task.TaskStore.Verdict;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each status word of the scripts of tasks, repetition, and the races they guard against. */
class TransitionsIT {

    @RegisterExtension
    static final RedisClusterExtension redis = DagFixture.plan().shared().scanning(DagFixture.scan());

    private static final long COMMANDS_MAX = 40;
    /** The budget, and the rest of the chunk in which it ends. */
    private static final long CHILDREN_MAX = 100;

    private static final Set<String> SCRIPTED = Set.of(
            "hget",
            "hmget",
            "hset",
            "hdel",
            "hexists",
            "hincrby",
            "hlen",
            "zadd",
            "zrem",
            "zcard",
            "zpopmin",
            "zscore",
            "zmscore",
            "zrangebylex",
            "zlexcount",
            "sadd",
            "set",
            "rpush",
            "lpop",
            "lrange",
            "llen",
            "xadd",
            "xlen");

    private final String job = newJob();
    private RedisClusterHarness cluster;
    private DagFixture dag;
    private Partition partition;

    @BeforeEach
    void open(RedisClusterHarness backend) {
        cluster = backend;
        dag = new DagFixture(backend);
        partition = dag.keys.partitionOf(job);
        dag.open(partition);
    }

    @AfterEach
    void close() {
        dag.close();
    }

    // ---- claim ----

    @Test
    void higher_priority_comes_first_and_then_who_was_ready_first() {
        load(Jobs.named(job)
                .with(Jobs.priority(1))
                .task("low")
                .with(Jobs.priority(9))
                .task("high-1")
                .task("high-2"));

        assertThat(claim(3)).extracting(task -> task.ticket().id().task()).containsExactly("high-1", "high-2", "low");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9})
    void what_became_ready_together_keeps_its_order_at_any_priority(int priority) {
        // Backwards by name, so that a tie between two of them shows.
        var names = IntStream.range(0, 20).mapToObj(i -> "t" + (99 - i)).toList();
        var together = Jobs.named(job).with(Jobs.priority(priority));
        names.forEach(together::task);
        load(together);

        assertThat(claim(20)).extracting(task -> task.ticket().id().task()).containsExactlyElementsOf(names);
    }

    @Test
    void an_empty_queue_gives_nothing() {
        assertThat(await(dag.tasks.claim(partition, NextClaim.unlimited("nobody", "w", 1))))
                .isEqualTo(new ClaimOutcome.None(0));
    }

    @Test
    void a_partition_without_epoch_hands_out_nothing() {
        load(Jobs.named(job).task("a"));
        dag.send(Command.of("DEL").key(dag.keys.epoch(partition)));

        assertThat(await(dag.tasks.claim(partition, wish(1)))).isEqualTo(new ClaimOutcome.Rebuilding());
    }

    @Test
    void a_partition_that_has_moved_hands_out_nothing_before_it_was_compared_there(RedisClusterHarness cluster) {
        load(Jobs.named(job).task("a").task("b", "a"));
        var a = claim(1).getFirst();
        int slot = dag.keys.epoch(partition).slot();

        cluster.moveSlot(slot, cluster.otherMaster(slot));
        var accepted = (Accepted) await(dag.tasks.complete(a.ticket().id(), a.attempt(), "", wish(1)));

        assertThat(accepted.next()).isEmpty();
        assertThat(await(dag.tasks.claim(partition, wish(1)))).isEqualTo(new ClaimOutcome.Rebuilding());
        dag.open(partition);
        assertThat(claim(1)).extracting(task -> task.ticket().id().task()).containsExactly("b");
    }

    @Test
    void a_partition_whose_history_can_not_keep_up_hands_out_nothing_and_takes_what_was_handed_out() {
        load(Jobs.named(job).task("a").task("b", "a"));
        var a = claim(1).getFirst();
        append(200_001);

        var accepted = (Accepted) await(dag.tasks.complete(a.ticket().id(), a.attempt(), "", wish(1)));

        assertThat(accepted.next()).isEmpty();
        assertThat(await(dag.tasks.claim(partition, wish(1)))).isEqualTo(new ClaimOutcome.Behind());
        dag.send(Command.of("XTRIM")
                .key(dag.keys.events(partition))
                .arg("MAXLEN")
                .arg(1_000));
        assertThat(claim(1)).extracting(task -> task.ticket().id().task()).containsExactly("b");
    }

    private void append(int entries) {
        for (int left = entries; left > 0; left -= 1_000) {
            var some = IntStream.range(0, Math.min(1_000, left))
                    .mapToObj(i -> Command.of("XADD")
                            .key(dag.keys.events(partition))
                            .arg("*")
                            .arg("e")
                            .arg("job|nobody||0|1|RUNNING|||"))
                    .toList();
            assertThat(await(dag.router.sendAll(some))).allMatch(Outcome.Replied.class::isInstance);
        }
    }

    @Test
    void an_attempt_is_larger_than_any_before_even_if_the_clock_goes_back() {
        load(Jobs.named(job).task("a").task("b"));
        dag.send(Command.of("HSET").key(dag.keys.epoch(partition)).arg("fence").arg("5000000000000000"));

        assertThat(claim(2)).extracting(ClaimedTask::attempt).containsExactly("5000000000000001", "5000000000000002");
    }

    // ---- complete ----

    @Test
    void a_completion_hands_on_its_output_and_claims_the_next() {
        load(Jobs.named(job).task("a").task("b", "a"));
        var a = claim(1).getFirst();

        var accepted = (Accepted) await(dag.tasks.complete(a.ticket().id(), a.attempt(), "{\"x\":1}", wish(1)));

        assertThat(accepted.next()).singleElement().satisfies(b -> {
            assertThat(b.ticket().id()).isEqualTo(id("b"));
            assertThat(b.ticket().fed()).isTrue();
        });
        assertThat(text("HGET", dag.keys.outputs(job), "a")).isEqualTo("{\"x\":1}");
        assertThat(status("a")).isEqualTo("COMPLETED");
    }

    @Test
    void of_32_workers_that_complete_one_task_exactly_one_is_accepted() {
        load(Jobs.named(job).task("a").task("other").task("join", "a", "other"));
        var a = claim(2).stream()
                .filter(task -> task.ticket().id().equals(id("a")))
                .findFirst()
                .orElseThrow();

        var all = await(Uni.join()
                .all(IntStream.range(0, 32)
                        .mapToObj(worker -> dag.tasks.complete(id("a"), a.attempt(), "", nothing()))
                        .toList())
                .andFailFast());

        assertThat(all).filteredOn(Accepted.class::isInstance).hasSize(1);
        assertThat(all).filteredOn(Duplicate.class::isInstance).hasSize(31);
        assertThat(state("join").tallies().ok()).isOne();
        assertThat(text("HGET", dag.keys.job(job), "left")).isEqualTo("2");
    }

    @Test
    void a_repeated_completion_gets_the_same_answer_and_counts_once() {
        load(Jobs.named(job).task("a").task("b", "a"));
        var a = claim(1).getFirst();
        await(dag.tasks.complete(id("a"), a.attempt(), "", nothing()));

        assertThat(await(dag.tasks.complete(id("a"), a.attempt(), "", nothing())))
                .isEqualTo(new Duplicate(TaskStatus.COMPLETED, false));
        assertThat(text("HGET", dag.keys.job(job), "left")).isEqualTo("1");
    }

    @Test
    void an_attempt_that_was_never_given_is_stale() {
        load(Jobs.named(job).task("a"));
        var a = claim(1).getFirst();

        assertThat(await(dag.tasks.complete(id("a"), "1", "", nothing()))).isEqualTo(new Stale(a.attempt()));
    }

    @Test
    void an_unknown_task_is_unknown() {
        assertThat(await(dag.tasks.complete(new TaskId("nojob", "a"), "1", "", nothing())))
                .isInstanceOf(AnswerOutcome.Unknown.class);
    }

    @Test
    void tasks_of_a_job_complete_in_one_step_and_each_for_itself() {
        load(Jobs.named(job)
                .task("a")
                .task("b")
                .task("c")
                .task("join", "a", "b")
                .task("last", "join", "c"));
        var held = claim(3).stream()
                .collect(Collectors.toMap(task -> task.ticket().id().task(), ClaimedTask::attempt));
        await(dag.tasks.complete(id("c"), held.get("c"), "", nothing()));

        var outcomes = await(dag.tasks.complete(
                job,
                List.of(
                        new Completion(id("nobody"), "1", ""),
                        new Completion(id("a"), held.get("a"), "{\"x\":1}"),
                        new Completion(id("c"), held.get("c"), ""),
                        new Completion(id("b"), "1", ""),
                        new Completion(id("b"), held.get("b"), ""),
                        new Completion(id("a"), held.get("a"), "")),
                wish(5)));

        assertThat(outcomes.get(0)).isInstanceOf(AnswerOutcome.Unknown.class);
        assertThat(outcomes.get(2)).isEqualTo(new Duplicate(TaskStatus.COMPLETED, false));
        assertThat(outcomes.get(3)).isEqualTo(new Stale(held.get("b")));
        assertThat(outcomes.get(5)).isEqualTo(new Duplicate(TaskStatus.COMPLETED, false));
        var first = (Accepted) outcomes.get(1);
        assertThat(first.aftermath().reached()).containsExactly("join");
        assertThat(first.next())
                .singleElement()
                .satisfies(task -> assertThat(task.ticket().id()).isEqualTo(id("join")));
        assertThat(((Accepted) outcomes.get(4)).next()).isEmpty();
        assertThat(state("join").tallies().ok()).isEqualTo(2);
        assertThat(status("b")).isEqualTo("COMPLETED");
        assertThat(text("HGET", dag.keys.job(job), "left")).isEqualTo("2");
    }

    @Test
    void what_twenty_tasks_tell_their_children_is_bounded_and_told_once() {
        var wide = Jobs.named(job);
        var parents = IntStream.range(0, 20).mapToObj(parent -> "p" + parent).toList();
        parents.forEach(wide::task);
        IntStream.range(0, 40).forEach(child -> wide.task("c" + child, parents.toArray(String[]::new)));
        load(wide);
        var completions = claim(20).stream()
                .map(task -> new Completion(task.ticket().id(), task.attempt(), ""))
                .toList();

        var outcomes = await(dag.tasks.complete(job, completions, nothing()));

        assertThat(((Accepted) outcomes.getFirst()).aftermath().more()).isTrue();
        while (!await(dag.tasks.continueFanout(job)).isEmpty()) {}
        assertThat(claim(100)).hasSize(40);
        assertThat(state("c39").tallies().ok()).isEqualTo(20);
    }

    @Test
    void an_error_can_not_pass_for_an_event() {
        load(Jobs.named(job).task("a"));
        var a = claim(1).getFirst();

        await(dag.tasks.fail(id("a"), a.attempt(), FailureKind.FATAL, "bad\u001ejob|x||0|5|COMPLETED|||"));

        assertThat(verdicts()).contains("bad job|x||0|5|COMPLETED|||");
    }

    @Test
    void queues_that_came_later_are_asked_for_before_anything_changes() {
        load(Jobs.named(job).task("a").queue("late").task("b", "a"));
        var a = claim(1).getFirst();
        dag.queues.remember(job, "work");

        assertThat(await(dag.tasks.complete(id("a"), a.attempt(), "", nothing())))
                .isInstanceOf(Accepted.class);
        assertThat(await(dag.tasks.claim(partition, NextClaim.unlimited("late", "w", 1))))
                .isInstanceOf(ClaimOutcome.Some.class);
    }

    // ---- fail ----

    @Test
    void a_failed_task_waits_and_is_ready_again() {
        load(Jobs.named(job).with(Jobs.retries(1, 60_000)).task("a"));
        var a = claim(1).getFirst();

        var failed = (Accepted) await(dag.tasks.fail(id("a"), a.attempt(), FailureKind.FAILED, "broken"));

        assertThat(failed.status()).isEqualTo(TaskStatus.RETRY_WAIT);
        assertThat(failed.due()).isAfter(Instant.EPOCH);
        assertThat(await(dag.tasks.fail(id("a"), a.attempt(), FailureKind.FAILED, "broken")))
                .isEqualTo(new Duplicate(TaskStatus.RETRY_WAIT, false));
        var ticket = state("a").ticket(id("a"));
        assertThat(await(dag.due.promote(partition, List.of(ticket)))).isEmpty();
        dag.send(Command.of("ZADD").key(dag.keys.delay(partition)).arg(1).arg(ticket.toString()));
        assertThat(await(dag.due.find(partition)).delayed()).containsExactly(ticket);
        assertThat(await(dag.due.promote(partition, List.of(ticket)))).containsExactly(ticket);
        assertThat(claim(1).getFirst().ticket().retries()).isOne();
    }

    /** Drawn anew for each: of sixty, none in a third of the range would be a miracle. */
    @Test
    void pauses_before_retries_double_up_to_the_longest_and_are_spread_from_nothing_on() {
        var failing = Jobs.named(job).with(Jobs.retries(4, 1_000, 4_000));
        IntStream.range(0, 60).forEach(i -> failing.task("t" + i));
        load(failing);
        for (long longest : List.of(1_000L, 2_000L, 4_000L, 4_000L)) {
            var pauses = claim(60).stream().map(this::pauseAfterFailure).toList();

            assertThat(pauses)
                    .hasSize(60)
                    .allMatch(pause -> pause.most() >= 0 && pause.least() <= longest)
                    .anyMatch(pause -> pause.most() < longest / 3)
                    .anyMatch(pause -> pause.least() > longest * 2 / 3);
            endPauses(60);
        }
        assertThat(claim(60))
                .hasSize(60)
                .extracting(task -> task.ticket().retries())
                .containsOnly(4);
    }

    /** In milliseconds, as far as it can be told from outside. */
    private record Pause(long least, long most) {}

    private Pause pauseAfterFailure(ClaimedTask task) {
        long before = System.currentTimeMillis();
        var failed = (Accepted) await(dag.tasks.fail(task.ticket().id(), task.attempt(), FailureKind.FAILED, "broken"));
        long after = System.currentTimeMillis();
        long due = failed.due().toEpochMilli();
        return new Pause(due - after, due - before);
    }

    /** Who drew no pause at all is ready by itself; that nobody is missing shows in the next claim. */
    private void endPauses(int count) {
        var tickets = IntStream.range(0, count)
                .mapToObj(i -> state("t" + i).ticket(id("t" + i)))
                .toList();
        var past = Command.of("ZADD").key(dag.keys.delay(partition)).arg("XX");
        tickets.forEach(ticket -> past.arg(1).arg(ticket.toString()));
        dag.send(past);
        await(dag.due.promote(partition, tickets));
    }

    @Test
    void what_is_not_worth_another_try_fails_at_once_and_skips_what_needs_it() {
        load(Jobs.named(job).with(Jobs.retries(5, 0)).task("a").task("b", "a"));
        var a = claim(1).getFirst();

        var failed = (Accepted) await(dag.tasks.fail(id("a"), a.attempt(), FailureKind.FATAL, "broken"));

        assertThat(failed.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(failed.aftermath().ended()).isEqualTo("FAILED");
        assertThat(state("b").life()).isEqualTo(TaskState.Life.SKIPPED);
        assertThat(state("b").end()).isEqualTo(TaskState.End.FAILED);
    }

    @Test
    void a_living_worker_keeps_its_task() {
        load(Jobs.named(job).task("a"));
        var a = claim(1).getFirst();

        assertThat(await(dag.tasks.fail(id("a"), a.attempt(), FailureKind.LOST, "")))
                .isInstanceOf(AnswerOutcome.Alive.class);
    }

    @Test
    void a_stray_ticket_of_a_task_that_has_ended_counts_for_nothing() {
        load(Jobs.named(job).task("a").task("b").task("c", "a", "b"));
        var a = claim(1).getFirst();
        handIn(a);
        dag.send(Command.of("ZADD")
                .key(dag.keys.ready(partition, "work"))
                .arg(0)
                .arg(a.ticket().toString()));
        var stray = claim(1).getFirst();
        assertThat(stray.ticket().id()).isEqualTo(id("a"));

        assertThat(await(dag.tasks.complete(id("a"), stray.attempt(), "", nothing())))
                .isEqualTo(new Stale(stray.attempt()));

        assertThat(dag.send(Command.of("HGET").key(dag.keys.job(job)).arg("left"))
                        .text())
                .isEqualTo("2");
        assertThat(dag.send(Command.of("HEXISTS")
                                .key(dag.keys.running(partition))
                                .arg(id("a").toString()))
                        .integer())
                .isZero();
        handIn(claim(1).getFirst());
        handIn(claim(1).getFirst());
        assertThat(dag.send(Command.of("HGET").key(dag.keys.job(job)).arg("status"))
                        .text())
                .isEqualTo("COMPLETED");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_stray_ticket_keeps_no_task_of_a_limited_job_waiting(boolean completed) {
        load(Jobs.named(job).limit(1).task("a").task("b").task("c"));
        var a = claim(1).getFirst();
        handIn(a);
        dag.send(Command.of("ZADD")
                .key(dag.keys.ready(partition, "work"))
                .arg(0)
                .arg(a.ticket().toString()));
        var stray = claim(3);
        assertThat(stray).extracting(task -> task.ticket().id()).containsExactly(id("a"));

        var attempt = stray.getFirst().attempt();
        var answer = completed
                ? dag.tasks.complete(id("a"), attempt, "", nothing())
                : dag.tasks.fail(id("a"), attempt, FailureKind.FAILED, "broken");

        assertThat(await(answer)).isEqualTo(new Stale(attempt));
        handIn(claim(3).getFirst());
        handIn(claim(3).getFirst());
        assertThat(text("HGET", dag.keys.job(job), "status")).isEqualTo("COMPLETED");
    }

    @Test
    void after_a_lost_lease_another_worker_has_the_task_and_the_first_is_stale() {
        load(Jobs.named(job).task("a"));
        var lost = claim(1).getFirst();
        endLease("a");
        assertThat(await(dag.due.find(partition)).lost()).containsExactly(new Beat(id("a"), lost.attempt()));
        await(dag.tasks.fail(id("a"), lost.attempt(), FailureKind.LOST, "lost"));

        var again = claim(1).getFirst();

        assertThat(again.attempt()).isNotEqualTo(lost.attempt());
        assertThat(await(dag.tasks.complete(id("a"), lost.attempt(), "", nothing())))
                .isEqualTo(new Stale(again.attempt()));
        assertThat(await(dag.tasks.complete(id("a"), again.attempt(), "", nothing())))
                .isInstanceOf(Accepted.class);
        assertThat(verdicts()).contains("STALE", "ACCEPTED");
    }

    @Test
    void nothing_is_taken_back_before_its_partition_is_compared() {
        load(Jobs.named(job).task("a"));
        var lost = claim(1).getFirst();
        endLease("a");
        dag.close(partition);

        assertThat(await(dag.due.find(partition)).lost()).isEmpty();
        assertThat(await(dag.tasks.fail(id("a"), lost.attempt(), FailureKind.LOST, "lost")))
                .isInstanceOf(AnswerOutcome.Alive.class);

        dag.open(partition);
        assertThat(await(dag.due.find(partition)).lost()).containsExactly(new Beat(id("a"), lost.attempt()));
    }

    @Test
    void of_three_that_take_a_lost_task_back_one_does() {
        load(Jobs.named(job).task("a"));
        var lost = claim(1).getFirst();
        endLease("a");

        var all = await(Uni.join()
                .all(IntStream.range(0, 3)
                        .mapToObj(owner -> dag.tasks.fail(id("a"), lost.attempt(), FailureKind.LOST, "lost"))
                        .toList())
                .andFailFast());

        assertThat(all).filteredOn(Accepted.class::isInstance).hasSize(1);
        assertThat(all).filteredOn(Stale.class::isInstance).hasSize(2);
        assertThat(state("a").losses()).isOne();
        assertThat(claim(5)).hasSize(1);
    }

    @Test
    void a_task_that_loses_every_worker_fails_in_the_end() {
        load(Jobs.named(job).task("a"));
        var status = TaskStatus.READY;
        for (int lost = 0; lost <= TaskStore.LOSSES_MAX; lost++) {
            var attempt = claim(1).getFirst().attempt();
            endLease("a");
            status = ((Accepted) await(dag.tasks.fail(id("a"), attempt, FailureKind.LOST, "lost"))).status();
        }
        assertThat(status).isEqualTo(TaskStatus.FAILED);
    }

    @Test
    void a_claim_that_perhaps_nobody_got_counts_a_tenth_of_a_worker_that_fell_silent() {
        load(Jobs.named(job).with(Jobs.lease(1, 0)).task("a"));
        var unheard = claim(1).getFirst();
        awaitLost();
        await(dag.tasks.fail(id("a"), unheard.attempt(), FailureKind.LOST, "lost"));
        assertThat(state("a").losses()).isEqualTo(1);

        var heard = claim(1).getFirst();
        var beat = new Beat(id("a"), heard.attempt());
        Awaitility.await()
                .atMost(ofSeconds(30))
                .until(() -> await(dag.tasks.heartbeat(partition, List.of(beat)))
                        .getFirst()
                        .leaseEnd()
                        .isAfter(heard.leaseEnd()));
        awaitLost();
        await(dag.tasks.fail(id("a"), heard.attempt(), FailureKind.LOST, "lost"));
        assertThat(state("a").losses()).isEqualTo(11);
    }

    private void awaitLost() {
        Awaitility.await()
                .atMost(ofSeconds(30))
                .until(() -> !await(dag.due.find(partition)).lost().isEmpty());
    }

    @Test
    void a_task_that_runs_too_long_has_failed() {
        load(Jobs.named(job).with(Jobs.lease(60_000, 1)).task("a"));
        var a = claim(1).getFirst();
        Awaitility.await()
                .atMost(ofSeconds(30))
                .until(() -> !await(dag.due.find(partition)).lost().isEmpty());

        var ended = (Accepted) await(dag.tasks.fail(id("a"), a.attempt(), FailureKind.LOST, "lost"));

        assertThat(ended.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(text("HGET", dag.keys.task(id("a")), "error")).contains("timeout");
    }

    @Test
    void a_task_given_back_is_ready_and_has_lost_nothing() {
        load(Jobs.named(job).task("a"));
        var a = claim(1).getFirst();

        await(dag.tasks.fail(id("a"), a.attempt(), FailureKind.RELEASED, "not mine"));

        assertThat(state("a").losses()).isZero();
        assertThat(claim(1)).hasSize(1);
    }

    // ---- heartbeat, orphans ----

    @Test
    void a_heartbeat_extends_the_lease_of_the_attempt_that_counts_and_stops_any_other() {
        load(Jobs.named(job).task("a").task("b"));
        var both = claim(2);
        endLease("a");

        var renewed = await(dag.tasks.heartbeat(
                partition, List.of(new Beat(id("a"), both.getFirst().attempt()), new Beat(id("b"), "1"))));

        assertThat(renewed.get(0).leaseEnd()).isAfter(both.getFirst().leaseEnd().minusSeconds(5));
        assertThat(renewed.get(1).leaseEnd()).isNull();
        assertThat(await(dag.due.find(partition)).lost()).isEmpty();
    }

    @Test
    void a_running_task_without_a_lease_is_found() {
        load(Jobs.named(job).task("a"));
        claim(1);
        dag.send(Command.of("ZREM").key(dag.keys.lease(partition)).arg(job + ".a"));
        assertThat(await(dag.due.find(partition)).lost()).isEmpty();

        await(dag.due.adoptOrphans(partition, "0"));

        var lost = await(dag.due.find(partition)).lost().getFirst();
        assertThat(await(dag.tasks.fail(lost.id(), lost.attempt(), FailureKind.LOST, "lost")))
                .isInstanceOf(Accepted.class);
        assertThat(claim(1)).extracting(task -> task.ticket().id()).containsExactly(id("a"));
    }

    // ---- conditions, fan-outs ----

    @Test
    void the_last_two_parents_at_once_make_their_child_ready_once() {
        var joins = Jobs.named(job);
        IntStream.range(0, 50).forEach(i -> joins.task("a" + i).task("b" + i).task("join" + i, "a" + i, "b" + i));
        load(joins);

        await(Uni.join()
                .all(claim(100).stream()
                        .map(task -> dag.tasks.complete(task.ticket().id(), task.attempt(), "", nothing()))
                        .toList())
                .andFailFast());

        assertThat(number("ZCARD", dag.keys.ready(partition, "work"))).isEqualTo(50);
        assertThat(claim(100)).extracting(task -> task.ticket().id().task()).doesNotHaveDuplicates();
        IntStream.range(0, 50)
                .forEach(i -> assertThat(state("join" + i).tallies().ok()).isEqualTo(2));
    }

    @Test
    void a_condition_is_decided_once() {
        load(Jobs.named(job).with(Jobs.condition()).task("a").task("b", "a"));
        assertThat(state("a").life()).isEqualTo(TaskState.Life.CHECKING);

        assertThat(await(dag.tasks.decide(id("a"), Verdict.SKIP, ""))).hasSize(1);
        assertThat(await(dag.tasks.decide(id("a"), Verdict.RUN, ""))).isEmpty();
        assertThat(state("b").life()).isEqualTo(TaskState.Life.SKIPPED);
    }

    @Test
    void a_long_fan_out_goes_on_where_it_stopped_and_counts_nobody_twice() {
        var children = Jobs.named(job).task("root");
        var names = IntStream.range(0, 1_050).mapToObj(i -> "c" + i).toList();
        names.forEach(name -> children.task(name, "root"));
        children.task("join", names);
        load(children);
        var root = claim(1).getFirst();
        var accepted = (Accepted) await(dag.tasks.complete(id("root"), root.attempt(), "", nothing()));
        assertThat(accepted.aftermath().more()).isTrue();

        // Two that do not know of each other.
        while (await(Uni.join()
                        .all(dag.tasks.continueFanout(job), dag.tasks.continueFanout(job))
                        .andFailFast())
                .stream()
                .anyMatch(told -> !told.isEmpty())) {}

        assertThat(number("ZCARD", dag.keys.ready(partition, "work"))).isEqualTo(1_050);
        for (var some = claim(100); !some.isEmpty(); some = claim(100)) {
            some.forEach(task -> await(dag.tasks.complete(task.ticket().id(), task.attempt(), "", nothing())));
            if (some.getFirst().ticket().id().task().equals("join")) {
                break;
            }
        }
        assertThat(text("HGET", dag.keys.job(job), "status")).isEqualTo("COMPLETED");
    }

    /** How long a step takes on a crowded machine says nothing; how much it does decides how long it takes. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 10_000})
    void a_step_does_the_same_work_whatever_the_size_of_its_job(int size) {
        var wide = Jobs.named(job).task("root");
        IntStream.range(0, size).forEach(i -> wide.task("c" + i, "root"));
        load(wide);
        var root = claim(1).getFirst();
        long done = work(() -> await(dag.tasks.complete(id("root"), root.attempt(), "{}", nothing())));
        assertThat(done).as("commands of the completion").isLessThan(COMMANDS_MAX);
        long told = number("ZCARD", dag.keys.ready(partition, "work"));
        assertThat(told).as("children of the completion").isBetween(1L, CHILDREN_MAX);

        for (int steps = 0; steps < 5; steps++) {
            assertThat(work(() -> await(dag.tasks.continueFanout(job))))
                    .as("commands of a step")
                    .isLessThan(COMMANDS_MAX);
            long now = number("ZCARD", dag.keys.ready(partition, "work"));
            assertThat(now - told).as("children of a step").isBetween(1L, CHILDREN_MAX);
            told = now;
        }
        assertThat(work(() -> assertThat(claim(100)).hasSize(100)))
                .as("commands of a claim")
                .isLessThan(COMMANDS_MAX);
    }

    /** Of jobs that are limited or held back as of any other: what is asked of all tickets is asked at once. */
    @Test
    void a_claim_does_the_same_work_for_jobs_that_are_limited() {
        var limited = Jobs.named(job).limit(30);
        IntStream.range(0, 200).forEach(i -> limited.task("t" + i));
        load(limited);

        assertThat(work(() -> assertThat(claim(100)).hasSize(30)))
                .as("commands of the claim")
                .isLessThan(COMMANDS_MAX);
        assertThat(number("ZCARD", dag.keys.parked(partition)))
                .as("looked at, and held back")
                .isEqualTo(30);
        assertThat(work(() -> assertThat(claim(100)).isEmpty()))
                .as("commands of a claim that gets nothing")
                .isLessThan(COMMANDS_MAX);
    }

    /** Two of each view are written, nothing more. */
    @Test
    void what_all_views_need_to_know_is_read_at_once() {
        var many = Jobs.named(job);
        IntStream.range(0, 100).forEach(i -> many.task("t" + i));
        load(many);
        claim(30);
        var names = IntStream.range(0, 100).mapToObj(i -> "t" + i).toList();

        assertThat(work(() -> await(dag.tasks.project(job, names)))).isLessThan(2 * 100 + COMMANDS_MAX);

        assertThat(names.stream().map(this::status).filter("RUNNING"::equals)).hasSize(30);
        assertThat(names.stream().map(this::status).filter("READY"::equals)).hasSize(70);
    }

    /** How many commands the node of the partition executes for it, those within scripts included. */
    private long work(Runnable step) {
        var before = commands();
        step.run();
        var after = commands();
        return after.entrySet().stream()
                .filter(counted -> SCRIPTED.contains(counted.getKey()))
                .mapToLong(counted -> counted.getValue() - before.getOrDefault(counted.getKey(), 0L))
                .sum();
    }

    private Map<String, Long> commands() {
        try (var client = cluster.masterOf(dag.keys.events(partition).value()).connect()) {
            return client.text("INFO", "commandstats")
                    .lines()
                    .filter(line -> line.startsWith("cmdstat_"))
                    .collect(Collectors.toMap(
                            line -> line.substring("cmdstat_".length(), line.indexOf(':')),
                            line -> Long.parseLong(line.substring(line.indexOf("calls=") + 6, line.indexOf(',')))));
        }
    }

    // ---- limits ----

    @Test
    void a_limited_job_runs_so_many_tasks_at_once_and_none_is_forgotten() {
        var limited = Jobs.named(job).limit(2);
        IntStream.range(0, 7).forEach(i -> limited.task("t" + i));
        load(limited);
        int done = 0;
        for (var running = claim(5); !running.isEmpty(); running = claim(5)) {
            assertThat(running).hasSizeLessThanOrEqualTo(2);
            for (var task : running) {
                await(dag.tasks.complete(task.ticket().id(), task.attempt(), "", nothing()));
                done++;
            }
        }
        assertThat(done).isEqualTo(7);
        assertThat(text("HGET", dag.keys.job(job), "status")).isEqualTo("COMPLETED");
    }

    @Test
    void a_limit_is_free_again_whenever_whoever_used_it_is_lost() {
        lose(100);
    }

    @Test
    @Tag("long")
    void a_limit_is_free_again_after_thousands_of_losses() {
        lose(5_000);
    }

    /** One at a time, and each worker falls silent first. */
    private void lose(int count) {
        var limited = Jobs.named(job).limit(1);
        IntStream.range(0, count).forEach(i -> limited.task("t" + i));
        load(limited);
        for (int done = 0; done < count; done++) {
            var lost = claim(5);
            assertThat(lost).hasSize(1);
            var task = lost.getFirst().ticket().id();
            endLease(task.task());
            await(dag.tasks.fail(task, lost.getFirst().attempt(), FailureKind.LOST, "lost"));
            var again = claim(5);
            assertThat(again).hasSize(1);
            handIn(again.getFirst());
        }
        assertThat(text("HGET", dag.keys.job(job), "status")).isEqualTo("COMPLETED");
        assertThat(dag.send(Command.of("ZLEXCOUNT")
                                .key(dag.keys.slots(partition))
                                .arg("[" + job + ".")
                                .arg("(" + job + "/"))
                        .integer())
                .isZero();
    }

    @Test
    void permits_that_have_lapsed_do_not_count_and_are_deleted_some_at_a_time() {
        var permits = new PermitStore(dag.router, dag.scripts, dag.keys);
        var queue = "lapsed-" + job;
        var all = new ArrayList<String>();
        while (all.size() < 1_000) {
            all.addAll(await(permits.acquire(queue, 1_000, 100, ofSeconds(60))));
        }
        // One is still in use.
        for (var some : CallParts.of(all.subList(1, 1_000), 100)) {
            await(permits.extend(
                    queue, some.stream().collect(Collectors.toMap(permit -> permit, permit -> Instant.EPOCH))));
        }

        assertThat(await(permits.acquire(queue, 61, 100, ofSeconds(60)))).hasSize(60);

        assertThat(number("ZCARD", dag.keys.permits(queue))).isEqualTo(1_000 - 200 + 60);
        assertThat(await(permits.acquire(queue, 61, 1, ofSeconds(60)))).isEmpty();
    }

    @Test
    void a_limited_queue_gives_so_many_permits_and_takes_lapsed_ones_back() {
        var permits = new PermitStore(dag.router, dag.scripts, dag.keys);
        var queue = "limited-" + job;
        var first = await(permits.acquire(queue, 3, 5, ofSeconds(60)));
        assertThat(first).hasSize(3);
        assertThat(await(permits.acquire(queue, 3, 1, ofSeconds(60)))).isEmpty();

        await(permits.giveBack(List.of(first.getFirst(), NextClaim.NO_PERMIT)));
        await(permits.extend(queue, Map.of(first.getLast(), Instant.EPOCH)));

        assertThat(await(permits.acquire(queue, 3, 5, ofSeconds(60)))).hasSize(2);
    }

    // ---- views, logs ----

    @Test
    void the_readable_view_follows_the_truth() {
        load(Jobs.named(job).task("a"));
        claim(1);
        await(dag.tasks.project(job, List.of("a")));

        assertThat(status("a")).isEqualTo("RUNNING");
        assertThat(text("HGET", dag.keys.task(id("a")), "name")).isEqualTo("the a");
        assertThat(text("HGET", dag.keys.task(id("a")), "maxRetries")).isEqualTo("0");
        assertThat(text("HGET", dag.keys.edges(job), "a")).isEmpty();
        assertThat(text("HGET", dag.keys.job(job), "createdBy")).isEqualTo("ann");
    }

    @Test
    void the_readable_view_has_the_fields_of_the_design_document() {
        load(Jobs.named(job).task("a"));
        handIn(claim(1).getFirst());
        await(dag.tasks.project(job, List.of("a")));

        assertThat(number("HLEN", dag.keys.task(id("a")))).isEqualTo(6);
        assertThat(text("HGET", dag.keys.task(id("a")), "id")).isEqualTo("a");
        assertThat(text("HGET", dag.keys.task(id("a")), "jobId")).isEqualTo(job);
        assertThat(text("HGET", dag.keys.task(id("a")), "name")).isEqualTo("the a");
        assertThat(text("HGET", dag.keys.task(id("a")), "status")).isEqualTo("COMPLETED");
        assertThat(text("HGET", dag.keys.task(id("a")), "retryCount")).isEqualTo("0");
        assertThat(text("HGET", dag.keys.task(id("a")), "maxRetries")).isEqualTo("0");
    }

    @Test
    void only_the_worker_that_has_a_task_writes_its_log() {
        load(Jobs.named(job).task("a"));
        var a = claim(1).getFirst();
        var logs = new LogStore(dag.scripts, dag.keys);

        assertThat(await(logs.append(id("a"), a.attempt(), List.of("one", "two"))))
                .isTrue();
        assertThat(await(logs.append(id("a"), "1", List.of("three")))).isFalse();
        assertThat(number("EXISTS", dag.keys.logs(id("a")))).isOne();
    }

    // ---- helpers ----

    private void load(Jobs planned) {
        assertThat(await(dag.loader.load(planned.build()))).isInstanceOf(LoadOutcome.Started.class);
        for (var told = await(dag.tasks.continueFanout(job));
                !told.isEmpty();
                told = await(dag.tasks.continueFanout(job))) {}
    }

    private List<ClaimedTask> claim(int max) {
        return switch (await(dag.tasks.claim(partition, wish(max)))) {
            case ClaimOutcome.Some some -> some.tasks();
            case ClaimOutcome.None none -> List.of();
            case ClaimOutcome.Rebuilding rebuilding -> throw new AssertionError("rebuilding");
            case ClaimOutcome.Behind behind -> throw new AssertionError("behind");
        };
    }

    private void handIn(ClaimedTask task) {
        assertThat(await(dag.tasks.complete(task.ticket().id(), task.attempt(), "", nothing())))
                .isInstanceOf(Accepted.class);
    }

    private NextClaim wish(int max) {
        return NextClaim.unlimited("work", "w", max);
    }

    private static NextClaim nothing() {
        return NextClaim.nothing("work", "w");
    }

    private void endLease(String task) {
        dag.send(Command.of("ZADD").key(dag.keys.lease(partition)).arg(1).arg(job + "." + task));
    }

    private TaskId id(String task) {
        return new TaskId(job, task);
    }

    private TaskState state(String task) {
        return TaskState.parse(text("HGET", dag.keys.state(job), task));
    }

    private String verdicts() {
        return dag
                .send(Command.of("XREVRANGE")
                        .key(dag.keys.events(partition))
                        .arg("+")
                        .arg("-")
                        .arg("COUNT")
                        .arg(50))
                .stream()
                .map(entry -> entry.get(1).stream().map(Reply::text).collect(Collectors.joining(" ")))
                .collect(Collectors.joining("\n"));
    }

    /** For readers outside: the service itself never reads it, and may not. */
    private String status(String task) {
        var key = dag.keys.status(id(task)).value();
        return cluster.masterOf(key).call("GET", key);
    }

    private String text(String command, RedisKey key, String... args) {
        var read = Command.of(command).key(key);
        for (var arg : args) {
            read.arg(arg);
        }
        return dag.send(read).text();
    }

    private long number(String command, RedisKey key) {
        return dag.send(Command.of(command).key(key)).integer();
    }
}
