package dev.hotstate.driver.position;

import static java.util.stream.Collectors.toMap;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.platform.DriverRedis;
import io.smallrye.mutiny.Uni;
import java.util.Map;

/** Cells on a node that does not answer, while that of the records does. */
public final class DeafDisplay extends CellDisplay {

    public DeafDisplay(DriverRedis redis, CellGrid grid) {
        super(
                new DriverStore(redis.scripts, redis.keys, grid, TestPositions.CONFIG),
                new CellRegister(redis.router, redis.keys));
    }

    @Override
    public Uni<Shown> show(Map<Long, DriverState> drivers) {
        var nobody = drivers.keySet().stream()
                .collect(toMap(driver -> driver, any -> (Throwable) new IllegalStateException("the node is away")));
        return Uni.createFrom().item(new Shown(nobody, nobody));
    }
}
