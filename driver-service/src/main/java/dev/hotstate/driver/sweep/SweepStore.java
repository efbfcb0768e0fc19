package dev.hotstate.driver.sweep;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Cells and records as sweeping changes them. */
@Singleton
class SweepStore {

    static final Script<ClaimCellsWord> CLAIM_CELLS = Script.load("lua/sweep/claim_cells.lua", ClaimCellsWord.class);
    static final Script<SettleWord> SETTLE_CELL = Script.load("lua/sweep/settle_cell.lua", SettleWord.class);
    static final Script<FindLapsedWord> FIND_LAPSED = Script.load("lua/sweep/find_lapsed.lua", FindLapsedWord.class);
    static final Script<LapseWord> LAPSE_DRIVER = Script.load("lua/sweep/lapse_driver.lua", LapseWord.class);
    static final Script<DropWord> DROP_LAPSED = Script.load("lua/sweep/drop_lapsed.lua", DropWord.class);

    private final Scripts scripts;
    private final DriverKeys keys;
    private final SweepConfig config;

    SweepStore(Scripts scripts, DriverKeys keys, SweepConfig config) {
        this.scripts = scripts;
        this.keys = keys;
        this.config = config;
    }

    /** @param now by the clock of the node that holds the list */
    record ClaimedCells(Instant now, List<Cell> cells) {}

    /**
     * @param next when the first of the others lapses, unix milliseconds; 0: there are no others
     */
    record Lapsed(List<Long> drivers, long next) {}

    Uni<ClaimedCells> claim(RedisKey list) {
        return scripts.run(CLAIM_CELLS, list)
                .idempotent()
                .args(config.cells(), config.lease().toMillis())
                .map(reply -> new ClaimedCells(
                        Instant.ofEpochMilli(reply.integer(0)),
                        reply.textsFrom(1).stream().map(Cell::ofHex).toList()));
    }

    Uni<Void> settle(RedisKey list, Cell cell, long claimedUntil, long next) {
        return scripts.run(SETTLE_CELL, list)
                .idempotent()
                .args(cell.hex(), claimedUntil, next)
                .replaceWithVoid();
    }

    /** @param stuck so many of the first are passed over */
    Uni<Lapsed> lapsed(Cell cell, int stuck) {
        return scripts.run(FIND_LAPSED, keys.geo(cell), keys.online(cell))
                .idempotent()
                .args(stuck, config.drivers())
                .map(reply -> new Lapsed(
                        reply.textsFrom(1).stream().map(DriverKeys::driverOf).toList(), reply.integer(0)));
    }

    /** The driver, if it is offline now because of this. */
    Uni<Optional<DriverState>> lapse(long driver) {
        return scripts.run(LAPSE_DRIVER, keys.status(driver))
                .idempotent()
                .args(DriverKeys.who(driver))
                .map(reply ->
                        reply.is(LapseWord.OFFLINE) ? Optional.of(DriverState.of(reply.values())) : Optional.empty());
    }

    Uni<Void> drop(Cell cell, List<Long> drivers) {
        return scripts.run(DROP_LAPSED, keys.geo(cell), keys.online(cell))
                .idempotent()
                .args(drivers.stream().map(DriverKeys::member).toArray())
                .replaceWithVoid();
    }
}
