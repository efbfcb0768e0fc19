package dev.hotstate.driver.search;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.driver.position.LivingDrivers;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;

/** Drivers that live as the service lets them, and a search among them. */
public final class SearchRig implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final CellGrid grid = new CellGrid();
    final DriverRedis redis;
    final LivingDrivers drivers;
    private final NearestSearch search;

    public SearchRig(RedisClusterHarness harness) {
        redis = new DriverRedis(harness);
        drivers = new LivingDrivers(redis, grid, Duration.ofMinutes(10));
        search = new NearestSearch(
                grid,
                new CellReader(redis.router, redis.keys),
                new RadiusHints(redis.router, redis.keys, grid),
                redis.clock);
        redis.markBuilt();
        redis.clock.heard(Instant.ofEpochMilli(redis.nowMillis()));
    }

    public Nearest find(NearestQuery query) {
        return find(List.of(query)).getFirst();
    }

    /** All at once; again, if a node did not answer in time because the machine is crowded. */
    List<Nearest> find(List<NearestQuery> queries) {
        return Awaitility.await()
                .pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(
                        () -> finding(queries).await().atMost(PATIENCE),
                        found -> found.stream().allMatch(Nearest::complete));
    }

    Uni<List<Nearest>> finding(List<NearestQuery> queries) {
        return Uni.join().all(queries.stream().map(search::find).toList()).andFailFast();
    }

    @Override
    public void close() {
        redis.close();
    }
}
