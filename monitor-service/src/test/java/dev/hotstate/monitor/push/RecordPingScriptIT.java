package dev.hotstate.monitor.push;

import static dev.hotstate.monitor.definition.TestMonitors.push;
import static dev.hotstate.monitor.definition.TestMonitors.randomId;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.probe.Phases;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import dev.hotstate.monitor.push.Report.Signal;
import dev.hotstate.monitor.push.ReportOutcome.Gone;
import dev.hotstate.monitor.push.ReportOutcome.Recorded;
import dev.hotstate.monitor.push.ReportOutcome.Started;
import dev.hotstate.monitor.result.CommitOutcome.Applied;
import dev.hotstate.monitor.result.CommitOutcome.Stale;
import dev.hotstate.monitor.result.MonitorState;
import dev.hotstate.monitor.result.ResultStore;
import dev.hotstate.monitor.schedule.TestSchedule;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** record_ping alone on a real cluster. */
class RecordPingScriptIT {

    private static final ProbeResult SILENCE =
            new ProbeResult(Verdict.DOWN, Reason.NO_HEARTBEAT, 0, 0, Phases.NONE, null, "silent");

    @RegisterExtension
    static final RedisClusterExtension cluster = MonitorRedis.plan().shared().scanning(MonitorRedis.scan());

    private MonitorRedis redis;
    private ReportStore reports;
    private ResultStore results;
    private TestSchedule schedule;
    private String id;

    @BeforeEach
    void aJob(RedisClusterHarness harness) {
        redis = new MonitorRedis(harness);
        reports = new ReportStore(redis.scripts, redis.keys, redis.clock);
        results = new ResultStore(redis.scripts, redis.keys, redis.clock);
        schedule = new TestSchedule(redis);
        id = randomId();
        redis.build(redis.keys.partitionOf(id));
        schedule.enroll(push(id, ofHours(1), ofMinutes(5)));
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void a_report_moves_the_deadline() {
        redis.schedule(id, redis.nowMillis() + 1_000);
        long now = redis.nowMillis();

        var recorded = (Recorded) take(Report.of(Signal.UP, Report.ANY_RUN, ""));

        assertThat(recorded).isEqualTo(new Recorded(MonitorState.UP, Optional.empty(), 0));
        assertThat(redis.score(id))
                .isBetween(
                        now + ofMinutes(65).toMillis(),
                        redis.nowMillis() + ofMinutes(65).toMillis());
    }

    @Test
    void a_report_in_the_last_moment_voids_the_finding_that_the_job_is_silent() {
        redis.schedule(id, redis.nowMillis() - 1);
        var fence = schedule.claim(id);

        take(Report.of(Signal.UP, Report.ANY_RUN, ""));

        assertThat(await(results.commit(id, fence, 1, SILENCE))).isInstanceOf(Stale.class);
        assertThat(redis.hash(redis.keys.status(id))).containsEntry("state", "up");
        assertThat(redis.transitionTypes(id)).isEmpty();
    }

    @Test
    void a_job_that_is_heard_again_ends_its_incident() {
        redis.schedule(id, redis.nowMillis() - 1);
        await(results.commit(id, schedule.claim(id), 1, SILENCE));

        var recorded = (Recorded) take(Report.of(Signal.UP, Report.ANY_RUN, ""));

        assertThat(recorded.transition()).contains("resolved");
        assertThat(redis.transitionTypes(id)).containsExactly("opened", "resolved");
    }

    @Test
    void a_report_ends_the_doubt_that_a_silence_began() {
        schedule.enroll(push(
                id, ofMinutes(5), settings -> settings.retries(1, ofSeconds(5)).version(2)));
        assertThat(silence()).isEqualTo(MonitorState.CONFIRMING);

        take(Report.of(Signal.UP, Report.ANY_RUN, ""));

        assertThat(redis.exists(redis.keys.retry(id))).isFalse();
        assertThat(silence())
                .as("one silence more, but not the second in a row")
                .isEqualTo(MonitorState.CONFIRMING);
        assertThat(silence()).isEqualTo(MonitorState.DOWN);
    }

    private MonitorState silence() {
        redis.schedule(id, redis.nowMillis() - 1);
        return ((Applied) await(results.commit(id, schedule.claim(id), 2, SILENCE))).state();
    }

    @Test
    void a_repeated_failure_is_one_incident() {
        take(new Report(Signal.DOWN, Report.ANY_RUN, 3, 40, "disk full"));
        var again = (Recorded) take(new Report(Signal.DOWN, Report.ANY_RUN, 3, 40, "disk full"));

        assertThat(again).isEqualTo(new Recorded(MonitorState.DOWN, Optional.empty(), 40));
        assertThat(redis.transitionTypes(id)).containsExactly("opened");
        assertThat(redis.hash(redis.keys.status(id)))
                .containsEntry("status_code", "3")
                .containsEntry("message", "disk full");
    }

    @Test
    void a_report_that_is_sent_again_counts_once() {
        schedule.enroll(
                push(id, ofMinutes(5), settings -> settings.thresholds(2, 1).version(2)));
        var failure = new Report(Signal.DOWN, Report.ANY_RUN, 3, 40, "disk full");
        var first = await(reports.record(id, failure, "one"));

        var again = await(reports.record(id, failure, "one"));

        assertThat(again).isEqualTo(first).isEqualTo(new Recorded(MonitorState.CONFIRMING, Optional.empty(), 40));
        assertThat(redis.transitionTypes(id)).isEmpty();
        assertThat(await(reports.record(id, failure, "two")))
                .isEqualTo(new Recorded(MonitorState.DOWN, Optional.of("opened"), 40));
    }

    /** The first attempt was stuck in a connection, and others came through before it. */
    @Test
    void a_report_that_is_sent_again_behind_two_others_counts_once() {
        take("one");
        take("two");
        take("three");

        var again = List.of(take("one"), take("two"), take("three"));

        assertThat(again).containsOnly(new Recorded(MonitorState.UP, Optional.empty(), 40));
        assertThat(redis.send(Command.of("LRANGE")
                                .key(redis.keys.recent(id))
                                .arg(0)
                                .arg(-1))
                        .list())
                .hasSize(3);
        assertThat(redis.hash(redis.keys.status(id))).containsEntry("operation", "three two one");
    }

    private ReportOutcome take(String operation) {
        return await(reports.record(id, new Report(Signal.UP, Report.ANY_RUN, 0, 40, ""), operation));
    }

    /** As if the master had died before its replica got it. */
    @Test
    void a_report_that_was_lost_is_taken_when_it_is_told_again_and_holds_from_when_it_was_heard() {
        var heardAt = redis.nowMillis() - 20_000;
        redis.schedule(id, redis.nowMillis() + 1_000);

        assertThat(again("lost", heardAt)).contains(new Recorded(MonitorState.UP, Optional.empty(), 40));
        assertThat(redis.score(id)).isEqualTo(heardAt + ofMinutes(65).toMillis());

        assertThat(again("lost", heardAt)).isEmpty();
    }

    @Test
    void what_is_told_again_does_not_overrule_what_the_job_has_said_since() {
        await(reports.record(id, new Report(Signal.DOWN, Report.ANY_RUN, 3, 40, "disk full"), "later"));

        assertThat(again("lost", redis.nowMillis() - 20_000)).isEmpty();

        assertThat(redis.hash(redis.keys.status(id)))
                .containsEntry("state", "down")
                .containsEntry("operation", "later");
    }

    @Test
    void what_is_told_again_ends_a_silence_only_of_its_own_time() {
        redis.schedule(id, redis.nowMillis() - 1);
        await(results.commit(id, schedule.claim(id), 1, SILENCE));

        assertThat(again("long ago", redis.nowMillis() - ofMinutes(65).toMillis()))
                .isEmpty();
        assertThat(again("lost", redis.nowMillis() - 20_000))
                .contains(new Recorded(MonitorState.UP, Optional.of("resolved"), 40));
    }

    private Optional<Recorded> again(String operation, long heardAt) {
        var report = new Report(Signal.UP, Report.ANY_RUN, 0, 40, "");
        return await(reports.recordAgain(new TakenReport(id, report, operation, Instant.ofEpochMilli(heardAt))));
    }

    @Test
    void a_start_shortens_the_deadline_to_the_grace_and_never_lengthens_it() {
        long now = redis.nowMillis();
        assertThat(take(Report.of(Signal.START, "r1", ""))).isInstanceOf(Started.class);
        assertThat(redis.score(id))
                .isBetween(
                        now + ofMinutes(5).toMillis(),
                        redis.nowMillis() + ofMinutes(5).toMillis());

        redis.schedule(id, now + 1_000);
        take(Report.of(Signal.START, "r2", ""));

        assertThat(redis.score(id)).isEqualTo(now + 1_000);
        assertThat(redis.ttlMillis(redis.keys.started(id))).isPositive();
    }

    @Test
    void runs_that_overlap_are_told_apart() {
        take(Report.of(Signal.START, "r1", ""));
        redis.send(Command.of("HSET").key(redis.keys.started(id)).arg("r1").arg(redis.nowMillis() - 90_000));
        take(Report.of(Signal.START, "r2", ""));

        assertThat(((Recorded) take(Report.of(Signal.UP, "r2", ""))).latencyMillis())
                .isLessThan(60_000);
        assertThat(((Recorded) take(Report.of(Signal.UP, "r1", ""))).latencyMillis())
                .isBetween(90_000L, 150_000L);
        assertThat(redis.exists(redis.keys.started(id))).isFalse();
    }

    @Test
    void runs_that_never_end_do_not_pile_up() {
        IntStream.range(0, 200).forEach(n -> take(Report.of(Signal.START, "run-" + n, "")));

        assertThat(redis.hash(redis.keys.started(id))).hasSizeLessThanOrEqualTo(64);
    }

    @Test
    void a_job_that_is_not_scheduled_is_not_heard() {
        schedule.withdraw(id, 2);

        assertThat(take(Report.of(Signal.UP, Report.ANY_RUN, ""))).isInstanceOf(Gone.class);
        assertThat(redis.exists(redis.keys.status(id))).isFalse();
    }

    private ReportOutcome take(Report report) {
        return await(reports.record(id, report, ReportStore.operation()));
    }

    private static <T> T await(Uni<T> work) {
        return work.await().atMost(ofSeconds(15));
    }
}
