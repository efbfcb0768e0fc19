package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.CellScore;
import dev.hotstate.driver.cell.GeoHash;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
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

    private static final byte[] NO_POINT = {};
    private static final int POINT_BYTES = 22;

    /** Six bytes. */
    private static final long TIME_MAX = (1L << 48) - 1;

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
        var arguments = new ArrayList<Object>(5 + signs.size() * 4);
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
        var arguments = new ArrayList<Object>(arrivals.size() * 3);
        for (var arrival : arrivals) {
            arguments.add(DriverKeys.member(arrival.driver()));
            arguments.add(GeoHash.encode(arrival.position().place()));
            arguments.add(Double.toString(
                    CellScore.of(arrival.expiry(), arrival.position().at().toEpochMilli())));
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
            arguments.add(NO_POINT);
            arguments.add("");
            return;
        }
        var seq = point.seq();
        arguments.add(packed(point));
        arguments.add(seq == null ? "" : Long.toString(seq));
    }

    private byte[] packed(Point point) {
        var at = point.at();
        long atMillis = at == null ? 0 : Math.clamp(at.toEpochMilli(), 0, TIME_MAX);
        return ByteBuffer.allocate(POINT_BYTES)
                .putLong(grid.of(point.place()).index())
                .putInt((int) point.place().latE7())
                .putInt((int) point.place().lonE7())
                .putShort((short) (atMillis >>> Integer.SIZE))
                .putInt((int) atMillis)
                .array();
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
