package dev.hotstate.monitor.schedule;

import static dev.hotstate.monitor.definition.TestMonitors.http;
import static dev.hotstate.monitor.definition.TestMonitors.push;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.MonitorSchedule.Hastening;
import dev.hotstate.monitor.definition.TestMonitors;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.schedule.ClaimOutcome.Claimed;
import dev.hotstate.monitor.schedule.ClaimOutcome.Congested;
import dev.hotstate.monitor.schedule.ClaimOutcome.Unbuilt;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** claim_due, release_claims, enroll_monitors, hasten_check and withdraw_monitor, each alone on a real cluster. */
class ScheduleScriptsIT {

    private static final ScheduleConfig CONFIG = TestConfig.of(Map.of("monitor.schedule.backlog-max", "1000"));

    @RegisterExtension
    static final RedisClusterExtension cluster = MonitorRedis.plan().shared().scanning(MonitorRedis.scan());

    private MonitorRedis redis;
    private ScheduleStore store;
    private String id;
    private Partition partition;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new MonitorRedis(harness);
        store = new ScheduleStore(redis.scripts, redis.keys, redis.clock, CONFIG);
        id = QuietIds.each(ofSeconds(60), TestMonitors::randomId);
        partition = redis.keys.partitionOf(id);
        redis.build(partition);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    // ---- claim ------------------------------------------------------------------------------------------------------

    @Test
    void who_asks_for_none_hears_since_when_something_is_due_and_claims_nothing() {
        enrolled(http(id), true);
        var due = Instant.ofEpochMilli(redis.score(id));

        var looked = (Claimed) await(store.claimDue(partition, 0));

        assertThat(looked.claims()).isEmpty();
        assertThat(looked.next()).contains(due);
        assertThat(claim().claims()).hasSize(1);
    }

    @Test
    void what_is_due_is_leased_for_its_timeout_and_the_margin() {
        enrolled(http(id), true);
        long before = redis.nowMillis();

        var claimed = claim();

        var claim = claimed.claims().getFirst();
        assertThat(claim.monitor()).isEqualTo(id);
        assertThat(claim.version()).isEqualTo(1);
        assertThat(claim.takenOver()).isFalse();
        assertThat(Long.parseLong(claim.fence())).isGreaterThanOrEqualTo(before * 1_000);
        assertThat(redis.score(id) - claimed.now().toEpochMilli())
                .isEqualTo(ofSeconds(10).plus(CONFIG.leaseMargin()).toMillis());
        assertThat(claimed.next()).contains(Instant.ofEpochMilli(redis.score(id)));
    }

    @Test
    void what_is_not_due_is_left_alone_and_its_time_told() {
        enrolled(http(id), false);

        var claimed = claim();

        assertThat(claimed.claims()).isEmpty();
        assertThat(claimed.next()).contains(SchedulePolicy.next(id, ofSeconds(60), claimed.now()));
    }

    @Test
    void a_repeat_claims_nothing_twice() {
        enrolled(http(id), true);
        claim();

        assertThat(claim().claims()).isEmpty();
    }

    @Test
    void a_lease_that_ran_out_is_taken_over_under_a_larger_fence_with_the_first_due_time() {
        enrolled(http(id), true);
        var lost = claim().claims().getFirst();
        redis.schedule(id, redis.nowMillis() - 1);

        var taken = claim().claims().getFirst();

        assertThat(taken.takenOver()).isTrue();
        assertThat(taken.due()).isEqualTo(lost.due());
        assertThat(Long.parseLong(taken.fence())).isGreaterThan(Long.parseLong(lost.fence()));
    }

    @Test
    void fences_grow_although_the_clock_went_back() {
        enrolled(http(id), true);
        var tomorrow = Long.toString((redis.nowMillis() + 86_400_000) * 1_000);
        redis.send(
                Command.of("HSET").key(redis.keys.claim(partition)).arg("fence").arg(tomorrow));

        var fence = claim().claims().getFirst().fence();

        assertThat(Long.parseLong(fence)).isEqualTo(Long.parseLong(tomorrow) + 1);
    }

    @Test
    void a_partition_that_is_not_built_hands_out_nothing() {
        enrolled(http(id), true);
        redis.send(Command.of("DEL").key(redis.keys.epoch(partition)));

        assertThat(await(store.claimDue(partition, 10))).isInstanceOf(Unbuilt.class);
    }

    @Test
    void a_partition_that_was_built_in_another_process_hands_out_nothing() {
        enrolled(http(id), true);
        redis.send(Command.of("SET").key(redis.keys.epoch(partition)).arg("another process"));

        assertThat(await(store.claimDue(partition, 10))).isInstanceOf(Unbuilt.class);
    }

    @Test
    void while_transitions_pile_up_nothing_is_handed_out() {
        enrolled(http(id), true);
        var transitions = redis.keys.transitions(partition);
        await(redis.router.sendAll(IntStream.rangeClosed(0, 1_000)
                .mapToObj(n ->
                        Command.of("XADD").key(transitions).arg("*").arg("n").arg(n))
                .toList()));

        assertThat(await(store.claimDue(partition, 10))).isInstanceOf(Congested.class);
    }

    @Test
    void a_member_without_definition_is_dropped() {
        redis.schedule(id, 1);

        assertThat(claim().claims()).isEmpty();
        assertThat(claim().next()).isEmpty();
    }

    // ---- release ----------------------------------------------------------------------------------------------------

    @Test
    void a_claim_that_is_given_back_is_due_at_once_and_keeps_its_due_time() {
        enrolled(http(id), true);
        var claim = claim().claims().getFirst();

        assertThat(await(store.release(List.of(claim), Duration.ZERO))).isOne();

        var again = claim().claims().getFirst();
        assertThat(again.due()).isEqualTo(claim.due());
        assertThat(again.takenOver()).isFalse();
    }

    @Test
    void a_claim_that_is_put_off_is_due_after_its_pause() {
        enrolled(http(id), true);
        var claim = claim().claims().getFirst();
        long now = redis.nowMillis();

        await(store.release(List.of(claim), ofMillis(700)));

        assertThat(redis.score(id)).isBetween(now + 700, redis.nowMillis() + 700);
        assertThat(claim().claims()).isEmpty();
    }

    @Test
    void a_claim_that_is_not_ours_any_more_stays() {
        enrolled(http(id), true);
        var lost = claim().claims().getFirst();
        redis.schedule(id, redis.nowMillis() - 1);
        claim();
        long leaseEnd = redis.score(id);

        assertThat(await(store.release(List.of(lost), Duration.ZERO))).isZero();
        assertThat(redis.score(id)).isEqualTo(leaseEnd);
    }

    // ---- enroll -----------------------------------------------------------------------------------------------------

    @Test
    void a_monitor_is_enrolled_at_its_grid() {
        assertThat(enrolled(http(id), false)).isOne();

        long next = SchedulePolicy.next(id, ofSeconds(60), Instant.ofEpochMilli(redis.nowMillis()))
                .toEpochMilli();
        assertThat(redis.score(id)).isIn(next, next - 60_000);
    }

    @Test
    void enrolling_again_changes_nothing() {
        enrolled(http(id), true);
        long score = redis.score(id);

        assertThat(enrolled(http(id), true)).isZero();
        assertThat(redis.score(id)).isEqualTo(score);
    }

    @Test
    void an_older_version_changes_nothing() {
        enrolled(http(id, settings -> settings.version(7)), false);
        var before = redis.hash(redis.keys.meta(partition));

        enrolled(http(id, settings -> settings.version(6).interval(ofSeconds(30))), true);

        assertThat(redis.hash(redis.keys.meta(partition))).isEqualTo(before);
    }

    @Test
    void a_changed_interval_moves_the_monitor_to_its_new_grid() {
        enrolled(http(id, settings -> settings.interval(ofMinutes(60))), false);

        enrolled(http(id, settings -> settings.version(2).interval(ofSeconds(10))), false);

        assertThat(redis.score(id)).isLessThanOrEqualTo(redis.nowMillis() + 10_000);
    }

    @Test
    void a_check_under_way_keeps_its_lease() {
        enrolled(http(id), true);
        claim();
        long leaseEnd = redis.score(id);

        enrolled(http(id, settings -> settings.version(2)), true);

        assertThat(redis.score(id)).isEqualTo(leaseEnd);
        assertThat(PackedDefinition.version(
                        redis.hash(redis.keys.meta(partition)).get(id)))
                .isEqualTo(2);
    }

    @Test
    void what_waits_for_longer_than_it_can_is_brought_back() {
        enrolled(http(id), false);
        redis.schedule(id, redis.nowMillis() + ofMinutes(60).toMillis());

        assertThat(enrolled(http(id), false)).isOne();
        assertThat(redis.score(id)).isLessThanOrEqualTo(redis.nowMillis() + 60_000);
    }

    @Test
    void a_push_monitor_has_its_interval_and_grace_to_report() {
        long now = redis.nowMillis();

        enrolled(push(id, ofMinutes(10), ofMinutes(2)), true);

        assertThat(redis.score(id)).isBetween(now + 720_000, redis.nowMillis() + 720_000);
    }

    @Test
    void a_change_does_not_put_off_the_second_look_at_a_failure() {
        enrolled(http(id), false);
        long soon = redis.nowMillis() + 1_000;
        redis.schedule(id, soon);

        enrolled(http(id, settings -> settings.version(2)), false);

        assertThat(redis.score(id)).isEqualTo(soon);
    }

    @Test
    void a_change_does_not_put_off_what_a_lost_lease_left() {
        enrolled(http(id), true);
        claim();
        redis.schedule(id, redis.nowMillis() - 1);

        enrolled(http(id, settings -> settings.version(2)), false);

        assertThat(claim().claims()).extracting(Claim::takenOver).containsExactly(true);
    }

    @Test
    void a_change_does_not_put_off_the_deadline_of_a_job() {
        long deadline = overdueSoon(ofMinutes(60), ofMinutes(5));

        enrolled(push(id, ofMinutes(5), s -> s.interval(ofMinutes(60)).version(2)), true);
        assertThat(redis.score(id)).as("nothing that it is measured by").isEqualTo(deadline);

        enrolled(push(id, ofMinutes(5), s -> s.interval(ofMinutes(30)).version(3)), true);
        assertThat(redis.score(id)).as("less time").isEqualTo(deadline);
    }

    @Test
    void a_job_that_gets_more_time_has_all_of_it_from_now_on() {
        overdueSoon(ofMinutes(60), ofMinutes(5));
        long now = redis.nowMillis();

        enrolled(push(id, ofMinutes(10), s -> s.interval(ofMinutes(60)).version(2)), true);

        assertThat(redis.score(id)).isBetween(now + 4_200_000, redis.nowMillis() + 4_200_000);
    }

    @Test
    void a_check_that_becomes_a_job_has_its_whole_time_to_report() {
        enrolled(http(id), false);
        long now = redis.nowMillis();

        enrolled(push(id, ofMinutes(5), s -> s.interval(ofMinutes(60)).version(2)), true);

        assertThat(redis.score(id)).isBetween(now + 3_900_000, redis.nowMillis() + 3_900_000);
    }

    /** A job that has reported long ago. */
    private long overdueSoon(Duration interval, Duration grace) {
        enrolled(push(id, interval, grace), true);
        long deadline = redis.nowMillis() + 60_000;
        redis.schedule(id, deadline);
        return deadline;
    }

    // ---- check now --------------------------------------------------------------------------------------------------

    @Test
    void a_hastened_check_is_due_now() {
        enrolled(http(id), false);

        assertThat(await(store.hasten(id))).isEqualTo(Hastening.HASTENED);
        assertThat(claim().claims()).hasSize(1);
    }

    @Test
    void a_check_under_way_is_not_hastened() {
        enrolled(http(id), true);
        claim();

        assertThat(await(store.hasten(id))).isEqualTo(Hastening.RUNNING);
    }

    @Test
    void what_is_not_scheduled_cannot_be_hastened() {
        assertThat(await(store.hasten(id))).isEqualTo(Hastening.NOT_SCHEDULED);
    }

    // ---- withdraw ---------------------------------------------------------------------------------------------------

    @Test
    void a_withdrawn_monitor_leaves_nothing_but_the_end_of_its_incident() {
        enrolled(http(id), true);
        claim();
        redis.send(Command.of("HSET")
                .key(redis.keys.incident(id))
                .arg("alerted")
                .arg("1")
                .arg("incident_id")
                .arg("inc_1")
                .arg("first_failure_at")
                .arg("5"));

        await(store.withdraw(id, 2, "deleted"));

        assertThat(redis.exists(redis.keys.schedule(partition))).isFalse();
        assertThat(redis.exists(redis.keys.meta(partition))).isFalse();
        assertThat(redis.exists(redis.keys.incident(id))).isFalse();
        assertThat(redis.hash(redis.keys.claim(partition))).containsOnlyKeys("fence");
        assertThat(redis.transitions(partition))
                .singleElement()
                .satisfies(entry -> assertThat(entry)
                        .containsEntry("type", "resolved")
                        .containsEntry("incident", "inc_1")
                        .containsEntry("message", "deleted"));
    }

    @Test
    void withdrawing_twice_ends_an_incident_once() {
        enrolled(http(id), true);
        redis.send(
                Command.of("HSET").key(redis.keys.incident(id)).arg("alerted").arg("1"));
        redis.send(Command.of("HSET")
                .key(redis.keys.incident(id))
                .arg("incident_id")
                .arg("inc_1"));
        redis.send(Command.of("HSET")
                .key(redis.keys.incident(id))
                .arg("first_failure_at")
                .arg("5"));

        await(store.withdraw(id, 2, "deleted"));
        await(store.withdraw(id, 2, "deleted"));

        assertThat(redis.transitionTypes(id)).containsExactly("resolved");
    }

    @Test
    void a_newer_definition_stays() {
        enrolled(http(id, settings -> settings.version(3)), true);

        await(store.withdraw(id, 2, "disabled"));

        assertThat(claim().claims()).hasSize(1);
    }

    // ---- many -------------------------------------------------------------------------------------------------------

    /** As a cold start enrolls them. What begins all at once, or counts from now on, has its peak at that second. */
    @Test
    void a_hundred_thousand_monitors_that_are_enrolled_together_fall_due_evenly() {
        int count = 100_000;
        var monitors = Stream.generate(TestMonitors::randomId)
                .limit(count)
                .map(TestMonitors::http)
                .toList();

        store.enroll(monitors, false).await().atMost(ofSeconds(60));

        var perSecondOfMinute = new int[60];
        for (var each : redis.partitions.all()) {
            var membersAndScores = redis.send(Command.of("ZRANGE")
                            .key(redis.keys.schedule(each))
                            .arg(0)
                            .arg(-1)
                            .arg("WITHSCORES"))
                    .list();
            for (int i = 1; i < membersAndScores.size(); i += 2) {
                perSecondOfMinute[(int) (membersAndScores.get(i).integer() / 1_000 % 60)]++;
            }
        }
        assertThat(IntStream.of(perSecondOfMinute).sum()).isEqualTo(count);
        double mean = count / 60.0;
        assertThat(IntStream.of(perSecondOfMinute).max().orElseThrow() / mean)
                .as("peak to mean of claims per second")
                .isLessThanOrEqualTo(1.2);
    }

    private long enrolled(Monitor monitor, boolean atOnce) {
        return await(store.enrollIn(partition, List.of(monitor), atOnce));
    }

    private Claimed claim() {
        return (Claimed) await(store.claimDue(partition, 100));
    }

    private static <T> T await(Uni<T> work) {
        return work.await().atMost(ofSeconds(15));
    }
}
