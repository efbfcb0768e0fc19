package dev.hotstate.driver.sweep;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.platform.DriverRedis;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** What the sweeper does with a cell, step by step, with whatever time between them that a test wants. */
public final class SweepSteps {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SweepStore store;

    public SweepSteps(DriverRedis redis) {
        store = new SweepStore(redis.scripts, redis.keys, config());
    }

    private static SweepConfig config() {
        return new SmallRyeConfigBuilder()
                .withMapping(SweepConfig.class)
                .withConverter(Duration.class, 100, new DurationConverter())
                .build()
                .getConfigMapping(SweepConfig.class);
    }

    public boolean isLapsed(Cell cell, long driver) {
        return got(store.lapsed(cell, 0)).drivers().contains(driver);
    }

    public void lapse(long driver) {
        got(store.lapse(driver));
    }

    public void drop(Cell cell, long driver) {
        got(store.drop(cell, List.of(driver)));
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }
}
