package dev.hotstate.bench.driver;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.ProcessCpu;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The same search by PostGIS: nearest neighbours by a GiST index over those that can be had. No HTTP. */
final class PostgisSearches implements Contestant {

    private static final String CREATE = """
            create extension postgis;
            create table driver (id bigint primary key, status text not null, online_until timestamptz not null,
                place geography(point) not null)""";
    private static final String INSERT = """
            insert into driver select id, 'AVAILABLE', now() + interval '1 day', st_point(lon, lat)::geography
            from unnest(?::bigint[], ?::float8[], ?::float8[]) one (id, lon, lat)""";
    private static final String NEAREST = """
            select id, st_distance(place, here) from driver, (select st_point(?, ?)::geography as here) centre
            where status = 'AVAILABLE' and online_until > now() and st_dwithin(place, here, 5000)
            order by place <-> here limit ?""";
    private static final int CHUNK = 10_000;

    private final DriverStage stage;
    private final DebianPostgres postgres;
    private final int size;
    private final int queries;

    PostgisSearches(DriverStage stage, DebianPostgres postgres, int size, int queries) {
        this.stage = stage;
        this.postgres = postgres;
        this.size = size;
        this.queries = queries;
    }

    static String name(int size) {
        return "PostGIS, %,d drivers".formatted(size);
    }

    @Override
    public String name() {
        return name(size);
    }

    @Override
    public void start() throws IOException {
        try (var connection = postgres.connect()) {
            connection.createStatement().execute(CREATE);
            connection.setAutoCommit(false);
            fill(connection);
            connection
                    .createStatement()
                    .execute("create index driver_place on driver using gist (place) where status = 'AVAILABLE'");
            connection.commit();
            connection.setAutoCommit(true);
            connection.createStatement().execute("vacuum analyze driver");
        } catch (SQLException e) {
            throw new IOException("PostGIS can't be filled", e);
        }
    }

    @Override
    public void warmUp() throws IOException {
        measure();
    }

    @Override
    public Sample measure() throws IOException {
        var random = new SplittableRandom(queries);
        try (var connection = postgres.connect();
                var statement = connection.prepareStatement(NEAREST)) {
            var before = ProcessCpu.ofTree(postgres.pid());
            for (int query = 0; query < queries; query++) {
                var place = Searches.near(stage.fleet().cities().densest(), random);
                statement.setDouble(1, place.lon());
                statement.setDouble(2, place.lat());
                statement.setInt(3, Searches.LIMIT);
                try (var rows = statement.executeQuery()) {
                    int found = 0;
                    while (rows.next()) {
                        found++;
                    }
                    if (found != Searches.LIMIT) {
                        throw new IOException("PostGIS found " + found);
                    }
                }
            }
            var used = ProcessCpu.ofTree(postgres.pid()).total().minus(before.total());
            return Sample.of(Searches.PER_CPU_SECOND, queries * 1e9 / used.toNanos());
        } catch (SQLException e) {
            throw new IOException("PostGIS does not answer", e);
        }
    }

    private void fill(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(INSERT)) {
            for (int from = 0; from < size; from += CHUNK) {
                int to = Math.min(size, from + CHUNK);
                var fleet = stage.fleet();
                statement.setObject(1, IntStream.range(from, to).asLongStream().toArray());
                statement.setObject(
                        2,
                        IntStream.range(from, to)
                                .mapToDouble(n -> fleet.place(n).lon())
                                .toArray());
                statement.setObject(
                        3,
                        IntStream.range(from, to)
                                .mapToDouble(n -> fleet.place(n).lat())
                                .toArray());
                statement.execute();
            }
        }
    }
}
