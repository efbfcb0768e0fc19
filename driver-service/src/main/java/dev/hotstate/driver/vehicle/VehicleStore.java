package dev.hotstate.driver.vehicle;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.secret.AgreedSecrets;
import dev.hotstate.kit.redis.time.RedisClock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Drivers whose place is known, from Postgres. */
@Singleton
class VehicleStore {

    private static final String NEWEST = """
            select state.*, coalesce(token, 0) as token
            from (select driver, status, reason, since, version, current_lat, current_lon, position_at from driver_state
                  where current_lat is not null and position_at is not null and (%s)
                  order by version desc limit $1) state
            left join assignment_token using (driver)
            order by state.version desc""";

    private static final String ALL = NEWEST.formatted("true");

    /** GBFS lists who can be had or is reserved; who is on a trip or not there is left out. */
    private static final String LISTED =
            NEWEST.formatted("status = 'AVAILABLE' and version > $2 or status = 'BUSY' and reason = 'claimed'");

    private static final String SECRET = "vehicle-ids";
    private static final String ALGORITHM = "HmacSHA256";

    private final Database database;
    private final VehicleConfig config;
    private final AgreedSecrets secrets;
    private final RedisClock clock;
    private final Counter cut;
    private volatile @Nullable SecretKeySpec known;

    VehicleStore(
            Database database, VehicleConfig config, AgreedSecrets secrets, RedisClock clock, MeterRegistry meters) {
        this.database = database;
        this.config = config;
        this.secrets = secrets;
        this.clock = clock;
        this.cut = Counter.builder("driver.vehicle.cut")
                .description("Lists of vehicles that had to leave some out")
                .register(meters);
    }

    /** Those heard of last, as many as a feed may have. */
    Uni<List<Vehicle>> all() {
        return find(ALL, config.max() + 1);
    }

    /** Of those who can be had or are reserved. */
    Uni<List<Vehicle>> listed() {
        return find(LISTED, config.max() + 1, clock.now().toEpochMilli());
    }

    private Uni<List<Vehicle>> find(String sql, Object... values) {
        return secret().chain(key -> database.query(sql, values).map(rows -> {
            if (rows.size() > config.max()) {
                cut.increment();
            }
            var now = clock.now();
            return rows.stream()
                    .limit(config.max())
                    .map(row -> vehicle(row, key).at(now))
                    .toList();
        }));
    }

    private Uni<SecretKeySpec> secret() {
        var key = known;
        return key != null
                ? Uni.createFrom().item(key)
                : secrets.secret(SECRET)
                        .map(bytes -> new SecretKeySpec(bytes, ALGORITHM))
                        .invoke(drawn -> known = drawn);
    }

    private static Vehicle vehicle(Row row, SecretKeySpec key) {
        return new Vehicle(
                idOf(row.getLong("driver"), row.getLong("token"), key),
                Status.valueOf(row.getString("status")),
                row.getString("reason"),
                row.getOffsetDateTime("since").toInstant(),
                Instant.ofEpochMilli(row.getLong("version")),
                new GeoPoint(row.getDouble("current_lat"), row.getDouble("current_lon")),
                row.getOffsetDateTime("position_at").toInstant());
    }

    /** Another one after each claim; nobody who does not know the secret finds the driver behind it. */
    private static UUID idOf(long driver, long token, SecretKeySpec key) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            var digest = ByteBuffer.wrap(mac.doFinal(ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(driver)
                    .putLong(token)
                    .array()));
            return new UUID(digest.getLong(), digest.getLong());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, e);
        }
    }
}
