package dev.hotstate.driver.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** That cells are written as GEOADD would write them: else GEOSEARCH would look elsewhere. */
class GeoHashIT {

    private static final int POINTS = 5_000;

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    @Test
    void redis_gives_the_same_score_to_a_point(RedisClusterHarness harness) {
        long seed = System.nanoTime();
        var random = new Random(seed);
        try (var redis = new DriverRedis(harness)) {
            var key = redis.keys.geo(new CellGrid().of(new GeoPoint(0, 0)));
            var add = new ArrayList<>(List.of("GEOADD", key.value()));
            var ask = new ArrayList<>(List.of("ZMSCORE", key.value()));
            var expected = new ArrayList<Double>();
            for (int i = 0; i < POINTS; i++) {
                var point = GeoPoint.ofE7(
                        random.nextLong(-850_500_000, 850_500_001), random.nextLong(-1_800_000_000, 1_800_000_000));
                add.addAll(List.of(Double.toString(point.lon()), Double.toString(point.lat()), "point" + i));
                ask.add("point" + i);
                expected.add((double) GeoHash.encode(point));
            }
            // The service may not send GEOADD: it has no use for it.
            try (var admin = harness.masterOf(key.value()).connect()) {
                admin.call(add.toArray(String[]::new));
                admin.call("EXPIRE", key.value(), "60");

                assertThat((List<?>) admin.call(ask.toArray(String[]::new)))
                        .extracting(score -> Double.valueOf(score.toString()))
                        .as("seed %d", seed)
                        .containsExactlyElementsOf(expected);
            }
        }
    }
}
