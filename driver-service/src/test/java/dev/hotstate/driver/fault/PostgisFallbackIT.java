package dev.hotstate.driver.fault;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Without Redis, on a Postgres with PostGIS, where one is installed: {@code apt-get install postgresql-15-postgis-3}. */
@Tag("postgis")
class PostgisFallbackIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int DRIVERS = 2_000;

    /** So far north that the flat map misleads: a degree of longitude is a fifth of one of latitude. */
    private static final GeoPoint CENTRE = new GeoPoint(78.2, 15.6);

    @Test
    void postgis_finds_the_nearest_where_it_is_installed() throws Exception {
        assumeTrue(DebianPostgres.isInstalled(), DebianPostgres.EXTENSION + " is not there");
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "postgis-");
        var packaged = ServicePackage.ofModule(Path.of(""));
        try (var postgres = DebianPostgres.start(folder);
                var cluster = RedisClusterHarness.plan().serviceUser().start()) {
            execute(postgres, "create extension postgis");
            postgres.admin().addService(OwnBackends.APP, OwnBackends.PASSWORD);
            var access = OwnBackends.access(cluster, postgres.admin());
            try (var service = PackagedService.start("driver", folder, packaged, access, Map.of())) {
                service.awaitReady();
                var places = populate(postgres);
                cluster.pauseAll();
                try {
                    for (int limit : new int[] {1, 10, 100}) {
                        await().atMost(PATIENCE)
                                .untilAsserted(() ->
                                        assertThat(nearest(service, limit)).isEqualTo(bruteForce(places, limit)));
                    }
                } finally {
                    cluster.resumeAll();
                }
            }
            await().atMost(PATIENCE).until(() -> scansByPostgis(postgres) > 0);
        }
        Folders.delete(folder);
    }

    private static List<String> nearest(PackagedService service, int limit) throws IOException {
        var answer = service.admin()
                .get("/drivers/available?lat=%s&lon=%s&radius=50&limit=%d"
                        .formatted(CENTRE.lat(), CENTRE.lon(), limit));
        var found = new ObjectMapper().readTree(answer.body());
        assertThat(found.path("source").asText()).as(answer.body()).isEqualTo("postgres");
        return ids(found);
    }

    private static List<String> ids(JsonNode found) {
        var ids = new ArrayList<String>();
        found.path("drivers").forEach(driver -> ids.add(driver.path("id").asText()));
        return ids;
    }

    private static List<String> bruteForce(List<GeoPoint> places, int limit) {
        return IntStream.range(0, DRIVERS)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> CENTRE.metresTo(places.get(i))))
                .limit(limit)
                .map(i -> "polar-" + i)
                .toList();
    }

    private static List<GeoPoint> populate(DebianPostgres postgres) throws SQLException {
        var random = new Random(7);
        var places = IntStream.range(0, DRIVERS)
                .mapToObj(any -> new GeoPoint(
                        CENTRE.lat() + random.nextGaussian() * 0.05, CENTRE.lon() + random.nextGaussian() * 0.25))
                .toList();
        var rows = IntStream.range(0, DRIVERS)
                .mapToObj(i -> "('polar-%d', %s::float8, %s::float8)"
                        .formatted(i, places.get(i).lat(), places.get(i).lon()))
                .collect(joining(","));
        execute(postgres, """
                set search_path = driver, public;
                with place (id, lat, lon) as (values %s),
                     made as (insert into driver (id, profile, version) select id, '{}', 1 from place returning number, id)
                insert into driver_state (driver, status, reason, version, last_active_at, since, current_lat, current_lon,
                                          position_at)
                select number, 'AVAILABLE', '', 1, now(), now(), lat, lon, now() from made join place using (id)""".formatted(rows));
        return places;
    }

    private static long scansByPostgis(DebianPostgres postgres) throws SQLException {
        try (var connection = postgres.admin().connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "select idx_scan from pg_stat_user_indexes where indexrelname = 'driver_state_geography'")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void execute(DebianPostgres postgres, String sql) throws SQLException {
        try (var connection = postgres.admin().connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
