package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.redis.script.Script;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Drivers for tests of other capabilities. */
public final class LivingDrivers {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final AtomicLong IDS = new AtomicLong(System.nanoTime());

    private static final Script<Said> CHANGE_STATUS = Script.load("lua/status/change_status.lua", Said.class);

    private final DriverRedis redis;
    private final Duration heartbeat;
    private final Map<Long, Standing> postgres = new ConcurrentHashMap<>();
    private final Positions positions;
    private final CellDisplay display;

    /** @param heartbeat after which they lapse */
    public LivingDrivers(DriverRedis redis, CellGrid grid, Duration heartbeat) {
        this(redis, grid, heartbeat, display(redis, grid, TestPositions.withHeartbeat(heartbeat)));
    }

    public LivingDrivers(DriverRedis redis, CellGrid grid, Duration heartbeat, CellDisplay display) {
        this.redis = redis;
        this.heartbeat = heartbeat;
        this.display = display;
        positions = new Positions(
                new DriverStore(redis.scripts, redis.keys, grid, TestPositions.withHeartbeat(heartbeat)),
                display,
                drivers -> Uni.createFrom()
                        .item(drivers.stream().collect(Collectors.toMap(driver -> driver, postgres::get))),
                new DriverChanges(List.of()));
    }

    private static CellDisplay display(DriverRedis redis, CellGrid grid, PositionConfig config) {
        return new CellDisplay(
                new DriverStore(redis.scripts, redis.keys, grid, config), new CellRegister(redis.router, redis.keys));
    }

    public CellDisplay display() {
        return display;
    }

    public long available(GeoPoint place) {
        return standing(Status.AVAILABLE, place);
    }

    public long standing(Status status, GeoPoint place) {
        return standing(status, "", place);
    }

    public long standing(Status status, String reason, GeoPoint place) {
        return standing(new Standing(status, reason), place);
    }

    public long standing(Standing standing, GeoPoint place) {
        long driver = IDS.incrementAndGet();
        postgres.put(driver, standing);
        moved(driver, place);
        return driver;
    }

    /** All at once, in the same order. */
    public List<Long> available(List<GeoPoint> places) {
        var drivers = places.stream().map(any -> IDS.incrementAndGet()).toList();
        drivers.forEach(driver -> postgres.put(driver, new Standing(Status.AVAILABLE, "")));
        // As phones do: what was not heard in time, because the machine is crowded, is said again.
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(() -> !moved(drivers, places).contains(false));
        return drivers;
    }

    /** @return whether each is where it said */
    public List<Boolean> moved(List<Long> drivers, List<GeoPoint> places) {
        var signs = new ArrayList<Sign>();
        for (int i = 0; i < places.size(); i++) {
            signs.add(new Sign(drivers.get(i), new Point(places.get(i), null, null)));
        }
        return positions.take(signs).await().atMost(PATIENCE).stream()
                .map(taken -> taken instanceof Taken.Recorded recorded && recorded.verdict() == Verdict.RECORDED)
                .toList();
    }

    /** As the drivers say themselves. */
    public void say(List<Long> drivers, Status status) {
        Uni.join()
                .all(drivers.stream().map(driver -> say(driver, status)).toList())
                .usingConcurrencyOf(64)
                .andFailFast()
                .await()
                .atMost(PATIENCE);
    }

    private Uni<Void> say(long driver, Status status) {
        return redis.scripts
                .run(CHANGE_STATUS, redis.keys.status(driver))
                .args(heartbeat.toMillis(), status.name(), "", "", DriverKeys.who(driver))
                .chain(reply -> display.show(Map.of(driver, DriverState.of(reply.values()))))
                .replaceWithVoid();
    }

    private enum Said {
        CHANGED,
        CLAIMED,
        UNKNOWN
    }

    public void moved(long driver, GeoPoint place) {
        take(new Sign(driver, new Point(place, null, null)));
    }

    public void heard(long driver) {
        take(new Sign(driver, null));
    }

    private void take(Sign sign) {
        positions.take(List.of(sign)).await().atMost(PATIENCE);
    }
}
