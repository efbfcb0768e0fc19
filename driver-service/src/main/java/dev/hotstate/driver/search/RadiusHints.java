package dev.hotstate.driver.search;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;

/**
 * How far one had to look around a place last time, for as many drivers as are usual; for others it is estimated as if drivers
 * were spread evenly. A guess that is wrong costs a round and changes no answer. Shared through Redis, so that an instance that
 * has just begun knows what the others know.
 */
@Singleton
class RadiusHints {

    private static final double UNKNOWN_METRES = 600;
    private static final double NEAR_METRES = 150;
    private static final double FAR_METRES = 1_000_000;
    private static final double ROOM = 1.25;
    private static final double USUAL = 50;

    /** Less of a difference is not worth telling. */
    private static final double TOLD_FROM = 0.2;

    private static final Duration KEEP = Duration.ofHours(1);
    private static final Duration REREAD = Duration.ofMinutes(10);
    private static final long PLACES_MAX = 200_000;

    private final RedisRouter redis;
    private final DriverKeys keys;
    private final CellGrid grid;
    private final Cache<Cell, Double> known = Caffeine.newBuilder()
            .expireAfterWrite(REREAD)
            .maximumSize(PLACES_MAX)
            .build();

    RadiusHints(RedisRouter redis, DriverKeys keys, CellGrid grid) {
        this.redis = redis;
        this.keys = keys;
        this.grid = grid;
    }

    /** @param wasRead whether Redis had to be asked for it */
    record Hint(double metres, boolean wasRead) {}

    /** For so many drivers. */
    Uni<Hint> around(GeoPoint centre, int wanted) {
        var place = grid.fineOf(centre);
        var usual = known.getIfPresent(place);
        return usual != null
                ? Uni.createFrom().item(new Hint(enough(usual, wanted), false))
                : read(place).invoke(read -> known.put(place, read)).map(read -> new Hint(enough(read, wanted), true));
    }

    private static double enough(double usual, int wanted) {
        return Math.max(NEAR_METRES, usual * Math.sqrt(wanted / USUAL));
    }

    /** @param needed how far one had to look for so many, in metres */
    void learn(GeoPoint centre, double needed, int found) {
        var place = grid.fineOf(centre);
        double hint = Math.clamp(needed * ROOM * Math.sqrt(USUAL / Math.max(found, 1)), NEAR_METRES, FAR_METRES);
        double before = Optional.ofNullable(known.getIfPresent(place)).orElse(UNKNOWN_METRES);
        if (Math.abs(hint - before) > before * TOLD_FROM) {
            known.put(place, hint);
            redis.send(Command.of("SET")
                            .key(keys.radius(place))
                            .arg(Math.round(hint))
                            .arg("EX")
                            .arg(KEEP.toSeconds())
                            .idempotent())
                    .subscribe()
                    .with(told -> {}, failure -> {});
        }
    }

    private Uni<Double> read(Cell place) {
        return redis.send(Command.of("GET").key(keys.radius(place)))
                .map(reply -> reply.isNil() ? UNKNOWN_METRES : Double.parseDouble(reply.text()))
                .onFailure()
                .recoverWithItem(UNKNOWN_METRES);
    }
}
