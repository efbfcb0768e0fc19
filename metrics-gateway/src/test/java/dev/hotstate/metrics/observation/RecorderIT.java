package dev.hotstate.metrics.observation;

import static dev.hotstate.metrics.MetricsFixture.await;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.hotstate.kit.backends.redis.RespClient;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a cluster of its own, so that totals are those of the test. */
class RecorderIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().perClass().scanning(RecordedKeys.scan());

    private static final Instant NOW = Instant.parse("2026-11-18T10:20:30Z");
    private static final long HOUR = Instant.parse("2026-11-18T10:00:00Z").toEpochMilli();

    private MetricsFixture metrics;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void every_key_of_the_seed_is_right() {
        var recorder = recorder(TestRecording.USUAL);
        record(
                recorder,
                List.of(
                        observation("GET /users/{id}", 200, 12_500),
                        observation("GET /users/{id}", 404, 7_500),
                        new Observation("shop-2", "POST /orders", 429, 1_000, NOW, true),
                        observation("POST /orders", 503, 9_000)));

        var keys = metrics.keys;
        assertThat(number(keys.requests("total"))).isEqualTo(4);
        assertThat(number(keys.requests("accepted"))).isEqualTo(3);
        assertThat(number(keys.errors())).isEqualTo(3);
        assertThat(number(keys.ofEndpoint("GET /users/{id}"))).isEqualTo(2);
        assertThat(number(keys.errorsOfEndpoint("GET /users/{id}"))).isEqualTo(1);
        assertThat(number(keys.errorsOfEndpoint("POST /orders"))).isEqualTo(2);
        assertThat(number(keys.failuresOfEndpoint("POST /orders"))).isEqualTo(1);
        assertThat(number(keys.errorsOfStatus(404))).isEqualTo(1);
        assertThat(number(keys.ofInstance("shop-1"))).isEqualTo(3);
        assertThat(number(keys.hourly(HOUR))).isEqualTo(4);
        assertThat(ttlSeconds(keys.hourly(HOUR))).isBetween(80_000L, 86_400L);
        assertThat(keys.sketchOfHour("GET /" + "x".repeat(100), HOUR).value().length())
                .isLessThanOrEqualTo(100);
        assertThat(send("GET", keys.responseSum("GET /users/{id}")).text()).isEqualTo("20");
        assertThat(number(keys.responseCount("GET /users/{id}"))).isEqualTo(2);
        assertThat(keys.ofEndpoint("GET /x").value()).endsWith(":requests:endpoint:GET /x");
        assertThat(keys.responseTimes("GET /x").value()).endsWith(":response_times:GET_/x");
    }

    @Test
    void how_large_a_flush_is_how_long_it_takes_and_how_late_it_is_are_measured() {
        var meters = new SimpleMeterRegistry();
        record(recorder(TestRecording.USUAL, meters), Collections.nCopies(7, observation("GET /measured", 200, 5_000)));

        assertThat(meters.get("metrics.recording.flush.size").summary().totalAmount())
                .isEqualTo(7);
        var took = meters.get("metrics.recording.flush").timer();
        var late = meters.get("metrics.recording.lag").timer();
        assertThat(took.count()).isEqualTo(1);
        assertThat(late.totalTime(MILLISECONDS))
                .isGreaterThan(took.totalTime(MILLISECONDS))
                .isGreaterThanOrEqualTo(TestRecording.USUAL.flush().toMillis());
    }

    @Test
    void equal_response_times_are_all_kept_and_old_ones_go() {
        var recorder = recorder(TestRecording.USUAL);
        var endpoint = "GET /equal";
        record(recorder, Collections.nCopies(900, observation(endpoint, 200, 43_781)));
        assertThat(send("ZCARD", metrics.keys.responseTimes(endpoint)).integer())
                .isEqualTo(900);
        record(recorder, Collections.nCopies(900, observation(endpoint, 200, 5_000)));
        assertThat(send("ZCARD", metrics.keys.responseTimes(endpoint)).integer())
                .isEqualTo(1_000);
        var newest = metrics.send(Command.of("ZREVRANGE")
                .key(metrics.keys.responseTimes(endpoint))
                .arg(0)
                .arg(0));
        assertThat(Double.parseDouble(newest.get(0).text())).isBetween(5.0, 44.0);
    }

    @Test
    void totals_are_exact_after_many_writers_a_slot_move_and_flushed_scripts(RedisClusterHarness cluster) {
        int writers = 20;
        int batches = 25;
        var recorders = List.of(recorder(TestRecording.USUAL), recorder(TestRecording.USUAL));
        var batch = IntStream.range(0, 100)
                .mapToObj(i -> observation("GET /page-" + i % 10, i % 20 == 0 ? 500 : 200, 1_000L + i))
                .toList();
        var all = Multi.createFrom()
                .range(0, writers)
                .onItem()
                .transformToUniAndMerge(writer -> Multi.createFrom()
                        .range(0, batches)
                        .onItem()
                        .transformToUniAndConcatenate(each -> recorders
                                .get(writer % 2)
                                .record(Measurements.of(batch))
                                .replaceWith(1))
                        .collect()
                        .asList())
                .collect()
                .asList()
                .subscribeAsCompletionStage();
        int slot = metrics.keys.ofEndpoint("GET /page-0").slot();
        cluster.moveSlot(slot, cluster.otherMaster(slot));
        cluster.flushScripts();

        await(Uni.createFrom().completionStage(all));

        long total = 100L * writers * batches;
        assertThat(number(metrics.keys.requests("total"))).isEqualTo(total);
        assertThat(number(metrics.keys.errors())).isEqualTo(total / 20);
        for (int i = 0; i < 10; i++) {
            var endpoint = "GET /page-" + i;
            assertThat(number(metrics.keys.ofEndpoint(endpoint))).isEqualTo(total / 10);
            assertThat(number(metrics.keys.responseCount(endpoint))).isEqualTo(total / 10);
            assertThat(sum(metrics.keys.sketch(endpoint))).isEqualTo(total / 10);
            assertThat(sum(metrics.keys.sketchOfHour(endpoint, HOUR))).isEqualTo(total / 10);
        }
    }

    @Test
    void the_speed_of_a_second_is_told_when_its_requests_are_and_the_largest_is_kept() {
        long second = 1_000_000;
        forgetLargestSpeed();
        addAt(second, tally -> IntStream.range(0, 42).forEach(i -> tally.add(at(second))));

        await(speedAt(second + 1).tick());
        assertThat(number(metrics.keys.requests("speed_per_second"))).isZero();
        await(speedAt(second + 3).tick());
        assertThat(number(metrics.keys.requests("speed_per_second"))).isEqualTo(42);
        await(speedAt(second + 100).tick());
        assertThat(number(metrics.keys.requests("speed_per_second"))).isZero();
        assertThat(number(metrics.keys.requests("max_speed_per_second"))).isEqualTo(42);
    }

    @Test
    void requests_that_come_together_belong_to_the_seconds_in_which_they_were() {
        long present = 2_000_000;
        forgetLargestSpeed();
        addAt(present, tally -> {
            IntStream.range(0, 600).forEach(i -> tally.add(at(present - i % 6)));
            // A clock that is ahead, a request of which nobody looks for the speed any more, and what nobody knows the
            // times of.
            tally.add(at(present + 60));
            tally.add(at(present - Figures.SPEED_SECONDS));
            tally.add(new Requests(
                    "shop-1",
                    "GET /minute",
                    200,
                    60_000,
                    60_000,
                    Map.of(1, 60_000L),
                    Instant.ofEpochSecond(present),
                    false));
        });

        await(speedAt(present).tick());
        assertThat(LongStream.range(0, 6).map(ago -> number(metrics.keys.ofSecond(present - ago))))
                .containsExactly(101L, 100L, 100L, 100L, 100L, 100L);
        assertThat(number(metrics.keys.requests("max_speed_per_second"))).isEqualTo(101);
        assertThat(number(metrics.keys.ofSecond(present + 60))).isZero();
        assertThat(number(metrics.keys.ofSecond(present - Figures.SPEED_SECONDS)))
                .isZero();
    }

    private void forgetLargestSpeed() {
        metrics.send(Command.of("UNLINK").key(metrics.keys.requests("max_speed_per_second")));
    }

    private void addAt(long second, Consumer<Tally> fill) {
        var tally = new Tally();
        fill.accept(tally);
        await(store().add(new Figures(metrics.keys, TestRecording.USUAL).of(tally, Instant.ofEpochSecond(second))));
    }

    private static Observation at(long second) {
        return new Observation("shop-1", "GET /fast", 200, 1, Instant.ofEpochSecond(second), false);
    }

    private SpeedWorker speedAt(long second) {
        var clock = Clock.fixed(Instant.ofEpochSecond(second), ZoneOffset.UTC);
        return new SpeedWorker(
                metrics.router, new MaxStore(metrics.scripts), metrics.keys, clock, metrics.vertx, TestRecording.USUAL);
    }

    @Test
    void more_than_can_wait_is_refused_and_not_counted() {
        var recorder = recorder(new TestRecording(10, 100, 2_000, 500, 100));
        assertThatThrownBy(() -> record(recorder, Collections.nCopies(11, observation("GET /many", 200, 1))))
                .isInstanceOf(Refusal.class);
        record(recorder, Collections.nCopies(10, observation("GET /many", 200, 1)));
        assertThat(number(metrics.keys.ofEndpoint("GET /many"))).isEqualTo(10);
    }

    @Test
    void a_hundred_thousand_labels_are_counted_together_and_reported(RedisClusterHarness cluster) {
        int paths = 100_000;
        var config = new TestRecording(200_000, 100, 10, 5, 3);
        var store = new LabelStore(metrics.router, metrics.scripts, metrics.keys, config);
        var labels = new Labels(store, config);
        var recorder = recorder(config);
        long before = keyCount(cluster);
        for (int first = 0; first < paths; first += 10_000) {
            var observations = IntStream.range(first, first + 10_000)
                    .mapToObj(i -> new Observation("instance-" + i % 50, "GET /path-" + i, 200, 1, NOW, false))
                    .toList();
            await(labels.fold(Measurements.of(observations)).chain(recorder::record));
        }
        assertThat(await(store.all(LabelKind.ENDPOINT))).hasSize(10);
        assertThat(await(store.all(LabelKind.INSTANCE))).hasSize(5);
        assertThat((double) await(store.folded())).isCloseTo(paths, withPercentage(3));
        // Of 11 endpoints at most 7 keys each, of 6 instances one, and the totals.
        assertThat(keyCount(cluster) - before).isLessThan(110);
        assertThat(number(metrics.keys.ofEndpoint(LabelStore.OTHER))).isEqualTo(paths - 10);

        var other = await(labels.fold(Measurements.of(List.of(observation("GET /path-99999", 200, 1)))));
        assertThat(other.observations().getFirst().endpoint()).isEqualTo(LabelStore.OTHER);
    }

    @Test
    void what_was_reset_while_an_instance_still_counts_under_it_is_found_again() {
        var store = new LabelStore(metrics.router, metrics.scripts, metrics.keys, TestRecording.USUAL);
        var labels = new Labels(store, TestRecording.USUAL);
        var one = Measurements.of(List.of(observation("GET /kept", 200, 1)));
        await(labels.fold(one));
        metrics.send(Command.of("UNLINK").key(metrics.keys.labels(LabelKind.ENDPOINT.word())));
        await(labels.refresh());
        assertThat(await(store.all(LabelKind.ENDPOINT))).contains("GET /kept");

        metrics.send(Command.of("UNLINK").key(metrics.keys.labels(LabelKind.ENDPOINT.word())));
        await(labels.refresh());
        assertThat(await(store.all(LabelKind.ENDPOINT))).doesNotContain("GET /kept");
    }

    @Test
    void a_batch_counts_once_however_often_and_wherever_it_is_told() {
        long seed = Long.getLong("hotstate.seed", System.nanoTime());
        System.out.println("-Dhotstate.seed=" + seed);
        var random = new Random(seed);
        var here = recording(TestRecording.USUAL);
        var there = recording(TestRecording.USUAL);
        long total = number(metrics.keys.requests("total"));
        long hourly = number(metrics.keys.hourly(HOUR));
        var attempts = new ArrayList<Uni<Void>>();
        int told = 0;
        for (int batch = 0; batch < 20; batch++) {
            var id = "batch-" + seed + "-" + batch;
            int size = 1 + random.nextInt(60);
            var observations = IntStream.range(0, size)
                    .mapToObj(i ->
                            observation("GET /once-" + random.nextInt(5), random.nextInt(10) == 0 ? 500 : 200, 1_500))
                    .toList();
            told += size;
            for (int times = 1 + random.nextInt(4); times > 0; times--) {
                attempts.add((random.nextBoolean() ? here : there).recordOnce(id, Measurements.of(observations)));
            }
        }
        Collections.shuffle(attempts, random);
        await(Uni.join().all(attempts).andFailFast());

        assertThat(number(metrics.keys.requests("total")) - total).isEqualTo(told);
        assertThat(number(metrics.keys.hourly(HOUR)) - hourly).isEqualTo(told);
        long byEndpoint = 0;
        for (int i = 0; i < 5; i++) {
            var endpoint = "GET /once-" + i;
            long count = number(metrics.keys.ofEndpoint(endpoint));
            byEndpoint += count;
            assertThat(number(metrics.keys.responseCount(endpoint))).isEqualTo(count);
            assertThat(sum(metrics.keys.sketch(endpoint))).isEqualTo(count);
            assertThat(send("ZCARD", metrics.keys.responseTimes(endpoint)).integer())
                    .isEqualTo(count);
        }
        assertThat(byEndpoint).isEqualTo(told);
    }

    @Test
    void of_a_batch_that_is_told_again_listeners_hear_once() {
        var heard = new ArrayList<Recorded>();
        var meters = new SimpleMeterRegistry();
        var recorder = recorder(TestRecording.USUAL, meters, List.of(heard::add));
        var two = Measurements.of(Collections.nCopies(2, observation("GET /heard", 200, 1)));
        for (int times = 0; times < 3; times++) {
            await(recorder.recordOnce(two, "batch-that-is-heard", NOW));
        }
        assertThat(heard)
                .singleElement()
                .extracting(recorded -> recorded.byEndpoint().get("GET /heard").count())
                .isEqualTo(2L);
        assertThat(meters.counter("metrics.recording.observations", "outcome", "recorded")
                        .count())
                .isEqualTo(2);
    }

    @Test
    void a_batch_that_is_told_again_belongs_to_the_hour_of_its_first_time() {
        var store = store();
        var first = Instant.now();
        assertThat(await(store.firstTried("batch-of-an-hour", first)).toEpochMilli())
                .isEqualTo(first.toEpochMilli());
        assertThat(await(store.firstTried("batch-of-an-hour", first.plusSeconds(3_600)))
                        .toEpochMilli())
                .isEqualTo(first.toEpochMilli());
    }

    @Test
    void series_keep_what_their_kind_says() {
        var recording = recording(TestRecording.USUAL);
        var tell = new Measurements(
                List.of(),
                List.of(),
                List.of(
                        new Sample.Count("jobs{queue=mail}", 2.5),
                        Sample.Values.of("size", 100, 3),
                        new Sample.Gauge("depth", "a", 7, false),
                        new Sample.Gauge("depth", "a", -2, true),
                        new Sample.Gauge("depth", "b", 4, true),
                        new Sample.Unique("visitors", "ada", NOW),
                        new Sample.Unique("visitors", "bob", NOW),
                        new Sample.Unique("visitors", "ada", NOW)));
        await(recording.record(tell));
        await(recording.record(tell));
        var keys = metrics.keys;
        assertThat(send("GET", keys.seriesCount("jobs{queue=mail}")).text()).isEqualTo("5");
        assertThat(ttlSeconds(keys.seriesCount("jobs{queue=mail}"))).isBetween(2_500_000L, 2_592_000L);
        var values = send("HGETALL", keys.seriesValues("size")).list().stream()
                .map(Reply::text)
                .toList();
        assertThat(values).contains("sum", "600", String.valueOf(LatencySketch.bucketOfValue(100)), "6");
        assertThat(gauge("depth", "a")).startsWith("5 ");
        assertThat(gauge("depth", "b")).startsWith("8 ");
        assertThat(ttlSeconds(keys.seriesGauge("depth"))).isBetween(500L, 600L);
        assertThat(send("PFCOUNT", keys.seriesUniques("visitors", HOUR)).integer())
                .isEqualTo(2);
    }

    private String gauge(String series, String instance) {
        return metrics.send(
                        Command.of("HGET").key(metrics.keys.seriesGauge(series)).arg(instance))
                .text();
    }

    @Test
    void a_gauge_of_an_instance_that_fell_silent_makes_room() {
        var narrow = new TestRecording(200_000, 100, 2_000, 2, 100);
        var key = metrics.keys.seriesGauge("narrow");
        keepGauge(key, "old", 1, 2);
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(keepGauge(key, "b", 60_000, narrow.instancesMax())).isEqualTo(GaugeWord.KEPT);
            assertThat(keepGauge(key, "c", 60_000, narrow.instancesMax())).isEqualTo(GaugeWord.KEPT);
        });
        assertThat(keepGauge(key, "d", 60_000, narrow.instancesMax())).isEqualTo(GaugeWord.FULL);
        assertThat(keepGauge(key, "b", 60_000, narrow.instancesMax())).isEqualTo(GaugeWord.KEPT);
    }

    private GaugeWord keepGauge(RedisKey key, String instance, long ttlMs, int most) {
        return await(metrics.scripts.run(TallyStore.KEEP_GAUGE, key).args(instance, "1", false, ttlMs, most))
                .status();
    }

    @Test
    void what_nobody_waits_for_is_counted_later_and_dropped_when_there_is_no_room() {
        var meters = new SimpleMeterRegistry();
        var config = new TestRecording(200_000, 1_000, 2_000, 500, 100);
        var recording = recording(config, meters);
        int taken = 0;
        for (int i = 0; i < 50; i++) {
            taken += recording.offer(Measurements.of(Collections.nCopies(100, observation("GET /later", 200, 1))))
                    ? 100
                    : 0;
        }
        int counted = taken;
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(number(metrics.keys.ofEndpoint("GET /later")))
                        .isEqualTo(counted));
        assertThat(meters.counter("metrics.recording.observations", "outcome", "dropped")
                        .count())
                .isEqualTo(5_000 - counted);
        assertThat(recording.offer(Measurements.of(Collections.nCopies(1_001, observation("GET /x", 200, 1)))))
                .isFalse();
    }

    @Test
    void routes_with_variables_do_not_share_a_slot() {
        var slots = IntStream.range(0, 50)
                .mapToObj(i ->
                        metrics.keys.ofEndpoint("GET /thing-" + i + "/{id}").slot())
                .distinct();
        assertThat(slots).hasSizeGreaterThan(45);
    }

    /** Without those of single seconds: a slow machine takes more of them. */
    private static long keyCount(RedisClusterHarness cluster) {
        return cluster.masters().stream()
                .mapToLong(node -> {
                    try (var client = node.connect()) {
                        return Long.parseLong(client.call("DBSIZE").toString()) - secondsOf(client);
                    }
                })
                .sum();
    }

    private static long secondsOf(RespClient client) {
        long seconds = 0;
        var cursor = "0";
        do {
            var page = (List<?>) Objects.requireNonNull(
                    client.call("SCAN", cursor, "MATCH", "*:requests:second:*", "COUNT", "1000"));
            cursor = page.getFirst().toString();
            seconds += ((List<?>) page.get(1)).size();
        } while (!cursor.equals("0"));
        return seconds;
    }

    private static void record(Recorder recorder, List<Observation> observations) {
        await(recorder.record(Measurements.of(observations)));
    }

    private TallyStore store() {
        return new TallyStore(metrics.router, metrics.scripts, metrics.keys, TestRecording.USUAL);
    }

    private Recording recording(RecordingConfig config) {
        return recording(config, new SimpleMeterRegistry());
    }

    private Recording recording(RecordingConfig config, SimpleMeterRegistry meters) {
        return TestRecordings.of(metrics, config, meters);
    }

    private Recorder recorder(RecordingConfig config) {
        return recorder(config, new SimpleMeterRegistry());
    }

    private Recorder recorder(RecordingConfig config, SimpleMeterRegistry meters) {
        return recorder(config, meters, List.of());
    }

    private Recorder recorder(RecordingConfig config, SimpleMeterRegistry meters, List<RecordedListener> listeners) {
        return new Recorder(
                store(),
                new Figures(metrics.keys, config),
                metrics.vertx,
                Clock.systemUTC(),
                new RecordingMetrics(meters),
                listeners,
                config);
    }

    private static Observation observation(String endpoint, int status, long micros) {
        return new Observation("shop-1", endpoint, status, micros, NOW, false);
    }

    private Reply send(String command, RedisKey key) {
        return metrics.send(Command.of(command).key(key));
    }

    private long number(RedisKey key) {
        var reply = send("GET", key);
        return reply.isNil() ? 0 : reply.integer();
    }

    private long ttlSeconds(RedisKey key) {
        return send("PTTL", key).integer() / 1_000;
    }

    private long sum(RedisKey sketch) {
        return PackedCounts.read(send("GET", sketch)).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
