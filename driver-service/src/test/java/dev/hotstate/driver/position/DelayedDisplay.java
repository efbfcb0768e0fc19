package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.platform.DriverRedis;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Cells that hear of changes when a test wants it: late, in another order, twice. */
public final class DelayedDisplay extends CellDisplay {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<Map<Long, DriverState>> waiting = new ArrayList<>();

    public DelayedDisplay(DriverRedis redis, CellGrid grid) {
        super(
                new DriverStore(redis.scripts, redis.keys, grid, TestPositions.CONFIG),
                new CellRegister(redis.router, redis.keys));
    }

    @Override
    public Uni<Shown> show(Map<Long, DriverState> drivers) {
        waiting.add(drivers);
        return Uni.createFrom().item(Shown.ALL);
    }

    public boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Any one of those that wait; one in four is told once more later. */
    public void tellOne(RandomGenerator random) {
        var told = waiting.remove(random.nextInt(waiting.size()));
        super.show(told).await().atMost(PATIENCE);
        if (random.nextInt(4) == 0) {
            waiting.add(told);
        }
    }
}
