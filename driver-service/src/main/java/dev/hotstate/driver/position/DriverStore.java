package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.CellScore;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Drivers in Redis: their records, and the cells that show them. */
@Singleton
class DriverStore {

    static final Script<PositionWord> RECORD_POSITION =
            Script.load("lua/position/record_position.lua", PositionWord.class);
    static final Script<EnterWord> ENTER_CELL = Script.load("lua/cell/enter_cell.lua", EnterWord.class);
    static final Script<ForgetWord> FORGET_DRIVER = Script.load("lua/position/forget_driver.lua", ForgetWord.class);
    static final Script<LeaveWord> LEAVE_CELL = Script.load("lua/cell/leave_cell.lua", LeaveWord.class);

    private static final byte[] NO_CELL = {};
    private static final String UNKNOWN = "UNKNOWN";

    private final Scripts scripts;
    private final DriverKeys keys;
    private final CellGrid grid;
    private final PositionConfig config;

    /** A driver that a cell shall show. */
    record Arrival(long driver, long expiry, DriverState.Position position) {

        static Optional<Arrival> of(long driver, DriverState state) {
            return Optional.ofNullable(state.position())
                    .filter(position -> state.isAvailable())
                    .map(position -> new Arrival(driver, state.expiry(), position));
        }

        Cell cell() {
            return position.cell();
        }
    }

    /** A driver that a cell shall not show any more. */
    record Departure(long driver, long expiry) {}

    DriverStore(Scripts scripts, DriverKeys keys, CellGrid grid, PositionConfig config) {
        this.scripts = scripts;
        this.keys = keys;
        this.grid = grid;
        this.config = config;
    }

    /**
     * Changes the records of drivers of one group.
     *
     * @param signs     in the order in which they count
     * @param standings of drivers that Redis does not know
     * @return for each sign; undecided if Redis does not know the driver and there is no standing
     */
    Uni<List<Taken>> record(List<Sign> signs, Map<Long, Standing> standings) {
        var arguments = new ArrayList<Object>(5 + signs.size() * 7);
        arguments.add(config.heartbeat().toMillis());
        arguments.add(config.maxSpeed());
        arguments.add(config.slack());
        arguments.add(config.trustAfter().toMillis());
        arguments.add(config.agreeing());
        for (var sign : signs) {
            var standing = standings.get(sign.driver());
            arguments.add(DriverKeys.who(sign.driver()));
            addPoint(arguments, sign.point());
            arguments.add(standing == null ? "" : standing.text());
        }
        return scripts.run(
                        RECORD_POSITION,
                        signs.stream().map(sign -> keys.status(sign.driver())).toArray(RedisKey[]::new))
                .idempotent()
                .args(arguments.toArray())
                .map(DriverStore::taken);
    }

    /** @return whether nobody was there before */
    Uni<Boolean> enter(Cell cell, List<Arrival> arrivals) {
        var arguments = new ArrayList<Object>(arrivals.size() * 5);
        for (var arrival : arrivals) {
            var place = arrival.position().place();
            arguments.add(DriverKeys.member(arrival.driver()));
            arguments.add(Double.toString(place.lon()));
            arguments.add(Double.toString(place.lat()));
            arguments.add(arrival.expiry());
            arguments.add(
                    CellScore.code(arrival.expiry(), arrival.position().at().toEpochMilli()));
        }
        return scripts.run(ENTER_CELL, keys.geo(cell), keys.online(cell))
                .idempotent()
                .args(arguments.toArray())
                .map(reply -> reply.is(EnterWord.OPENED));
    }

    Uni<Void> leave(Cell cell, List<Departure> departures) {
        var arguments = new ArrayList<Object>(departures.size() * 2);
        for (var departure : departures) {
            arguments.add(DriverKeys.member(departure.driver()));
            arguments.add(departure.expiry());
        }
        return scripts.run(LEAVE_CELL, keys.geo(cell), keys.online(cell))
                .idempotent()
                .args(arguments.toArray())
                .replaceWithVoid();
    }

    /** Its last state, if there was one. */
    Uni<Optional<DriverState>> forget(long driver) {
        return scripts.run(FORGET_DRIVER, keys.status(driver))
                .idempotent()
                .args(DriverKeys.who(driver))
                .map(reply -> reply.is(ForgetWord.FORGOTTEN)
                        ? Optional.of(DriverState.of(reply.values()))
                        : Optional.empty());
    }

    private void addPoint(List<Object> arguments, @Nullable Point point) {
        if (point == null) {
            arguments.addAll(List.of(NO_CELL, 0, 0, 0, ""));
            return;
        }
        var at = point.at();
        var seq = point.seq();
        arguments.add(grid.of(point.place()).bytes());
        arguments.add(point.place().latE7());
        arguments.add(point.place().lonE7());
        arguments.add(at == null ? 0L : at.toEpochMilli());
        arguments.add(seq == null ? "" : Long.toString(seq));
    }

    private static List<Taken> taken(ScriptReply<PositionWord> reply) {
        var values = reply.values();
        return IntStream.iterate(0, from -> from < values.size(), from -> from + 1 + DriverState.VALUES)
                .mapToObj(
                        from -> taken(values.get(from).text(), values.subList(from + 1, from + 1 + DriverState.VALUES)))
                .toList();
    }

    private static Taken taken(String verdict, List<Reply> driver) {
        return verdict.equals(UNKNOWN)
                ? new Taken.Undecided()
                : new Taken.Recorded(Verdict.valueOf(verdict), DriverState.of(driver));
    }
}
