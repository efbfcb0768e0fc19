package dev.hotstate.driver.fallback;

import dev.hotstate.kit.http.postgres.Database;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * By which index Postgres finds drivers that are about the nearest: on the globe with PostGIS, where it is installed and was when
 * the tables were made; else on the flat map, which every Postgres can.
 */
@Singleton
class NearestOrder {

    private static final Logger LOG = Logger.getLogger(NearestOrder.class);

    /** From $2, $3 (longitude, latitude) on, as many as $4 says: without a box, as the index knows by itself where to end. */
    private static final String ON_GLOBE = """
            select driver, current_lat, current_lon, position_at from driver_state
            where status = 'AVAILABLE' and last_active_at > now() - make_interval(secs => $1)
            order by %1$s.geography(%1$s.st_setsrid(%1$s.st_makepoint(current_lon, current_lat), 4326)) operator(%1$s.<->)
                     %1$s.geography(%1$s.st_setsrid(%1$s.st_makepoint($2, $3), 4326))
            limit $4""";

    private static final String POSTGIS = """
            select extnamespace::regnamespace::text as place from pg_extension
            where extname = 'postgis' and to_regclass('driver_state_geography') is not null""";

    private final Database database;
    private volatile @Nullable String onGlobe;

    NearestOrder(Database database) {
        this.database = database;
    }

    void start(@Observes StartupEvent event) {
        database.query(POSTGIS)
                .subscribe()
                .with(
                        rows -> rows.forEach(row -> {
                            onGlobe = ON_GLOBE.formatted(row.getString("place"));
                            LOG.info("Without Redis, PostGIS finds the nearest drivers");
                        }),
                        away -> LOG.debugf("Nobody knows whether there is PostGIS: %s", away.getMessage()));
    }

    /** With PostGIS, the question for those that are about the nearest. */
    Optional<String> onGlobe() {
        return Optional.ofNullable(onGlobe);
    }
}
