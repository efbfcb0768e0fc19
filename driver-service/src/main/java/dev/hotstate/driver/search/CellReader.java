package dev.hotstate.driver.search;

import static java.util.stream.Collectors.toCollection;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.GeoHash;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.RedisKey;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads cells: one pipeline per node, however many cells. */
@Singleton
class CellReader {

    private static final long NANOS_PER_MICRO = 1_000;

    private final RedisRouter redis;
    private final DriverKeys keys;

    CellReader(RedisRouter redis, DriverKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** A member of a cell, of which nobody knows yet whether it lives. */
    record Candidate(Cell cell, String member, double distance, GeoPoint place) {}

    /**
     * The nearest of one cell, nearest first.
     *
     * @param answered  whether the node of the cell did, and has not lost what was in it
     * @param truncated whether there are more within the radius
     */
    record Reading(boolean answered, boolean truncated, List<Candidate> candidates) {

        /** Farther away than this there may be some that were not read. */
        double horizon() {
            return truncated
                    ? candidates.stream().mapToDouble(Candidate::distance).max().orElseThrow()
                    : Double.POSITIVE_INFINITY;
        }
    }

    Uni<List<Reading>> nearest(List<Cell> cells, GeoPoint centre, SearchStep step) {
        var commands = cells.stream()
                .map(cell -> Command.of("GEOSEARCH")
                        .key(keys.geo(cell))
                        .arg("FROMLONLAT")
                        .arg(Double.toString(centre.lon()))
                        .arg(Double.toString(centre.lat()))
                        .arg("BYRADIUS")
                        .arg(Double.toString(step.radius()))
                        .arg("m")
                        .arg("ASC")
                        .arg("COUNT")
                        .arg(step.count())
                        .arg("WITHHASH"))
                .collect(toCollection(ArrayList::new));
        var marks = cells.stream().map(this::markOf).distinct().toList();
        marks.forEach(mark -> commands.add(Command.of("HEXISTS").key(mark).arg(ServerWord.RUN_ID)));
        return redis.sendAll(commands).map(outcomes -> {
            var readings = new ArrayList<Reading>(cells.size());
            for (int i = 0; i < cells.size(); i++) {
                boolean built = isTrue(outcomes.get(cells.size() + marks.indexOf(markOf(cells.get(i)))));
                readings.add(reading(cells.get(i), centre, outcomes.get(i), built, step.count()));
            }
            return readings;
        });
    }

    /** What the clock shows by which the drivers of a cell lapse. */
    Uni<Instant> time(Cell cell) {
        return redis.send(Command.of("TIME").slot(keys.geo(cell).slot()))
                .map(reply -> Instant.ofEpochSecond(
                        reply.get(0).integer(), reply.get(1).integer() * NANOS_PER_MICRO));
    }

    /** Of the two marks of a range the one that is on the node of the cell. */
    private RedisKey markOf(Cell cell) {
        int slot = keys.geo(cell).slot();
        int range = DriverKeys.rangeOf(slot);
        var map = redis.slotMap();
        boolean isWithFirst = Objects.equals(map.masterOf(slot), map.masterOf(DriverKeys.firstSlotOf(range)));
        return keys.built(isWithFirst ? DriverKeys.firstSlotOf(range) : DriverKeys.lastSlotOf(range));
    }

    private static boolean isTrue(Outcome outcome) {
        return outcome instanceof Outcome.Replied replied && replied.reply().integer() == 1;
    }

    /** The scores of members; what is not there any more has none. */
    Uni<List<Outcome>> scores(Map<Cell, List<String>> members) {
        return redis.sendAll(members.entrySet().stream()
                .map(entry -> {
                    var command = Command.of("ZMSCORE").key(keys.online(entry.getKey()));
                    entry.getValue().forEach(command::arg);
                    return command;
                })
                .toList());
    }

    private static Reading reading(Cell cell, GeoPoint centre, Outcome outcome, boolean built, int count) {
        if (!(outcome instanceof Outcome.Replied replied)) {
            return new Reading(false, false, List.of());
        }
        var candidates = replied.reply().stream()
                .map(hit -> candidate(cell, centre, hit))
                .toList();
        return new Reading(built, candidates.size() >= count, candidates);
    }

    /** The distance that Redis found, too. It would write it out as a decimal, for each of them. */
    private static Candidate candidate(Cell cell, GeoPoint centre, Reply hit) {
        var place = GeoHash.decode(hit.get(1).integer());
        return new Candidate(cell, hit.get(0).text(), centre.metresTo(place), place);
    }
}
