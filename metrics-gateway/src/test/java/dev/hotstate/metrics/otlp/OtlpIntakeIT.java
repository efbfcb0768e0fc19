package dev.hotstate.metrics.otlp;

import static dev.hotstate.metrics.MetricsFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.observation.Sample;
import dev.hotstate.metrics.observation.TestRecording;
import dev.hotstate.metrics.observation.TestRecordings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a cluster of its own, so that all streams are those of the test. */
class OtlpIntakeIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().perClass();

    private static final int STREAMS_MAX = 100;
    private static final Duration LIFETIME = Duration.ofHours(24);

    private MetricsFixture metrics;
    private OtlpIntake intake;

    private record Config(int streamsMax, Duration pointLifetime) implements OtlpConfig {}

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        cluster.flushAll();
        metrics = new MetricsFixture(cluster);
        var config = new Config(STREAMS_MAX, LIFETIME);
        var recording = TestRecordings.of(metrics, TestRecording.USUAL, new SimpleMeterRegistry());
        var points = new PointStore(metrics.router, metrics.scripts, metrics.keys, config, TestRecording.USUAL);
        intake = new OtlpIntake(recording, points, config, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void as_many_streams_are_remembered_as_there_are_places_and_the_others_are_refused(RedisClusterHarness cluster) {
        int streams = 30_000;
        long rejected = 0;
        for (int first = 0; first < streams; first += 1_000) {
            var told = told(first, 1_000, Instant.now());
            await(intake.take(bytes("export " + first), told));
            rejected += told.rejected;
            assertThat(told.reason()).matches(reason -> reason.isEmpty() == (told.rejected == 0));
        }

        assertThat(rejected).isEqualTo(streams - STREAMS_MAX);
        var keys = keys(cluster);
        assertThat(keys).hasSize(STREAMS_MAX + 1);
        assertThat(keys).allSatisfy((key, ttl) -> assertThat(ttl).isBetween(1L, LIFETIME.toMillis()));
        assertThat(count()).isEqualTo(STREAMS_MAX);
    }

    @Test
    void who_fell_silent_makes_room_and_who_has_a_place_keeps_it() {
        assertThat(admit(1, "old", "older")).containsExactly("FULL", "older");
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> admit(60_000, "new").equals(List.of("ADMITTED")));
        assertThat(admit(60_000, "new", "old")).containsExactly("FULL", "old");
    }

    private List<String> admit(long ttlMs, String... names) {
        var args = new ArrayList<Object>(List.of(1, ttlMs));
        args.addAll(List.of(names));
        var reply = await(metrics.scripts
                .run(PointStore.ADMIT_STREAMS, metrics.keys.streams())
                .args(args.toArray()));
        var words = new ArrayList<>(List.of(reply.status().name()));
        words.addAll(reply.textsFrom(0));
        return words;
    }

    @Test
    void what_counts_for_longer_than_points_are_remembered_begins_with_its_next_point() {
        var longAgo = Instant.now().minus(LIFETIME).minusSeconds(60);
        await(intake.take(bytes("first"), told(0, 1, longAgo)));
        assertThat(count()).isZero();
        var next = told(0, 1, longAgo, 5);
        await(intake.take(bytes("next"), next));
        assertThat(count()).isEqualTo(4);
    }

    private long count() {
        var reply = metrics.send(Command.of("GET").key(metrics.keys.seriesCount("jobs")));
        return reply.isNil() ? 0 : Long.parseLong(reply.text());
    }

    private static Told told(int first, int streams, Instant begun) {
        return told(first, streams, begun, 1);
    }

    /** Of streams that all count the same. */
    private static Told told(int first, int streams, Instant begun, double value) {
        var told = new Told();
        long start = TimeUnit.MILLISECONDS.toNanos(begun.toEpochMilli());
        IntStream.range(first, first + streams)
                .forEach(i -> told.growing.add(new Growing(
                        "stream-" + i,
                        new Point(start, start + (long) value, value, Point.NUMBER, Map.of()),
                        (grown, into) -> into.samples.add(new Sample.Count("jobs", grown.sum())))));
        return told;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Those of streams, with the milliseconds that they have left. */
    private Map<String, Long> keys(RedisClusterHarness cluster) {
        var found = new HashMap<String, Long>();
        var pattern = metrics.keys
                .lastPoint("any")
                .value()
                .replace(KeyId.hashed("any").toString(), "*");
        for (var node : cluster.masters()) {
            try (var client = node.connect()) {
                var cursor = "0";
                do {
                    var page = (List<?>)
                            Objects.requireNonNull(client.call("SCAN", cursor, "MATCH", pattern, "COUNT", "1000"));
                    cursor = page.getFirst().toString();
                    ((List<?>) page.get(1))
                            .forEach(key -> found.put(key.toString(), client.number("PTTL", key.toString())));
                } while (!cursor.equals("0"));
            }
        }
        return found;
    }
}
