package dev.hotstate.driver.geofence;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.geofence.InsideStore.Step;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** cross_fences alone, where a driver is in many fences at once. */
class InsideStoreIT {

    private static final AtomicLong IDS = new AtomicLong(System.nanoTime());
    private static final GeoPoint SQUARE = new GeoPoint(50.9375, 6.9603);

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private final long driver = IDS.incrementAndGet();
    private DriverRedis redis;
    private InsideStore inside;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new DriverRedis(harness);
        inside = new InsideStore(redis.router, redis.scripts, redis.keys);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void a_hundred_points_in_a_hundred_fences_are_followed() {
        var fences = fences(100);

        var crossings = cross(IntStream.range(0, 100)
                .mapToObj(i -> new Step(i + 1, Instant.ofEpochMilli(i), SQUARE, fences))
                .toList());

        assertThat(crossings).hasSize(100);
    }

    @Test
    void a_point_in_four_thousand_fences_is_followed() {
        var crossings = cross(List.of(new Step(1, Instant.EPOCH, SQUARE, fences(4_100))));

        assertThat(crossings).as("so many are kept until they are written").hasSize(200);
    }

    @Test
    void of_whom_nothing_is_known_postgres_is_asked() {
        assertThat(inside.cross(driver, List.of(step(1, 5)), 1, null).await().atMost(ofSeconds(30)))
                .isEmpty();

        var stored = List.of(new Stay(5, Instant.EPOCH, false), new Stay(6, Instant.EPOCH, true));
        var crossings = inside.cross(driver, List.of(step(2, 5)), 1, stored)
                .await()
                .atMost(ofSeconds(30))
                .orElseThrow();

        assertThat(crossings)
                .as("it did not enter again, and it left one")
                .extracting(Crossing::kind, Crossing::fence)
                .containsExactly(tuple(Crossing.Kind.EXIT, 6L));
    }

    @Test
    void who_is_reminded_of_leaves() {
        inside.remind(driver, List.of(new Stay(5, Instant.EPOCH, false)))
                .await()
                .atMost(ofSeconds(30));

        assertThat(inside.known(List.of(driver)).await().atMost(ofSeconds(30))).containsExactly(driver);
        assertThat(cross(List.of(step(1)))).extracting(Crossing::kind).containsExactly(Crossing.Kind.EXIT);
    }

    @Test
    void a_step_that_knows_an_older_list_of_fences_does_not_count() {
        crossKnowing(7, step(1, 5));

        assertThat(crossKnowing(6, step(2))).hasSize(1);
        assertThat(crossKnowing(7, step(3)))
                .extracting(Crossing::kind)
                .containsExactly(Crossing.Kind.ENTER, Crossing.Kind.EXIT);
    }

    private List<Crossing> crossKnowing(long list, Step step) {
        return inside.cross(driver, List.of(step), list, List.of())
                .await()
                .atMost(ofSeconds(30))
                .orElseThrow();
    }

    private static Step step(long version, long... fences) {
        return new Step(
                version,
                Instant.ofEpochMilli(version),
                SQUARE,
                LongStream.of(fences).mapToObj(InsideStoreIT::fence).toList());
    }

    private List<Crossing> cross(List<Step> steps) {
        return inside.cross(driver, steps, 1, List.of())
                .await()
                .atMost(ofSeconds(30))
                .orElseThrow();
    }

    private static List<Fence> fences(int count) {
        return LongStream.rangeClosed(1, count).mapToObj(InsideStoreIT::fence).toList();
    }

    private static Fence fence(long number) {
        var shape = new Shape.Circle(SQUARE.lat(), SQUARE.lon(), 100);
        return new Fence(number, "gfc_" + number, "f", shape, null, null, Instant.EPOCH, Instant.EPOCH);
    }
}
