package dev.hotstate.driver.position;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Sees to it that cells with drivers are on the lists of those that are swept. */
@Singleton
class CellRegister {

    private static final Duration REPEAT = Duration.ofSeconds(10);

    private static final long CELLS_MAX = 500_000;

    private final RedisRouter redis;
    private final DriverKeys keys;

    /** When the cell is visited at the latest. */
    private final Cache<Cell, Long> listed = Caffeine.newBuilder()
            .expireAfterWrite(REPEAT)
            .maximumSize(CELLS_MAX)
            .build();

    CellRegister(RedisRouter redis, DriverKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /**
     * Before anybody enters.
     *
     * @param lapse when the first of those who enter lapses, unix milliseconds
     */
    Uni<Void> ensure(Cell cell, long lapse) {
        var visit = listed.getIfPresent(cell);
        return visit != null && visit <= lapse ? Uni.createFrom().voidItem() : write(cell, "LT", lapse);
    }

    /**
     * After somebody entered an empty cell. Who sweeps may have found it empty and be about to take it off the list, or Redis
     * has lost the list: any score that is not the one of the sweeper's claim keeps it there.
     */
    Uni<Void> again(Cell cell, long lapse) {
        return write(cell, "CH", lapse);
    }

    /** @param how {@code LT}, only to an earlier time; {@code CH}, to this time */
    private Uni<Void> write(Cell cell, String how, long visit) {
        return redis.send(Command.of("ZADD")
                        .key(keys.cellsOf(cell))
                        .arg(how)
                        .arg(visit)
                        .arg(cell.hex())
                        .idempotent())
                .invoke(() -> listed.put(cell, visit))
                .replaceWithVoid();
    }
}
