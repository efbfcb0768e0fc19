package dev.hotstate.driver.search;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A network that is slow, or that holds everything back for a while, between a service and its nodes. */
class SlowNetworkIT {

    private static final int DRIVERS = 60;

    @RegisterExtension
    static final RedisClusterExtension cluster =
            DriverRedis.plan().throughProxies().perClass().scanning(DriverRedis.scan());

    private RedisClusterHarness harness;
    private SearchRig rig;

    @BeforeEach
    void open(RedisClusterHarness started) {
        harness = started;
        rig = new SearchRig(started);
    }

    @AfterEach
    void close() {
        harness.proxy().pass();
        rig.close();
    }

    @Test
    void over_a_slow_network_every_point_counts_and_is_found() {
        harness.proxy().slow(ofMillis(100));

        var placed = rig.drivers.available(line(10, 0));

        assertThat(found(line(10, 0))).containsExactlyElementsOf(alone(placed));
    }

    /** What was held back arrives when newer points have: it must neither count nor be shown. */
    @Test
    void what_a_node_hears_too_late_brings_nobody_back_to_where_it_was() {
        var placed = rig.drivers.available(line(50, 0));
        var route = harness.route(harness.masters().getFirst());

        route.stall();
        var heard = rig.drivers.moved(placed, line(50, 0.002));
        route.pass();
        assertThat(heard).as("one node of three heard nothing in time").contains(true, false);
        await().atMost(ofSeconds(30))
                .until(() -> !rig.drivers.moved(placed, line(50, 0.004)).contains(false));

        assertThat(found(line(50, 0.004))).containsExactlyElementsOf(alone(placed));
        assertThat(found(line(50, 0))).containsOnly(List.of());
    }

    /** Through many cells, 5.5 km between two. */
    private static List<GeoPoint> line(double lon, double ahead) {
        return IntStream.range(0, DRIVERS)
                .mapToObj(i -> new GeoPoint(40 + i * 0.05 + ahead, lon))
                .toList();
    }

    private List<List<Long>> found(List<GeoPoint> places) {
        return rig
                .find(places.stream()
                        .map(place -> new NearestQuery(place, 200, 10))
                        .toList())
                .stream()
                .map(nearest ->
                        nearest.drivers().stream().map(FoundDriver::driver).toList())
                .toList();
    }

    private static List<List<Long>> alone(List<Long> drivers) {
        return drivers.stream().map(List::of).toList();
    }
}
