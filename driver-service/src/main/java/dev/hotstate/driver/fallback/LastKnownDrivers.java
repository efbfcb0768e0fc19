package dev.hotstate.driver.fallback;

import dev.hotstate.driver.cell.GeoBox;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.search.FoundDriver;
import dev.hotstate.driver.search.LastKnown;
import dev.hotstate.driver.search.NearestQuery;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The nearest drivers that Postgres knows. Its indexes order by another distance than that on the sphere ({@link NearestOrder}).
 * But as many as are wanted of them are some upper bound: the nearest on the sphere are within the distance of the farthest of
 * these, so a second question, for all within that box, is exact.
 */
@Singleton
class LastKnownDrivers implements LastKnown {

    private static final Comparator<FoundDriver> NEAREST_FIRST =
            Comparator.comparingDouble(FoundDriver::distance).thenComparingLong(FoundDriver::driver);

    private static final int NO_LIMIT = Integer.MAX_VALUE;
    private static final int GROWTH = 4;

    /** For what doubles round. */
    private static final double MARGIN_METRES = 0.1;

    private static final String IN_BOX = """
            select driver, current_lat, current_lon, position_at from driver_state
            where status = 'AVAILABLE' and point(current_lon, current_lat) <@ box(point($1, $2), point($3, $4))
              and last_active_at > now() - make_interval(secs => $5)""";

    private static final String FLAT_NEAREST =
            IN_BOX + " order by point(current_lon, current_lat) <-> point($6, $7) limit $8";

    private final Database database;
    private final NearestOrder order;
    private final FallbackConfig config;

    LastKnownDrivers(Database database, NearestOrder order, FallbackConfig config) {
        this.database = database;
        this.order = order;
        this.config = config;
    }

    @Override
    public Uni<List<FoundDriver>> nearest(NearestQuery query) {
        return aboutNearest(query)
                .chain(some -> some.isWhole()
                        ? Uni.createFrom().item(some)
                        : inBoxes(query, some.enough(query), NO_LIMIT, this::all))
                .map(found -> found.nearest(query.limit()));
    }

    /**
     * What boxes hold within the radius of the query, nearest first.
     *
     * @param isWhole whether they hold no more
     */
    private record Found(List<FoundDriver> drivers, boolean isWhole) {

        /** As many as are wanted are so near. */
        double enough(NearestQuery query) {
            return drivers.size() < query.limit()
                    ? query.radius()
                    : drivers.get(query.limit() - 1).distance();
        }

        List<FoundDriver> nearest(int limit) {
            return drivers.subList(0, Math.min(drivers.size(), limit));
        }
    }

    /** @param limit of what the question asks for in each box */
    private static Uni<Found> inBoxes(NearestQuery query, double metres, int limit, Question question) {
        return Multi.createFrom()
                .iterable(GeoBox.around(query.centre(), metres + MARGIN_METRES))
                .onItem()
                .transformToUniAndConcatenate(question::ask)
                .collect()
                .asList()
                .map(parts -> merged(parts, query, limit));
    }

    @FunctionalInterface
    private interface Question {
        Uni<RowSet<Row>> ask(GeoBox box);
    }

    private static Found merged(Collection<RowSet<Row>> parts, NearestQuery query, int limit) {
        var found = new ArrayList<FoundDriver>();
        for (var part : parts) {
            for (var row : part) {
                var driver = driver(row, query.centre());
                if (driver.distance() <= query.radius() && query.counts(driver.place())) {
                    found.add(driver);
                }
            }
        }
        found.sort(NEAREST_FIRST);
        return new Found(found, parts.stream().allMatch(part -> part.rowCount() < limit));
    }

    private Uni<Found> aboutNearest(NearestQuery query) {
        var centre = query.centre();
        int limit = query.limit();
        return order.onGlobe()
                .filter(sql -> query.area() == null)
                .map(sql -> database.query(sql, silenceMax(), centre.lon(), centre.lat(), limit)
                        .map(rows -> merged(List.of(rows), query, limit)))
                .orElseGet(() -> aboutNearestOnMap(query, limit));
    }

    /** Of the first ones few may be in the area: then more of them, until it is enough or there are no more. */
    private Uni<Found> aboutNearestOnMap(NearestQuery query, int limit) {
        return inBoxes(query, query.radius(), limit, box -> flatNearest(box, query.centre(), limit))
                .chain(found -> found.isWhole() || found.drivers().size() >= query.limit()
                        ? Uni.createFrom().item(found)
                        : aboutNearestOnMap(query, limit * GROWTH));
    }

    private Uni<RowSet<Row>> flatNearest(GeoBox box, GeoPoint centre, int limit) {
        return database.query(
                FLAT_NEAREST,
                box.west(),
                box.south(),
                box.east(),
                box.north(),
                silenceMax(),
                centre.lon(),
                centre.lat(),
                limit);
    }

    private Uni<RowSet<Row>> all(GeoBox box) {
        return database.query(IN_BOX, box.west(), box.south(), box.east(), box.north(), silenceMax());
    }

    /** In seconds, by the clock of Postgres: to an instance whose own clock is ahead everybody would be silent. */
    private double silenceMax() {
        return config.ageMax().toMillis() / 1_000.0;
    }

    private static FoundDriver driver(Row row, GeoPoint centre) {
        var place = new GeoPoint(row.getDouble("current_lat"), row.getDouble("current_lon"));
        return new FoundDriver(
                row.getLong("driver"),
                place,
                centre.metresTo(place),
                row.getOffsetDateTime("position_at").toInstant());
    }
}
