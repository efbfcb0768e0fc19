package dev.hotstate.driver.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.ArrayList;
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
            var add = Command.of("GEOADD").key(key);
            var ask = Command.of("ZMSCORE").key(key);
            var expected = new ArrayList<Double>();
            for (int i = 0; i < POINTS; i++) {
                var point = GeoPoint.ofE7(
                        random.nextLong(-850_500_000, 850_500_001), random.nextLong(-1_800_000_000, 1_800_000_000));
                add.arg(Double.toString(point.lon()))
                        .arg(Double.toString(point.lat()))
                        .arg("point" + i);
                ask.arg("point" + i);
                expected.add((double) GeoHash.encode(point));
            }
            redis.send(add);
            redis.send(Command.of("EXPIRE").key(key).arg(60));

            assertThat(redis.send(ask).stream().map(Reply::text).map(Double::valueOf))
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(expected);
        }
    }
}
