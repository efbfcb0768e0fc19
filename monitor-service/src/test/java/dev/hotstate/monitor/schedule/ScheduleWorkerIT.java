package dev.hotstate.monitor.schedule;

import static dev.hotstate.monitor.definition.TestMonitors.http;
import static dev.hotstate.monitor.definition.TestMonitors.onHost;
import static dev.hotstate.monitor.definition.TestMonitors.push;
import static dev.hotstate.monitor.definition.TestMonitors.randomId;
import static dev.hotstate.monitor.result.TestResults.down;
import static dev.hotstate.monitor.result.TestResults.up;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.probe.Probe;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.ProbeSecrets;
import dev.hotstate.monitor.probe.ProbeTarget;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whole schedules, several at once, with probes that the test decides about. */
class ScheduleWorkerIT {

    @RegisterExtension
    static final RedisClusterExtension cluster = MonitorRedis.plan().shared().scanning(MonitorRedis.scan());

    private static final Duration PATIENCE = ofSeconds(40);

    /** Of what is to be checked once: of many such monitors hardly one has its point of the grid while a test runs. */
    private static final Duration A_DAY = ofDays(1);

    private static final Duration AWAY = ofSeconds(4);

    private final List<ScheduleInstance> instances = new ArrayList<>();
    private RedisClusterHarness harness;
    private MonitorRedis redis;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        this.harness = harness;
        redis = new MonitorRedis(harness);
        redis.buildAll();
    }

    @AfterEach
    void close() {
        instances.forEach(ScheduleInstance::close);
        redis.close();
    }

    @Test
    void a_monitor_is_checked_as_often_as_its_interval_says_by_however_many_instances() {
        var monitor = http(randomId(), settings -> settings.interval(ofSeconds(1)));
        var probe = new Recorder(up());
        var monitors = Map.of(monitor.id(), monitor);
        var first = start(monitors, probe, TestConfig.usual());
        enroll(first, List.of(monitor), false);
        start(monitors, probe, TestConfig.usual());
        start(monitors, probe, TestConfig.usual());

        await().atMost(PATIENCE).until(() -> probe.runs.size() >= 3);
        first.leave();
        await().atMost(PATIENCE).until(() -> probe.runs.size() >= 9);

        var times = probe.runs.stream().limit(9).map(Run::at).toList();
        var took = Duration.between(times.getFirst(), times.getLast());
        assertThat(took)
                .as("three that knew nothing of each other would need a third")
                .isGreaterThan(ofMillis(6_500));
        var gaps = IntStream.range(1, 9)
                .mapToObj(i -> Duration.between(times.get(i - 1), times.get(i)))
                .sorted()
                .toList();
        assertThat(gaps.get(gaps.size() / 2)).as("the usual gap").isBetween(ofMillis(700), ofMillis(1_300));
    }

    @Test
    void what_fell_due_before_an_instance_was_there_is_not_how_late_it_is() {
        var monitor = http(randomId(), settings -> settings.interval(A_DAY));
        var nobody = new ScheduleInstance(harness, Map.of(), Recorder.neverAnswering(), TestConfig.usual());
        instances.add(nobody);
        enroll(nobody, List.of(monitor), true);
        var due = Instant.now();
        await().until(() -> Instant.now().isAfter(due.plus(AWAY)));

        var probe = new Recorder(up());
        var instance = start(Map.of(monitor.id(), monitor), probe, TestConfig.usual());
        await().atMost(PATIENCE).until(() -> instance.counts().getOrDefault("monitor.result applied", 0L) == 1);
        assertThat(instance.lateness().max(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(AWAY.toMillis());
        assertThat(lateInService(instance)).isZero();

        instance.schedule.hasten(monitor.id()).await().atMost(PATIENCE);
        await().atMost(PATIENCE).until(() -> probe.runs.size() == 2);
        assertThat(lateInService(instance)).isBetween(Double.MIN_VALUE, (double) AWAY.toSeconds());
    }

    private static double lateInService(ScheduleInstance instance) {
        return instance.redis.meters.get("monitor.schedule.lateness").gauge().value();
    }

    @Test
    void what_a_killed_instance_was_checking_is_checked_again_when_its_lease_ends() {
        var config = TestConfig.of(Map.of("monitor.schedule.lease-margin", "500ms"));
        var monitors = monitors(40, A_DAY, ofMillis(1_500));
        var doomed = Recorder.neverAnswering();
        var victim = start(monitors, doomed, config);
        enroll(victim, monitors.values(), true);
        await().atMost(PATIENCE).until(() -> doomed.checked().size() == 40);

        var survivor = new Recorder(up());
        victim.kill();
        var other = start(monitors, survivor, config);

        await().atMost(PATIENCE).until(() -> survivor.checked().size() == 40);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(other.counts()).containsEntry("monitor.result applied", 40L));
        // A machine that stands still for longer than a lease has the survivor take over from itself, too.
        assertThat(other.counts().get("monitor.claim taken-over")).isGreaterThanOrEqualTo(40);
        assertThat(other.counts().getOrDefault("monitor.claim claimed", 0L)).isZero();
    }

    @Test
    void an_instance_that_leaves_in_order_gives_its_checks_back_at_once() {
        var config = TestConfig.of(Map.of("monitor.schedule.farewell", "100ms"));
        var monitors = monitors(20, A_DAY, ofSeconds(10));
        var stuck = new Recorder(null);
        var leaving = start(monitors, stuck, config);
        enroll(leaving, monitors.values(), true);
        await().atMost(PATIENCE).until(() -> stuck.checked().size() == 20);

        leaving.leave();
        var probe = new Recorder(up());
        start(monitors, probe, config);

        await().atMost(PATIENCE).until(() -> probe.checked().size() == 20);
        assertThat(leaving.count("monitor.claim", "outcome", "released")).isEqualTo(20);
    }

    @Test
    void targets_that_hang_delay_nobody_else() {
        // Without lanes, 40 places would be full of checks that hang for six seconds.
        var config = TestConfig.of(Map.of(
                "monitor.schedule.checks-max", "40",
                "monitor.schedule.slow-after", "200ms",
                "monitor.schedule.slow-checks-max", "60"));
        var hanging = IntStream.range(0, 100)
                .mapToObj(i -> onHost(
                        randomId(), "hang-" + i, s -> s.interval(ofSeconds(60)).timeout(ofSeconds(6))))
                .toList();
        var healthy = IntStream.range(0, 200)
                .mapToObj(i -> onHost(randomId(), "fine-" + i % 50, s -> s.interval(ofSeconds(1))))
                .toList();
        var probe = new Recorder(up(), target -> target.host().startsWith("hang-"));
        var monitors = ScheduleInstance.monitors(
                Stream.concat(hanging.stream(), healthy.stream()).toList());
        var instance = start(monitors, probe, config);
        enroll(instance, healthy, false);
        await().atMost(PATIENCE).until(() -> probe.checked().size() >= 200);
        var before = instance.lateness().takeSnapshot();

        enroll(instance, hanging, true);
        await().atMost(PATIENCE).until(() -> probe.checked().size() == 300);
        int runs = probe.runs.size();
        await().atMost(PATIENCE).until(() -> probe.runs.size() >= runs + 3 * 200);

        var after = instance.lateness().takeSnapshot();
        assertThat(after.count() - before.count()).isGreaterThan(700);
        assertThat(longestGap(probe, healthy)).isLessThan(ofMillis(5_500));
    }

    @Test
    void a_host_that_hangs_with_five_hundred_monitors_delays_no_other_host() {
        var crowd = IntStream.range(0, 500)
                .mapToObj(i -> onHost(
                        randomId(), "hanging", s -> s.interval(ofSeconds(60)).timeout(ofSeconds(3))))
                .toList();
        var healthy = IntStream.range(0, 100)
                .mapToObj(i -> onHost(randomId(), "fine-" + i, s -> s.interval(ofSeconds(1))))
                .toList();
        var probe = new Recorder(up(), target -> target.host().equals("hanging"));
        var monitors = ScheduleInstance.monitors(
                Stream.concat(crowd.stream(), healthy.stream()).toList());
        var instance = start(monitors, probe, TestConfig.usual());
        enroll(instance, crowd, true);
        await().atMost(PATIENCE).until(() -> instance.count("monitor.claim", "outcome", "put-off") > 400);

        enroll(instance, healthy, false);
        await().atMost(PATIENCE).until(() -> runsOf(probe, healthy) >= 5 * healthy.size());

        // Meanwhile no more than its share of the host was asked, and its monitors have their turn one after the other.
        assertThat(probe.mostAtOnce).isLessThanOrEqualTo(32 + healthy.size());
        assertThat(longestGap(probe, healthy)).isLessThan(ofSeconds(6));
        assertThat(probe.runs.stream()
                        .filter(run -> run.target().host().equals("hanging"))
                        .count())
                .isGreaterThan(32);
    }

    private static long runsOf(Recorder probe, List<Monitor> monitors) {
        var targets = monitors.stream().map(Monitor::target).collect(toSet());
        return probe.runs.stream().filter(run -> targets.contains(run.target())).count();
    }

    @Test
    void one_host_gets_no_more_than_its_share_and_the_rest_is_put_off() {
        var config = TestConfig.of(
                Map.of("monitor.schedule.checks-per-host-max", "5", "monitor.schedule.host-pause", "100ms"));
        var crowd = IntStream.range(0, 30)
                .mapToObj(i -> onHost(randomId(), "one-host", s -> s.interval(A_DAY)))
                .toList();
        var probe = new Recorder(up()).lasting(ofMillis(200));
        var monitors = ScheduleInstance.monitors(crowd);
        var instance = start(monitors, probe, config);

        enroll(instance, crowd, true);

        await().atMost(PATIENCE).until(() -> probe.checked().size() == 30);
        assertThat(probe.mostAtOnce).isLessThanOrEqualTo(5);
        assertThat(instance.count("monitor.claim", "outcome", "put-off")).isPositive();
        await().atMost(PATIENCE).until(() -> instance.count("monitor.result", "outcome", "applied") == 30);
    }

    @Test
    void a_crowd_at_a_quick_host_stands_in_line_instead_of_coming_again_later() {
        var config = TestConfig.of(Map.of("monitor.schedule.slow-after", "30s", "monitor.schedule.host-pause", "30s"));
        var crowd = IntStream.range(0, 150)
                .mapToObj(i -> onHost(randomId(), "quick-host", s -> s.interval(A_DAY)))
                .toList();
        var probe = new Recorder(up()).lasting(ofMillis(20));
        var instance = start(ScheduleInstance.monitors(crowd), probe, config);

        enroll(instance, crowd, true);

        await().atMost(PATIENCE).until(() -> instance.count("monitor.result", "outcome", "applied") == 150);
        assertThat(probe.mostAtOnce).isLessThanOrEqualTo(32);
        assertThat(instance.count("monitor.claim", "outcome", "put-off")).isZero();
        assertThat(instance.count("monitor.claim", "outcome", "claimed")).isEqualTo(150);
    }

    @Test
    void a_backlog_is_claimed_in_large_parts_and_never_more_than_there_is_room_for() {
        var config = TestConfig.of(Map.of("monitor.schedule.checks-max", "64", "monitor.schedule.slow-after", "30s"));
        var monitors = ScheduleInstance.monitors(IntStream.range(0, 3_200)
                .mapToObj(i -> onHost(randomId(), "host-" + i % 200, s -> s.interval(A_DAY)))
                .toList());
        var probe = new Recorder(up()).lasting(ofMillis(10));
        var changes = new ScheduleInstance(harness, monitors, new Recorder(up()), config);
        instances.add(changes);
        enroll(changes, monitors.values(), true);

        var instance = start(monitors, probe, config);

        await().atMost(PATIENCE).until(() -> instance.count("monitor.result", "outcome", "applied") == 3_200);
        assertThat(probe.mostAtOnce).isLessThanOrEqualTo(64);
        // One each for the 64 places would be 3,200 claims, or 50 per partition.
        assertThat(instance.redis
                        .meters
                        .get("hotstate.script")
                        .tag("script", "claim_due")
                        .tag("outcome", "claimed")
                        .timer()
                        .count())
                .isLessThan(1_600);
    }

    @Test
    void a_check_that_outlives_its_lease_is_refused_and_makes_no_second_incident() {
        var config = TestConfig.of(Map.of("monitor.schedule.lease-margin", "-200ms"));
        var monitor = http(randomId(), settings -> settings.timeout(ofMillis(500)));
        var probe = new Recorder(down()).lasting(ofMillis(450));
        var instance = start(Map.of(monitor.id(), monitor), probe, config);

        enroll(instance, List.of(monitor), true);

        await().atMost(PATIENCE).until(() -> instance.count("monitor.result", "outcome", "stale") >= 2);
        assertThat(redis.transitionTypes(monitor.id())).isEmpty();
        assertThat(instance.count("monitor.check")).isZero();
    }

    @Test
    void a_job_that_is_silent_beyond_its_grace_is_down() {
        var monitor = push(randomId(), ofMillis(300), ofMillis(200));
        var instance = start(Map.of(monitor.id(), monitor), new Recorder(up()), TestConfig.usual());

        enroll(instance, List.of(monitor), false);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(redis.hash(redis.keys.status(monitor.id())))
                        .containsEntry("state", "down")
                        .containsEntry("reason", "no_heartbeat"));
        assertThat(redis.transitionTypes(monitor.id())).containsExactly("opened");
    }

    @Test
    void a_monitor_that_nobody_defines_any_more_is_withdrawn_by_who_claims_it() {
        var monitor = http(randomId());
        var instance = start(Map.of(), new Recorder(up()), TestConfig.usual());

        enroll(instance, List.of(monitor), true);

        var partition = redis.keys.partitionOf(monitor.id());
        await().atMost(PATIENCE).until(() -> !redis.exists(redis.keys.meta(partition)));
        assertThat(redis.exists(redis.keys.schedule(partition))).isFalse();
    }

    @Test
    void without_postgres_known_monitors_are_checked_and_unknown_ones_wait() {
        var known = http(randomId());
        var unknown = http(randomId());
        var probe = new Recorder(up());
        var instance = start(Map.of(known.id(), known), probe, TestConfig.usual());
        instance.losePostgres();

        enroll(instance, List.of(known, unknown), true);

        await().atMost(PATIENCE).until(() -> instance.count("monitor.claim", "outcome", "put-off") == 1);
        await().atMost(PATIENCE).until(() -> probe.runs.size() == 1);
        assertThat(redis.exists(redis.keys.status(known.id()))).isTrue();
        assertThat(redis.score(unknown.id())).isGreaterThan(redis.nowMillis());
    }

    @Test
    void a_newer_definition_than_redis_knows_is_checked_and_made_known() {
        var old = http(randomId());
        var changed = http(old.id(), settings -> settings.version(2).interval(ofSeconds(30)));
        var instance = start(Map.of(old.id(), changed), new Recorder(up()), TestConfig.usual());

        enroll(instance, List.of(old), true);

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(redis.hash(redis.keys.status(old.id()))).containsEntry("version", "2"));
    }

    @Test
    void what_one_instance_schedules_another_checks_at_once_though_it_asks_rarely() {
        var monitors = monitors(100, A_DAY, ofSeconds(10));
        var changes = new ScheduleInstance(harness, monitors, new Recorder(up()), TestConfig.usual());
        instances.add(changes);
        var probe = new Recorder(up());
        var rarely = Map.of("monitor.schedule.poll-max", "1h", "monitor.schedule.poll-quiet-max", "1h");
        var checks = start(monitors, probe, TestConfig.of(rarely));
        awaitAskedEverywhere(checks, 1);

        enroll(changes, monitors.values(), true);

        await().atMost(PATIENCE).until(() -> probe.checked().size() == 100);
    }

    @Test
    void an_instance_whose_rings_are_lost_finds_what_is_due_by_itself() {
        var monitors = monitors(20, A_DAY, ofSeconds(10));
        var probe = new Recorder(up());
        var ratherOften = Map.of("monitor.schedule.poll-max", "500ms", "monitor.schedule.poll-quiet-max", "2s");
        var instance = start(monitors, probe, TestConfig.of(ratherOften));
        awaitAskedEverywhere(instance, 3);

        instance.store.enroll(List.copyOf(monitors.values()), true).await().atMost(ofSeconds(5));

        await().atMost(PATIENCE).until(() -> probe.checked().size() == 20);
    }

    @Test
    void while_memory_is_short_nothing_new_begins_and_what_is_under_way_ends() {
        var first = http(randomId(), settings -> settings.interval(A_DAY));
        var second = http(randomId(), settings -> settings.interval(A_DAY));
        var probe = new Recorder(up()).lasting(ofMillis(500));
        var monitors = ScheduleInstance.monitors(List.of(first, second));
        var instance = start(monitors, probe, TestConfig.usual());
        enroll(instance, List.of(first), true);
        await().atMost(PATIENCE).until(() -> probe.runs.size() == 1);

        instance.memoryIsFull(true);
        enroll(instance, List.of(second), true);
        await().atMost(PATIENCE).until(() -> paused(instance) == 64);
        await().atMost(PATIENCE).until(() -> handedIn(instance) == 1);
        assertThat(probe.runs).hasSize(1);
        assertThat(instance.pulse.overdue()).isZero();

        instance.memoryIsFull(false);
        await().atMost(PATIENCE).until(() -> probe.runs.size() == 2);
        await().atMost(PATIENCE).until(() -> paused(instance) == 0);
    }

    /** A result whose answer was late is told again, and is a duplicate then. */
    private static long handedIn(ScheduleInstance instance) {
        return instance.count("monitor.result", "outcome", "applied")
                + instance.count("monitor.result", "outcome", "duplicate");
    }

    private static double paused(ScheduleInstance instance) {
        return instance.redis
                .meters
                .get("monitor.claim.paused")
                .tag("reason", "memory")
                .gauge()
                .value();
    }

    @Test
    void who_is_full_of_checks_that_never_end_sees_what_it_leaves_undone_and_is_stuck() {
        var instance = fullOfChecksThatNeverEnd(n -> "host-" + n);

        await().atMost(PATIENCE).until(() -> isStuck(instance));
        assertThat(instance.redis.meters.get("monitor.schedule.overdue").gauge().value())
                .isGreaterThan(2);
    }

    @Test
    void who_puts_off_all_checks_of_a_host_because_of_some_that_never_end_is_stuck() {
        var instance = fullOfChecksThatNeverEnd(n -> "one-host");

        await().atMost(PATIENCE).until(() -> isStuck(instance));
        assertThat(instance.count("monitor.claim", "outcome", "put-off")).isPositive();
    }

    private ScheduleInstance fullOfChecksThatNeverEnd(IntFunction<String> host) {
        var config = TestConfig.of(Map.of(
                "monitor.schedule.checks-max", "1",
                "monitor.schedule.slow-checks-max", "1",
                "monitor.schedule.slow-after", "100ms",
                "monitor.schedule.lease-margin", "100ms",
                "monitor.schedule.stuck-after", "2s"));
        var monitors = IntStream.range(0, 50)
                .mapToObj(n ->
                        onHost(randomId(), host.apply(n), s -> s.interval(A_DAY).timeout(ofMillis(500))))
                .toList();
        var instance = start(ScheduleInstance.monitors(monitors), Recorder.neverAnswering(), config);
        enroll(instance, monitors, true);
        return instance;
    }

    private static boolean isStuck(ScheduleInstance instance) {
        return instance.pulse.isStuck(System.nanoTime());
    }

    // ---- parts ------------------------------------------------------------------------------------------------------

    private ScheduleInstance start(Map<String, Monitor> monitors, Probe probe, ScheduleConfig config) {
        var instance = new ScheduleInstance(harness, monitors, probe, config);
        instances.add(instance);
        instance.start();
        return instance;
    }

    private static void enroll(ScheduleInstance instance, Collection<Monitor> monitors, boolean atOnce) {
        instance.schedule.enroll(List.copyOf(monitors), atOnce).await().atMost(PATIENCE);
    }

    private static Map<String, Monitor> monitors(int count, Duration interval, Duration timeout) {
        return ScheduleInstance.monitors(IntStream.range(0, count)
                .mapToObj(i -> http(randomId(), s -> s.interval(interval).timeout(timeout)))
                .toList());
    }

    /** So often it has heard that there is nothing. */
    private static void awaitAskedEverywhere(ScheduleInstance instance, int times) {
        await().atMost(PATIENCE).until(() -> scripts(instance) >= times * 64);
    }

    private static long scripts(ScheduleInstance instance) {
        return (long) instance.redis.meters.find("hotstate.script").timers().stream()
                .mapToDouble(timer -> timer.count())
                .sum();
    }

    /** How long any of these monitors had to wait for its next check, at most. */
    private static Duration longestGap(Recorder probe, List<Monitor> monitors) {
        var longest = Duration.ZERO;
        for (var monitor : monitors) {
            var times = probe.runs.stream()
                    .filter(run -> run.target().equals(monitor.target()))
                    .map(Run::at)
                    .toList();
            for (int i = 1; i < times.size(); i++) {
                var gap = Duration.between(times.get(i - 1), times.get(i));
                longest = gap.compareTo(longest) > 0 ? gap : longest;
            }
        }
        return longest;
    }

    record Run(ProbeTarget target, Instant at) {}

    /** Writes down what it is asked to check, and answers as the test has decided. */
    private static final class Recorder implements Probe {

        final Queue<Run> runs = new ConcurrentLinkedQueue<>();
        volatile int mostAtOnce;
        private final AtomicInteger underWay = new AtomicInteger();
        private final ProbeResult answer;
        private final Predicate<ProbeTarget> hangs;
        private Duration lasts = Duration.ZERO;
        private boolean isMute;

        /** @param answer null: none before the timeout */
        Recorder(ProbeResult answer) {
            this(answer, target -> answer == null);
        }

        Recorder(ProbeResult answer, Predicate<ProbeTarget> hangs) {
            this.answer = answer;
            this.hangs = hangs;
        }

        /** Not even when its time is over. */
        static Recorder neverAnswering() {
            var recorder = new Recorder(null);
            recorder.isMute = true;
            return recorder;
        }

        Recorder lasting(Duration time) {
            lasts = time;
            return this;
        }

        Set<String> checked() {
            return runs.stream().map(run -> run.target().toString()).collect(toSet());
        }

        @Override
        public Uni<ProbeResult> run(ProbeTarget target, ProbeSecrets secrets, Duration timeout) {
            runs.add(new Run(target, Instant.now()));
            mostAtOnce = Math.max(mostAtOnce, underWay.incrementAndGet());
            if (isMute) {
                return Uni.createFrom().nothing();
            }
            if (hangs.test(target)) {
                return Uni.createFrom()
                        .<ProbeResult>nothing()
                        .ifNoItem()
                        .after(timeout)
                        .recoverWithItem(down())
                        .onTermination()
                        .invoke(underWay::decrementAndGet);
            }
            var result = Uni.createFrom().item(answer);
            return (lasts.isZero() ? result : result.onItem().delayIt().by(lasts))
                    .onTermination()
                    .invoke(underWay::decrementAndGet);
        }
    }
}
