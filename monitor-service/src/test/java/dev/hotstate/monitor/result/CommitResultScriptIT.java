package dev.hotstate.monitor.result;

import static dev.hotstate.monitor.definition.TestMonitors.http;
import static dev.hotstate.monitor.definition.TestMonitors.randomId;
import static dev.hotstate.monitor.result.TestResults.down;
import static dev.hotstate.monitor.result.TestResults.unknown;
import static dev.hotstate.monitor.result.TestResults.up;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.definition.TestMonitors;
import dev.hotstate.monitor.definition.TestMonitors.Settings;
import dev.hotstate.monitor.history.LatencyBuckets;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.platform.WholeHour;
import dev.hotstate.monitor.probe.Phases;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import dev.hotstate.monitor.result.CommitOutcome.Applied;
import dev.hotstate.monitor.result.CommitOutcome.Duplicate;
import dev.hotstate.monitor.result.CommitOutcome.Gone;
import dev.hotstate.monitor.result.CommitOutcome.Outdated;
import dev.hotstate.monitor.result.CommitOutcome.Stale;
import dev.hotstate.monitor.schedule.QuietIds;
import dev.hotstate.monitor.schedule.SchedulePolicy;
import dev.hotstate.monitor.schedule.TestSchedule;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** commit_result alone: its words, its repetition, and all that follows from a result. */
class CommitResultScriptIT {

    @RegisterExtension
    static final RedisClusterExtension cluster = MonitorRedis.plan().shared().scanning(MonitorRedis.scan());

    private static final ProbeResult TIMED =
            new ProbeResult(Verdict.UP, Reason.OK, 200, 123_400, new Phases(1_000, 2_000, 0, 90_000, 400), null, "");

    private MonitorRedis redis;
    private ResultStore store;
    private TestSchedule schedule;
    private String id;
    private Partition partition;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new MonitorRedis(harness);
        store = new ResultStore(redis.scripts, redis.keys, redis.clock);
        schedule = new TestSchedule(redis);
        id = randomId();
        partition = redis.keys.partitionOf(id);
        redis.build(partition);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    @Test
    void a_success_is_shown_and_the_next_check_is_on_the_grid() {
        monitor(UnaryOperator.identity());

        var applied = (Applied) check(
                new ProbeResult(Verdict.UP, Reason.OK, 200, 123_400, new Phases(1_000, 2_000, 0, 90_000, 400), 42, ""));

        assertThat(applied.state()).isEqualTo(MonitorState.UP);
        assertThat(applied.transition()).isEmpty();
        assertThat(redis.hash(redis.keys.status(id)))
                .containsEntry("status_code", "200")
                .containsEntry("latency_ms", "123")
                .containsEntry("verdict", "up")
                .containsEntry("reason", "ok")
                .containsEntry("state", "up")
                .containsEntry("version", "1")
                .containsEntry("phases", "1000,2000,0,90000,400")
                .containsEntry("certificate_days", "42")
                .containsKeys("checked_at", "since", "fence")
                .doesNotContainKey("message");
        assertThat(redis.score(id)).isEqualTo(nextOnGridAfterTheCheck());
        assertThat(redis.hash(redis.keys.claim(partition))).containsOnlyKeys("fence");
    }

    @Test
    void a_result_sent_twice_is_answered_alike_and_counts_once() {
        monitor(UnaryOperator.identity());
        var fence = schedule.claim(id);
        commit(fence, 1, down());
        var before = redis.hash(redis.keys.incident(id));

        var again = commit(fence, 1, down());

        assertThat(again).isEqualTo(new Duplicate(MonitorState.DOWN));
        assertThat(redis.hash(redis.keys.incident(id))).isEqualTo(before);
        assertThat(redis.transitionTypes(id)).containsExactly("opened");
        assertThat(recent()).hasSize(1);
    }

    @Test
    void a_result_under_an_older_fence_is_refused() {
        monitor(UnaryOperator.identity());
        var lost = schedule.claim(id);
        redis.schedule(id, redis.nowMillis() - 1);
        schedule.claim(id);

        assertThat(commit(lost, 1, down())).isInstanceOf(Stale.class);
        assertThat(redis.exists(redis.keys.status(id))).isFalse();
    }

    @Test
    void a_check_longer_than_its_lease_is_refused_although_nobody_has_taken_over() {
        monitor(UnaryOperator.identity());
        var fence = schedule.claim(id);
        redis.schedule(id, redis.nowMillis() - 1);

        assertThat(commit(fence, 1, down())).isInstanceOf(Stale.class);
        assertThat(redis.transitionTypes(id)).isEmpty();
    }

    @Test
    void a_result_of_an_older_definition_is_dropped_and_the_check_repeated_at_once() {
        monitor(UnaryOperator.identity());
        var fence = schedule.claim(id);
        monitor(settings -> settings.version(2));

        assertThat(commit(fence, 1, down())).isInstanceOf(Outdated.class);
        assertThat(redis.exists(redis.keys.status(id))).isFalse();
        assertThat(redis.score(id)).isLessThanOrEqualTo(redis.nowMillis());
    }

    @Test
    void a_deleted_monitor_is_not_brought_back_by_its_last_result() {
        monitor(UnaryOperator.identity());
        var fence = schedule.claim(id);
        schedule.withdraw(id, 2);

        assertThat(commit(fence, 1, up())).isInstanceOf(Gone.class);
        assertThat(redis.exists(redis.keys.schedule(partition))).isFalse();
        assertThat(redis.exists(redis.keys.status(id))).isFalse();
    }

    // ---- retries and thresholds -------------------------------------------------------------------------------------

    @Test
    void a_failure_is_retried_before_it_counts_and_the_grid_stays() {
        monitor(settings -> settings.retries(2, ofSeconds(3)));

        assertThat(check(down())).isEqualTo(new Applied(MonitorState.CONFIRMING, ofSeconds(3), 0, none()));
        assertThat(check(down())).isEqualTo(new Applied(MonitorState.CONFIRMING, ofSeconds(3), 0, none()));
        assertThat(redis.hash(redis.keys.incident(id))).doesNotContainKeys("failure_count", "alerted");
        var third = (Applied) check(down());

        assertThat(third.state()).isEqualTo(MonitorState.DOWN);
        assertThat(redis.score(id)).isEqualTo(nextOnGridAfterTheCheck());
        assertThat(redis.transitionTypes(id)).containsExactly("opened");
    }

    @Test
    void a_success_between_retries_ends_the_doubt() {
        monitor(settings -> settings.retries(1, ofSeconds(3)));
        check(down());

        assertThat(((Applied) check(up())).state()).isEqualTo(MonitorState.UP);

        assertThat(redis.exists(redis.keys.retry(id))).isFalse();
        assertThat(redis.exists(redis.keys.incident(id))).isFalse();
    }

    @Test
    void an_outage_began_with_its_first_failure_and_names_itself_after_it() {
        monitor(settings -> settings.retries(1, ofSeconds(3)).thresholds(2, 1));
        check(down());
        var first = redis.hash(redis.keys.incident(id)).get("first_failure_at");
        check(down());
        assertThat(redis.transitionTypes(id)).isEmpty();

        check(down());

        assertThat(redis.transitions(partition))
                .singleElement()
                .satisfies(entry -> assertThat(entry)
                        .containsEntry("type", "opened")
                        .containsEntry("monitor", id)
                        .containsEntry("first_failure_at", first)
                        .containsEntry("incident", IncidentIds.of(id, Long.parseLong(first)))
                        .containsEntry("reason", "connect_refused")
                        .containsEntry("status_code", "0")
                        .containsEntry("message", "refused")
                        .containsEntry("version", "1")
                        .containsKey("at"));
    }

    @Test
    void what_is_known_to_be_down_is_not_doubted_when_its_retry_count_lapses() {
        monitor(settings -> settings.retries(1, ofSeconds(3)));
        check(down());
        check(down());
        redis.send(Command.of("DEL").key(redis.keys.retry(id)));

        assertThat(((Applied) check(down())).state()).isEqualTo(MonitorState.DOWN);
        assertThat(redis.transitionTypes(id)).containsExactly("opened");
    }

    @Test
    void an_incident_ends_after_so_many_successes_in_a_row() {
        monitor(settings -> settings.thresholds(1, 3));
        check(down());
        check(up());
        check(up());
        check(down());
        check(up());
        assertThat(((Applied) check(up())).state()).isEqualTo(MonitorState.DOWN);

        var last = (Applied) check(up());

        assertThat(last.state()).isEqualTo(MonitorState.UP);
        assertThat(last.transition()).contains("resolved");
        assertThat(redis.hash(redis.keys.incident(id))).containsKey("resolved_at");
        assertThat(redis.transitionTypes(id)).containsExactly("opened", "resolved");
    }

    @Test
    void a_failure_before_the_incident_was_closed_goes_on_with_it() {
        monitor(UnaryOperator.identity());
        check(down());
        check(up());
        var incident = redis.hash(redis.keys.incident(id)).get("incident_id");

        var again = (Applied) check(down());

        assertThat(again.transition()).contains("reopened");
        assertThat(redis.hash(redis.keys.incident(id)))
                .containsEntry("incident_id", incident)
                .doesNotContainKey("resolved_at");
        assertThat(redis.transitions(partition))
                .extracting(entry -> entry.get("incident"))
                .containsExactly(incident, incident, incident);
        assertThat(redis.transitionTypes(id)).containsExactly("opened", "resolved", "reopened");
    }

    @Test
    void a_failure_before_the_incident_was_closed_needs_no_confirmation() {
        monitor(settings -> settings.retries(1, ofSeconds(3)).thresholds(3, 2));
        for (int failure = 0; failure < 4; failure++) {
            check(down());
        }
        check(up());
        check(up());
        var incident = redis.hash(redis.keys.incident(id)).get("incident_id");

        var again = (Applied) check(down());

        assertThat(again.state()).isEqualTo(MonitorState.DOWN);
        assertThat(again.transition()).contains("reopened");
        assertThat(redis.hash(redis.keys.incident(id)))
                .containsEntry("incident_id", incident)
                .doesNotContainKey("resolved_at");
        assertThat(redis.transitionTypes(id)).containsExactly("opened", "resolved", "reopened");
    }

    @Test
    void what_was_reopened_recovers_by_as_many_successes_as_before() {
        monitor(settings -> settings.thresholds(1, 2));
        check(down());
        check(up());
        check(up());
        check(down());

        assertThat(((Applied) check(up())).state()).isEqualTo(MonitorState.DOWN);
        assertThat(((Applied) check(up())).transition()).contains("resolved");
        assertThat(redis.transitionTypes(id)).containsExactly("opened", "resolved", "reopened", "resolved");
    }

    @Test
    void minutes_are_counted_where_checks_are_that_frequent() {
        monitor(settings -> settings.interval(ofSeconds(15)));
        check(up());
        check(up());
        check(down());
        check(unknown());

        var hour = redis.hash(redis.keys.hist(id, redis.clock.hour()));

        var minutes = hour.entrySet().stream()
                .filter(field -> field.getKey().matches("m\\d+"))
                .map(field -> Stream.of(field.getValue().split(" "))
                        .mapToInt(Integer::parseInt)
                        .toArray())
                .toList();
        // In place of five minutes, so that each check is counted once.
        assertThat(hour.keySet()).noneMatch(field -> field.matches("[udxs]\\d+"));
        // The turn of a minute, or of the hour, may lie between them.
        assertThat(minutes).isNotEmpty().allSatisfy(counts -> assertThat(counts).hasSize(4));
        assertThat(minutes.stream()
                        .mapToInt(counts -> counts[0] + counts[1] + counts[2])
                        .sum())
                .isBetween(1, 4);
    }

    /** What was flushed of it before, and what is counted now, are different checks. */
    @Test
    void an_hour_that_redis_forgot_begins_again_under_another_generation() {
        WholeHour.begins();
        monitor(settings -> settings.interval(ofSeconds(60)));
        check(up());
        var hist = redis.keys.hist(id, redis.clock.hour());
        var first = redis.hash(hist).get("g");
        check(up());
        check(down());
        assertThat(redis.hash(hist)).containsEntry("g", first);
        long began = redis.nowMillis();
        redis.send(Command.of("DEL").key(hist));
        Awaitility.await().until(() -> redis.nowMillis() > began);
        check(up());

        assertThat(Integer.parseInt(redis.hash(hist).get("g"))).isGreaterThan(Integer.parseInt(first));
    }

    @Test
    void others_have_no_minutes() {
        monitor(settings -> settings.interval(ofSeconds(16)));
        check(up());

        assertThat(redis.hash(redis.keys.hist(id, redis.clock.hour())).keySet())
                .noneMatch(field -> field.startsWith("m"));
    }

    @Test
    void what_we_could_not_find_out_counts_neither_way() {
        monitor(settings -> settings.thresholds(2, 2));
        check(down());
        check(unknown());
        assertThat(((Applied) check(unknown())).state()).isEqualTo(MonitorState.UNKNOWN);
        check(down());
        assertThat(redis.transitionTypes(id)).containsExactly("opened");

        check(up());
        assertThat(((Applied) check(unknown())).state()).isEqualTo(MonitorState.DOWN);
        check(up());

        assertThat(redis.transitionTypes(id)).containsExactly("opened", "resolved");
    }

    @Test
    void twelve_failing_results_at_once_make_one_incident() {
        monitor(UnaryOperator.identity());
        var fence = schedule.claim(id);

        var outcomes = Uni.join()
                .all(IntStream.range(0, 12)
                        .mapToObj(n -> store.commit(id, fence, 1, down()))
                        .toList())
                .andFailFast()
                .await()
                .atMost(ofSeconds(15));

        assertThat(outcomes).filteredOn(Applied.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Duplicate.class::isInstance).hasSize(11);
        assertThat(redis.transitionTypes(id)).containsExactly("opened");
    }

    // ---- what is kept -----------------------------------------------------------------------------------------------

    @Test
    void since_tells_when_the_state_began() {
        monitor(UnaryOperator.identity());
        check(up());
        var since = redis.hash(redis.keys.status(id)).get("since");

        check(up());
        assertThat(redis.hash(redis.keys.status(id))).containsEntry("since", since);

        check(down());
        assertThat(redis.hash(redis.keys.status(id)).get("since"))
                .isEqualTo(redis.hash(redis.keys.status(id)).get("checked_at"));
    }

    @Test
    void every_key_of_a_monitor_lapses_by_itself() {
        monitor(settings -> settings.interval(ofHours(1)).retries(3, ofMinutes(10)));
        check(down());

        assertThat(redis.ttlMillis(redis.keys.status(id)))
                .isBetween(ofHours(3).minusSeconds(5).toMillis(), ofHours(3).toMillis());
        assertThat(redis.ttlMillis(redis.keys.recent(id))).isPositive();
        assertThat(redis.ttlMillis(redis.keys.incident(id)))
                .isGreaterThan(ofDays(7).minusSeconds(5).toMillis());
        assertThat(redis.ttlMillis(redis.keys.retry(id)))
                .isGreaterThan(ofMinutes(40).toMillis());
        assertThat(redis.ttlMillis(redis.keys.hist(id, redis.clock.hour())))
                .isGreaterThan(ofHours(3).minusSeconds(5).toMillis());
    }

    @Test
    void an_expiry_is_set_again_when_a_third_of_it_is_over_or_when_it_is_too_far() {
        monitor(settings -> settings.interval(ofHours(1)));
        check(up());
        var status = redis.keys.status(id);

        assertThat(ttlAfterCheck(status, ofHours(2).plusMinutes(10)))
                .isLessThanOrEqualTo(ofHours(2).plusMinutes(10));
        assertThat(ttlAfterCheck(status, ofHours(2).minusSeconds(1)))
                .isGreaterThan(ofHours(3).minusSeconds(30));
        assertThat(ttlAfterCheck(status, ofDays(2))).isLessThanOrEqualTo(ofHours(3));
    }

    @Test
    void what_is_written_together_lapses_together() {
        monitor(settings -> settings.interval(ofHours(1)));
        check(TIMED);
        var together = List.of(redis.keys.status(id), redis.keys.recent(id), redis.keys.phases(id));
        together.forEach(key ->
                redis.send(Command.of("PEXPIRE").key(key).arg(ofMinutes(90).toMillis())));

        check(TIMED);
        assertThat(together).allSatisfy(this::isKeptForThreeHours);

        redis.send(Command.of("DEL").key(redis.keys.recent(id)));
        check(TIMED);
        assertThat(together).allSatisfy(this::isKeptForThreeHours);

        redis.send(Command.of("DEL").key(redis.keys.status(id)));
        check(TIMED);
        assertThat(together).allSatisfy(this::isKeptForThreeHours);
    }

    private void isKeptForThreeHours(RedisKey key) {
        assertThat(redis.ttlMillis(key))
                .isBetween(ofHours(3).minusSeconds(30).toMillis(), ofHours(3).toMillis());
    }

    private Duration ttlAfterCheck(RedisKey key, Duration before) {
        redis.send(Command.of("PEXPIRE").key(key).arg(before.toMillis()));
        check(up());
        return ofMillis(redis.ttlMillis(key));
    }

    @Test
    void what_does_not_apply_any_more_is_not_shown() {
        monitor(UnaryOperator.identity());
        check(down());
        assertThat(redis.hash(redis.keys.status(id))).containsKey("message");

        check(up());

        assertThat(redis.hash(redis.keys.status(id))).doesNotContainKey("message");
    }

    /** Only what is news is written: see write_result. */
    @Test
    void each_part_of_the_status_follows_its_result() {
        monitor(UnaryOperator.identity());
        check(up());
        check(up());
        assertThat(redis.hash(redis.keys.status(id)))
                .containsAllEntriesOf(
                        Map.of("status_code", "200", "verdict", "up", "reason", "ok", "state", "up", "version", "1"));

        check(new ProbeResult(Verdict.UP, Reason.OK, 204, 900, Phases.NONE, null, ""));
        assertThat(redis.hash(redis.keys.status(id))).containsAllEntriesOf(Map.of("status_code", "204", "state", "up"));

        check(unknown());
        assertThat(redis.hash(redis.keys.status(id)))
                .containsAllEntriesOf(Map.of("verdict", "unknown", "reason", "self_fault", "state", "unknown"));

        monitor(settings -> settings.version(2));
        schedule.hasten(id);
        commit(schedule.claim(id), 2, unknown());
        assertThat(redis.hash(redis.keys.status(id))).containsAllEntriesOf(Map.of("version", "2", "state", "unknown"));
    }

    @Test
    void the_last_sixty_results_are_kept_newest_first() {
        monitor(UnaryOperator.identity());
        check(down());
        IntStream.range(0, 64).forEach(n -> check(up()));

        // Cut when there are more than 64.
        assertThat(recent()).hasSize(60).allSatisfy(entry -> assertThat(entry).matches("\\d{10}:u\\d+:200"));
        check(down());
        assertThat(recent().getFirst()).matches("\\d{10}:d\\d+:0:connect_refused");
    }

    @Test
    void the_hour_is_counted_by_five_minutes_and_by_latency() {
        monitor(UnaryOperator.identity());
        check(up());
        check(up());
        check(down());
        check(unknown());

        // Five minutes, or an hour, may begin just now.
        long hour = redis.clock.hour();
        var counts = Stream.of(hour - 1, hour)
                .flatMap(h -> redis.hash(redis.keys.hist(id, h)).entrySet().stream())
                // What tells it from another of the same hour is no count.
                .filter(field -> !field.getKey().equals("g"))
                .collect(groupingBy(
                        field -> field.getKey().replaceAll("^([udxs])\\d+$", "$1"),
                        summingInt(field -> Integer.parseInt(field.getValue()))));
        assertThat(counts)
                .isEqualTo(Map.of(
                        "u", 2, "d", 1, "x", 1, "s", 24, "b" + LatencyBuckets.of(TestResults.LATENCY_MICROS), 2));
    }

    @Test
    void points_of_the_grid_that_went_by_are_told() {
        id = QuietIds.each(ofSeconds(10), this::sibling);
        monitor(settings -> settings.interval(ofSeconds(10)));
        redis.schedule(id, nextOnGrid(ofSeconds(10), redis.nowMillis()) - 40_000);

        var applied = (Applied) check(up());

        assertThat(applied.missed()).isEqualTo(3);
    }

    // ---- close ------------------------------------------------------------------------------------------------------

    @Test
    void a_resolved_incident_is_forgotten_once_it_is_closed() {
        monitor(UnaryOperator.identity());
        check(down());
        check(up());
        var incident = redis.hash(redis.keys.incident(id)).get("incident_id");

        assertThat(await(store.close(id, "inc_another"))).isEqualTo(CloseOutcome.OTHER);
        assertThat(await(store.close(id, incident))).isEqualTo(CloseOutcome.CLOSED);
        assertThat(await(store.close(id, incident))).isEqualTo(CloseOutcome.GONE);
        assertThat(redis.exists(redis.keys.incident(id))).isFalse();
    }

    @Test
    void an_incident_that_went_on_meanwhile_is_not_forgotten() {
        monitor(UnaryOperator.identity());
        check(down());
        check(up());
        check(down());
        var incident = redis.hash(redis.keys.incident(id)).get("incident_id");

        assertThat(await(store.close(id, incident))).isEqualTo(CloseOutcome.OTHER);
    }

    // ---- restore ----------------------------------------------------------------------------------------------------

    @Test
    void an_incident_that_came_back_while_the_monitor_is_shown_as_up_ends() {
        monitor(UnaryOperator.identity());
        check(up());
        restored("inc_9", Instant.now().plusSeconds(60), 1);

        assertThat(((Applied) check(up())).transition()).contains("resolved");
        assertThat(redis.transitions(partition))
                .singleElement()
                .satisfies(entry -> assertThat(entry).containsEntry("incident", "inc_9"));
    }

    @Test
    void a_doubt_that_nothing_was_learned_of_ends_with_the_next_success() {
        monitor(settings -> settings.retries(2, ofSeconds(3)));
        check(down());
        check(unknown());

        check(up());

        assertThat(redis.exists(redis.keys.retry(id))).isFalse();
        assertThat(redis.exists(redis.keys.incident(id))).isFalse();
    }

    @Test
    void a_restored_incident_goes_on_without_being_told_again() {
        monitor(UnaryOperator.identity());
        assertThat(restored("inc_9", Instant.ofEpochMilli(6), 1)).isEqualTo(RestoreOutcome.RESTORED);
        assertThat(restored("inc_8", Instant.ofEpochMilli(6), 1)).isEqualTo(RestoreOutcome.PRESENT);

        assertThat(((Applied) check(down())).state()).isEqualTo(MonitorState.DOWN);
        assertThat(redis.transitionTypes(id)).isEmpty();
        check(up());

        assertThat(redis.transitions(partition))
                .singleElement()
                .satisfies(entry -> assertThat(entry)
                        .containsEntry("type", "resolved")
                        .containsEntry("incident", "inc_9")
                        .containsEntry("first_failure_at", "5"));
    }

    /** Its success came before it was brought back, and the next one may be a day away. */
    @Test
    void an_incident_that_comes_back_after_the_monitor_was_seen_up_is_over() {
        monitor(UnaryOperator.identity());
        check(up());

        restored("inc_9", Instant.ofEpochMilli(6), 1);

        assertThat(redis.transitions(partition))
                .singleElement()
                .satisfies(entry -> assertThat(entry)
                        .containsEntry("type", "resolved")
                        .containsEntry("incident", "inc_9")
                        .containsEntry("at", redis.hash(redis.keys.status(id)).get("checked_at")));
        assertThat(await(store.close(id, "inc_9"))).isEqualTo(CloseOutcome.CLOSED);
    }

    @Test
    void that_success_counts_as_one_of_those_that_end_it() {
        monitor(settings -> settings.thresholds(1, 2));
        check(up());

        restored("inc_9", Instant.ofEpochMilli(6), 2);
        assertThat(redis.transitionTypes(id)).isEmpty();

        assertThat(((Applied) check(up())).transition()).contains("resolved");
    }

    private RestoreOutcome restored(String incident, Instant begunAt, int recoveryThreshold) {
        return await(
                store.restore(new LostOutage(id, incident, Instant.ofEpochMilli(5), begunAt), 1, recoveryThreshold));
    }

    // ---- outages ----------------------------------------------------------------------------------------------------

    @Test
    void only_what_is_down_is_listed() {
        monitor(UnaryOperator.identity());
        var other = sibling();
        check(down());
        var incident = redis.hash(redis.keys.incident(id));

        assertThat(await(store.outages(List.of(other, id)))).singleElement().satisfies(outage -> {
            assertThat(outage.monitor()).isEqualTo(id);
            assertThat(outage.incident()).isEqualTo(incident.get("incident_id"));
            assertThat(outage.lastFailureAt())
                    .isEqualTo(Instant.ofEpochMilli(Long.parseLong(incident.get("last_failure_at"))));
        });

        check(up());
        assertThat(await(store.outages(List.of(other, id)))).isEmpty();
    }

    @Test
    void an_outage_is_told_again_as_it_is_while_it_goes_on() {
        monitor(UnaryOperator.identity());
        check(down());
        var outage = await(store.outages(List.of(id))).getFirst();

        assertThat(await(store.repeat(outage))).isEqualTo(RepeatOutcome.REPEATED);

        var entries = redis.transitions(partition);
        assertThat(entries.getLast())
                .containsAllEntriesOf(entries.getFirst().entrySet().stream()
                        .filter(field -> !field.getKey().equals("type"))
                        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue)))
                .containsEntry("type", "reopened");

        check(up());
        assertThat(await(store.repeat(outage))).isEqualTo(RepeatOutcome.OVER);
        await(store.close(id, outage.incident()));
        assertThat(await(store.repeat(outage))).isEqualTo(RepeatOutcome.OVER);
    }

    /** Another monitor of the same partition, of which nothing is known. */
    private String sibling() {
        return Stream.generate(TestMonitors::randomId)
                .filter(other -> redis.keys.partitionOf(other).equals(partition))
                .findFirst()
                .orElseThrow();
    }

    // ---- parts ------------------------------------------------------------------------------------------------------

    private void monitor(UnaryOperator<Settings> change) {
        schedule.enroll(http(id, change));
    }

    private CommitOutcome check(ProbeResult result) {
        schedule.hasten(id);
        return commit(schedule.claim(id), 1, result);
    }

    private CommitOutcome commit(String fence, int version, ProbeResult result) {
        return await(store.commit(id, fence, version, result));
    }

    private List<String> recent() {
        return redis.send(Command.of("LRANGE").key(redis.keys.recent(id)).arg(0).arg(99)).stream()
                .map(entry -> entry.text())
                .toList();
    }

    /** Of the usual interval, and by the time at which the script ran: a point of the grid may have gone by since. */
    private long nextOnGridAfterTheCheck() {
        var checkedAt = redis.hash(redis.keys.status(id)).get("checked_at");
        return nextOnGrid(ofSeconds(60), Long.parseLong(checkedAt));
    }

    private long nextOnGrid(Duration interval, long nowMillis) {
        return SchedulePolicy.next(id, interval, Instant.ofEpochMilli(nowMillis))
                .toEpochMilli();
    }

    private static Optional<String> none() {
        return Optional.empty();
    }

    private static <T> T await(Uni<T> work) {
        return work.await().atMost(ofSeconds(15));
    }
}
