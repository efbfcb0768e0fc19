package dev.hotstate.driver.vehicle;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.secret.AgreedSecrets;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Drivers whose place is known, from Postgres. */
@Singleton
class VehicleStore {

    private static final String ALL = """
            select state.driver, status, reason, since, current_lat, current_lon, position_at, coalesce(token, 0) as token
            from driver_state state left join assignment_token using (driver)
            where current_lat is not null and position_at is not null
            order by state.driver limit $1""";

    private static final String SECRET = "vehicle-ids";
    private static final String ALGORITHM = "HmacSHA256";

    private final Database database;
    private final VehicleConfig config;
    private final AgreedSecrets secrets;
    private volatile @Nullable SecretKeySpec known;

    VehicleStore(Database database, VehicleConfig config, AgreedSecrets secrets) {
        this.database = database;
        this.config = config;
        this.secrets = secrets;
    }

    Uni<List<Vehicle>> all() {
        return secret().chain(key -> database.query(ALL, config.max())
                .map(rows -> rows.stream().map(row -> vehicle(row, key)).toList()));
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
