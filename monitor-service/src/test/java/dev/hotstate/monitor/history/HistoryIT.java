package dev.hotstate.monitor.history;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.MonitorRows;
import dev.hotstate.monitor.platform.PublicId;
import dev.hotstate.monitor.platform.WholeHour;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class HistoryIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    HistoryFlusher flusher;

    @Inject
    HistoryStore store;

    @Inject
    History history;

    @Inject
    Database database;

    @Inject
    RedisRouter redis;

    @Inject
    MonitorKeys keys;

    @Inject
    MonitorRows monitors;

    @BeforeEach
    void in_one_hour() {
        WholeHour.begins();
    }

    @Test
    void what_is_flushed_adds_up_to_the_results() {
        var monitor = monitor();
        long seed = new Random().nextLong();
        var random = new Random(seed);
        long hour = thisHour() - 1;
        var sum = Tally.NONE;
        for (int i = 0; i < 500; i++) {
            var verdict = "uuuudx".charAt(random.nextInt(6));
            count(monitor, hour, random.nextInt(12), verdict, 1 + random.nextInt(2_000));
            sum = sum.plus(new Tally(verdict == 'u' ? 1 : 0, verdict == 'd' ? 1 : 0, verdict == 'x' ? 1 : 0));
        }

        flushAllHours(monitor);
        flushAllHours(monitor);

        assertThat(hours(monitor)).as("seed %d", seed).singleElement().satisfies(stored -> {
            assertThat(stored.hour()).isEqualTo(hour);
            assertThat(stored.sketch().count()).isEqualTo(stored.tally().up());
        });
        assertThat(hours(monitor).getFirst().tally()).as("seed %d", seed).isEqualTo(sum);
    }

    @Test
    void two_that_flush_the_same_partition_at_once_count_nothing_twice() {
        var monitor = monitor();
        count(monitor, thisHour(), 3, 'u', 20);

        Uni.join()
                .all(IntStream.range(0, 4)
                        .mapToObj(i -> flusher.flush(keys.partitionOf(monitor)))
                        .toList())
                .andFailFast()
                .await()
                .atMost(PATIENCE);

        assertThat(hours(monitor).getFirst().tally()).isEqualTo(new Tally(1, 0, 0));
    }

    @Test
    void an_hour_whose_counts_vanished_halfway_keeps_what_was_flushed() {
        var monitor = monitor();
        count(monitor, thisHour(), 0, 'u', 20);
        count(monitor, thisHour(), 0, 'd', 0);
        flush(monitor);
        redis.send(Command.of("DEL").key(keys.hist(monitor, thisHour())))
                .await()
                .atMost(PATIENCE);
        count(monitor, thisHour(), 4, 'u', 30);

        flush(monitor);

        assertThat(hours(monitor).getFirst().tally()).isEqualTo(new Tally(2, 1, 0));
    }

    /** As FLUSHALL does it, in the middle of five minutes: what comes after is counted anew, and belongs to the same hour. */
    @Test
    void what_was_measured_before_and_after_redis_forgot_the_hour_adds_up() {
        var job = job();
        report(job, 20, 20, 20);
        flush(job.id());
        forgetHour(job.id());
        report(job, 900, 900);
        flush(job.id());
        flushAllHours(job.id());
        forgetHour(job.id());
        report(job, 900);

        assertThat(history.line(job.id(), HistorySpan.WEEK)
                        .await()
                        .atMost(PATIENCE)
                        .points())
                .singleElement()
                .satisfies(hour -> assertThat(hour.up()).isEqualTo(6));
        flushAllHours(job.id());

        assertThat(hours(job.id()).stream().map(HourOfChecks::tally).reduce(Tally.NONE, Tally::plus))
                .isEqualTo(new Tally(6, 0, 0));
        var uptime = asAdmin().get("/monitors/" + job.id() + "/uptime").then().statusCode(200);
        uptime.body("windows.find { it.window == '7d' }.up", equalTo(6));
        var hour = history.line(job.id(), HistorySpan.WEEK)
                .await()
                .atMost(PATIENCE)
                .points()
                .getFirst();
        assertThat(hour.latency().meanMs()).isEqualTo((3 * 20 + 3 * 900) / 6.0);
        assertThat(hour.latency().p50Ms()).isCloseTo(20, within(1.0));
        assertThat(hour.latency().p95Ms()).isCloseTo(900, within(20.0));
    }

    /** @param push where it reports to */
    private record Job(String id, String push) {}

    private Job job() {
        var made = asAdmin()
                .contentType(ContentType.JSON)
                .body("""
                        {"name": "%s", "push": {"grace": "PT1M"}, "interval": "PT1H"}""".formatted(PublicId.next("job")))
                .post("/monitors")
                .then()
                .statusCode(201)
                .extract();
        return new Job(made.path("id"), made.path("reportTo.push"));
    }

    private static void report(Job job, int... latenciesMs) {
        for (int latencyMs : latenciesMs) {
            await().atMost(PATIENCE)
                    .until(() -> given().get(job.push() + "?ping=" + latencyMs).statusCode() == 200);
        }
    }

    private void forgetHour(String monitor) {
        redis.send(Command.of("DEL").key(keys.hist(monitor, thisHour())))
                .await()
                .atMost(PATIENCE);
    }

    @Test
    void hours_that_were_not_flushed_in_time_are_caught_up() {
        var monitor = monitor();
        count(monitor, thisHour() - 2, 11, 'd', 0);
        count(monitor, thisHour() - 1, 5, 'u', 10);
        count(monitor, thisHour(), 0, 'x', 0);

        flushAllHours(monitor);

        assertThat(hours(monitor))
                .extracting(HourOfChecks::tally)
                .containsExactly(new Tally(0, 1, 0), new Tally(1, 0, 0), new Tally(0, 0, 1));
    }

    @Test
    void a_day_is_made_from_its_hours_and_only_once() {
        var monitor = monitor();
        var day = LocalDate.of(2026, 3, 1);
        long first = HourOfChecks.hourOf(day.atStartOfDay().toInstant(ZoneOffset.UTC));
        put(monitor, first - 1, 50, 0, 0);
        put(monitor, first, 10, 2, 0);
        put(monitor, first + 23, 12, 0, 3);
        put(monitor, first + 24, 70, 0, 0);
        flusher.makeDay(List.of(monitor), day).await().atMost(PATIENCE);
        put(monitor, first + 1, 99, 0, 0);

        flusher.makeDay(List.of(monitor), day).await().atMost(PATIENCE);

        var days =
                store.daysSince(List.of(monitor), day).await().atMost(PATIENCE).get(monitor);
        assertThat(days).singleElement().satisfies(made -> {
            assertThat(made.day()).isEqualTo(day);
            assertThat(made.tally()).isEqualTo(new Tally(22, 2, 3));
        });
    }

    @Test
    void days_that_ended_while_nobody_was_there_are_made_up_for() {
        var monitor = monitor();
        var friday = LocalDate.of(2026, 2, 6);
        long noon = HourOfChecks.hourOf(friday.atTime(12, 0).toInstant(ZoneOffset.UTC));
        put(monitor, noon, 10, 1, 0);
        put(monitor, noon + 24, 20, 0, 0);
        put(monitor, noon + 72, 5, 0, 0);

        flusher.makeDays(List.of(monitor), friday.plusDays(2)).await().atMost(PATIENCE);

        assertThat(store.daysSince(List.of(monitor), friday)
                        .await()
                        .atMost(PATIENCE)
                        .get(monitor))
                .extracting(DayOfChecks::day)
                .containsExactly(friday, friday.plusDays(1));
    }

    @Test
    void a_removed_monitor_leaves_no_history_and_does_not_stop_the_others() {
        var gone = monitor();
        var monitor = monitor();
        var hour = hour(thisHour(), 1, 0, 0, 9, LatencySketch.of(Map.of(200, 1L)));
        database.query("delete from monitor where id = $1", gone).await().atMost(PATIENCE);

        store.putHours(Map.of(gone, hour, monitor, hour)).await().atMost(PATIENCE);

        assertThat(hours(gone)).isEmpty();
        assertThat(hours(monitor)).hasSize(1);
    }

    @Test
    void uptime_leaves_out_what_nobody_knew_and_includes_the_hour_that_lasts() {
        var monitor = monitor();
        put(monitor, thisHour() - 3, 90, 10, 300);
        count(monitor, thisHour(), 0, 'u', 100);
        count(monitor, thisHour(), 0, 'u', 100);
        store.putDays(Map.of(
                        monitor,
                        new DayOfChecks(
                                LocalDate.now(ZoneOffset.UTC).minusDays(20), new Tally(8, 0, 0), 80, sketch(8))))
                .await()
                .atMost(PATIENCE);
        store.putDays(Map.of(
                        monitor,
                        new DayOfChecks(
                                LocalDate.now(ZoneOffset.UTC).minusDays(200), new Tally(4, 0, 0), 40, sketch(4))))
                .await()
                .atMost(PATIENCE);

        var windows = history.uptime(monitor).await().atMost(PATIENCE);

        assertThat(windows).extracting(UptimeWindow::window).containsExactly("24h", "7d", "30d", "90d", "365d");
        assertThat(windows.getFirst().uptime()).isCloseTo(92.0 / 102, within(1e-9));
        assertThat(windows.getFirst().unknown()).isEqualTo(300);
        assertThat(windows).extracting(UptimeWindow::up).endsWith(100L, 104L);
        assertThat(windows.getFirst().latency().p99Ms()).isCloseTo(100, within(2.0));
    }

    @Test
    void old_rows_are_removed_in_bounded_steps() {
        var monitor = monitor();
        var ancient = Instant.parse("2001-01-01T00:00:00Z");
        for (int i = 0; i < 5; i++) {
            put(monitor, HourOfChecks.hourOf(ancient) + i, 1, 0, 0);
        }
        var cutOff = ancient.plus(Duration.ofHours(4));

        int first = store.removeHoursBefore(cutOff, 3).await().atMost(PATIENCE);
        int second = store.removeHoursBefore(cutOff, 3).await().atMost(PATIENCE);

        assertThat(List.of(first, second)).containsExactly(3, 1);
        assertThat(hours(monitor)).hasSize(1);
    }

    @Test
    void the_api_tells_windows_and_points() {
        var monitor = monitor();
        count(monitor, thisHour(), 0, 'u', 40);
        count(monitor, thisHour(), 0, 'd', 0);

        asAdmin()
                .get("/monitors/" + monitor + "/uptime")
                .then()
                .statusCode(200)
                .body("windows.window", contains("24h", "7d", "30d", "90d", "365d"))
                .body("windows[0].uptime", equalTo(0.5f));
        asAdmin()
                .get("/monitors/" + monitor + "/history?span=24h")
                .then()
                .statusCode(200)
                .body("step", equalTo("PT5M"))
                .body("points", hasSize(1))
                .body("points[0].latency.meanMs", equalTo(40f));
        asAdmin()
                .get("/monitors/" + monitor + "/history?span=90d")
                .then()
                .statusCode(200)
                .body("step", equalTo("PT24H"));
        asAdmin()
                .get("/monitors/" + monitor + "/history?span=1h")
                .then()
                .statusCode(200)
                .body("span", equalTo("1h"))
                .body("step", equalTo("PT5M"));
        asAdmin().get("/monitors/" + monitor + "/history?span=2y").then().statusCode(400);
    }

    @Test
    void days_and_ratios_include_the_hour_that_lasts_and_days_that_are_not_made_yet() {
        var monitor = monitor();
        var silent = monitor();
        put(monitor, thisHour() - 1, 6, 0, 0);
        put(monitor, thisHour(), 1, 0, 0);
        count(monitor, thisHour(), 0, 'u', 100);
        count(monitor, thisHour(), 0, 'd', 0);
        store.putDays(Map.of(
                        monitor,
                        new DayOfChecks(
                                LocalDate.now(ZoneOffset.UTC).minusDays(20), new Tally(2, 0, 0), 200, sketch(2))))
                .await()
                .atMost(PATIENCE);
        store.putDays(Map.of(
                        monitor,
                        new DayOfChecks(
                                LocalDate.now(ZoneOffset.UTC).minusDays(200), new Tally(0, 2, 0), 0, sketch(0))))
                .await()
                .atMost(PATIENCE);

        var ratios = history.ratios(List.of(monitor, silent)).await().atMost(PATIENCE);
        var days = history.days(List.of(monitor, silent), 90).await().atMost(PATIENCE);

        assertThat(ratios.get(monitor))
                .containsExactly(
                        new History.Ratio("1d", 7.0 / 8, 100),
                        new History.Ratio("30d", 9.0 / 10, 100),
                        new History.Ratio("365d", 9.0 / 12, 100));
        assertThat(ratios.get(silent)).isEmpty();
        assertThat(days.get(monitor).stream().map(History.Day::tally).reduce(Tally.NONE, Tally::plus))
                .isEqualTo(new Tally(9, 1, 0));
        assertThat(days).doesNotContainKey(silent);
    }

    @Test
    void nothing_is_known_of_a_monitor_that_does_not_exist() {
        for (var path : List.of("/uptime", "/history", "/incidents", "/pings", "/status", "/results")) {
            asAdmin()
                    .get("/monitors/mon_nobody" + path)
                    .then()
                    .statusCode(404)
                    .body("detail", equalTo("There is no such monitor."));
        }
    }

    @Test
    void a_frequent_monitor_is_told_in_minutes() {
        var monitor = monitor();
        count(monitor, thisHour() - 1, 2, 'u', 50);
        minute(monitor, thisHour() - 1, 13, "3 1 0 150");
        flushAllHours(monitor);
        count(monitor, thisHour(), 0, 'u', 20);
        minute(monitor, thisHour(), 0, "1 0 0 20");

        var line = history.line(monitor, HistorySpan.DAY).await().atMost(PATIENCE);

        assertThat(line.step()).isEqualTo(Duration.ofMinutes(1));
        assertThat(line.points())
                .extracting(HistoryPoint::at)
                .containsExactly(at(thisHour() - 1, 13), at(thisHour(), 0));
        assertThat(line.points().getFirst())
                .isEqualTo(
                        new HistoryPoint(at(thisHour() - 1, 13), 3, 1, 0, new LatencySummary(50.0, null, null, null)));
        assertThat(history.line(monitor, HistorySpan.WEEK)
                        .await()
                        .atMost(PATIENCE)
                        .step())
                .isEqualTo(Duration.ofHours(1));
    }

    @Test
    void minutes_that_vanished_halfway_keep_what_was_flushed() {
        var monitor = monitor();
        count(monitor, thisHour() - 1, 0, 'u', 20);
        minute(monitor, thisHour() - 1, 1, "5 0 0 100");
        flushAllHours(monitor);
        minute(monitor, thisHour() - 1, 1, "2 1 0 40");

        flushAllHours(monitor);

        assertThat(store.minutesSince(monitor, Instant.EPOCH).await().atMost(PATIENCE))
                .singleElement()
                .satisfies(of -> {
                    assertThat(of.hour()).isEqualTo(thisHour() - 1);
                    assertThat(of.minutes().up()[1]).isEqualTo(5);
                    assertThat(of.minutes().down()[1]).isEqualTo(1);
                    assertThat(of.minutes().latencyMs()[1]).isEqualTo(100);
                });
    }

    @Test
    void minutes_before_and_after_redis_forgot_them_add_up() {
        var monitor = monitor();
        begin(monitor, 17);
        count(monitor, thisHour(), 0, 'u', 20);
        minute(monitor, thisHour(), 1, "5 0 1 100");
        flush(monitor);
        flush(monitor);
        forgetHour(monitor);
        begin(monitor, 3_000);
        minute(monitor, thisHour(), 1, "2 1 0 40");
        flush(monitor);
        minute(monitor, thisHour(), 1, "3 1 0 60");

        var shown = List.of(
                history.line(monitor, HistorySpan.DAY).await().atMost(PATIENCE),
                history.line(monitor, HistorySpan.DAY)
                        .call(() -> flusher.flush(keys.partitionOf(monitor)))
                        .chain(() -> history.line(monitor, HistorySpan.DAY))
                        .await()
                        .atMost(PATIENCE));

        assertThat(shown)
                .allSatisfy(line -> assertThat(line.points())
                        .containsExactly(new HistoryPoint(
                                at(thisHour(), 1), 8, 1, 1, new LatencySummary(160 / 8.0, null, null, null))));
    }

    /** As the script does that counts the first result. */
    private void begin(String monitor, int generation) {
        redis.send(Command.of("HSET")
                        .key(keys.hist(monitor, thisHour()))
                        .arg("g")
                        .arg(generation))
                .await()
                .atMost(PATIENCE);
    }

    @Test
    void hours_of_before_it_was_frequent_are_told_in_five_minutes() {
        var monitor = monitor();
        put(monitor, thisHour() - 5, 7, 0, 0);
        count(monitor, thisHour() - 1, 0, 'u', 20);
        minute(monitor, thisHour() - 1, 2, "1 0 0 20");
        flushAllHours(monitor);

        var line = history.line(monitor, HistorySpan.DAY).await().atMost(PATIENCE);

        assertThat(line.step()).isEqualTo(Duration.ofMinutes(1));
        assertThat(line.points()).extracting(HistoryPoint::up).containsExactly(7L, 1L);
    }

    @Test
    void where_the_time_went_is_kept_for_a_day_and_each_look_at_it_adds_what_it_saw() {
        var monitor = monitor();
        long hour = thisHour() - 1;
        phases(monitor, at(hour, 1), "100,200,0,400,10");
        phases(monitor, at(hour, 2), "300,400,0,600,30");
        flush(monitor);
        flush(monitor);
        forgetPhases(monitor);
        // What has dropped out of the list in part is known better from before.
        phases(monitor, at(hour, 2), "300,400,0,600,30");
        phases(monitor, at(hour, 6), "1,2,3,4,5");
        flush(monitor);
        forgetPhases(monitor);
        phases(monitor, at(hour, 11), "9,9,9,9,9");

        var points = history.phases(monitor, Duration.ofDays(1)).await().atMost(PATIENCE);

        assertThat(points)
                .containsExactly(
                        new PhasePoint(at(hour, 0), 2, 200, 300, 0, 500, 20),
                        new PhasePoint(at(hour, 5), 1, 1, 2, 3, 4, 5),
                        new PhasePoint(at(hour, 10), 1, 9, 9, 9, 9, 9));
        asAdmin()
                .get("/monitors/" + monitor + "/phases")
                .then()
                .statusCode(200)
                .body("span", equalTo("24h"))
                .body("step", equalTo("PT5M"))
                .body("points.firstByte", contains(500, 4, 9));
        asAdmin().get("/monitors/" + monitor + "/phases?span=7d").then().statusCode(400);
        asAdmin().get("/monitors/mon_nobody/phases").then().statusCode(404);
    }

    private void phases(String monitor, Instant at, String micros) {
        var key = keys.phases(monitor);
        redis.send(Command.of("LPUSH").key(key).arg(at.getEpochSecond() + ":" + micros))
                .await()
                .atMost(PATIENCE);
        redis.send(Command.of("PEXPIRE").key(key).arg(600_000)).await().atMost(PATIENCE);
    }

    private void forgetPhases(String monitor) {
        redis.send(Command.of("DEL").key(keys.phases(monitor))).await().atMost(PATIENCE);
    }

    @Test
    void old_minutes_are_removed_and_only_they() {
        var monitor = monitor();
        var ancient = LocalDate.of(2021, 6, 1).atStartOfDay().toInstant(ZoneOffset.UTC);
        var minutes = SlotCounts.empty(HourOfChecks.MINUTES);
        minutes.up()[0] = 1;
        for (int generation : new int[] {1, 2}) {
            var hour = new HourOfChecks(
                    HourOfChecks.hourOf(ancient),
                    generation,
                    SlotCounts.empty(HourOfChecks.SLOTS),
                    LatencySketch.EMPTY,
                    minutes);
            store.putMinutes(Map.of(monitor, hour)).await().atMost(PATIENCE);
        }

        store.removeMinutesBefore(ancient, 1_000).await().atMost(PATIENCE);
        assertThat(store.minutesSince(monitor, Instant.EPOCH).await().atMost(PATIENCE))
                .hasSize(2);
        store.removeMinutesBefore(ancient.plusSeconds(3_600), 1_000).await().atMost(PATIENCE);

        assertThat(store.minutesSince(monitor, Instant.EPOCH).await().atMost(PATIENCE))
                .isEmpty();
    }

    private static Instant at(long hour, int minute) {
        return Instant.EPOCH.plus(Duration.ofHours(hour)).plus(Duration.ofMinutes(minute));
    }

    private void minute(String monitor, long hour, int minute, String packed) {
        var key = keys.hist(monitor, hour);
        redis.send(Command.of("HSET").key(key).arg("m" + minute).arg(packed))
                .await()
                .atMost(PATIENCE);
        redis.send(Command.of("PEXPIRE").key(key).arg(600_000)).await().atMost(PATIENCE);
    }

    /** As one who has just become the owner. */
    private void flushAllHours(String monitor) {
        flusher.forget(keys.partitionOf(monitor));
        flush(monitor);
    }

    private void flush(String monitor) {
        flusher.flush(keys.partitionOf(monitor)).await().atMost(PATIENCE);
    }

    private List<HourOfChecks> hours(String monitor) {
        return store.hoursSince(List.of(monitor), Instant.EPOCH)
                .await()
                .atMost(PATIENCE)
                .getOrDefault(monitor, List.of());
    }

    private void put(String monitor, long hour, int up, int down, int unknown) {
        var checks = hour(hour, up, down, unknown, up * 100, sketch(up));
        store.putHours(Map.of(monitor, checks)).await().atMost(PATIENCE);
    }

    private static HourOfChecks hour(long hour, int up, int down, int unknown, int latencyMs, LatencySketch sketch) {
        return new HourOfChecks(
                hour, 0, new SlotCounts(slots(up), slots(down), slots(unknown), slots(latencyMs)), sketch);
    }

    private static LatencySketch sketch(long count) {
        return LatencySketch.of(Map.of(LatencyBuckets.of(100_000), count));
    }

    private static int[] slots(int first) {
        var slots = new int[HourOfChecks.SLOTS];
        slots[0] = first;
        return slots;
    }

    /** As the script that commits results counts. */
    private void count(String monitor, long hour, int slot, char verdict, int latencyMs) {
        var fields = new HashMap<String, Integer>();
        fields.put(verdict + "" + slot, 1);
        if (verdict == 'u') {
            fields.put("s" + slot, latencyMs);
            fields.put("b" + LatencyBuckets.of(latencyMs * 1_000L), 1);
        }
        var key = keys.hist(monitor, hour);
        fields.forEach((field, by) -> redis.send(
                        Command.of("HINCRBY").key(key).arg(field).arg(by))
                .await()
                .atMost(PATIENCE));
        redis.send(Command.of("PEXPIRE").key(key).arg(600_000)).await().atMost(PATIENCE);
    }

    private static long thisHour() {
        return HourOfChecks.hourOf(Instant.now());
    }

    private String monitor() {
        return monitors.disabled();
    }

    private static RequestSpecification asAdmin() {
        return given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY);
    }
}
