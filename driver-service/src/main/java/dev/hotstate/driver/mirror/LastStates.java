package dev.hotstate.driver.mirror;

import dev.hotstate.driver.position.PositionView;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How drivers stood when Redis was last heard. */
@Singleton
public class LastStates {

    private final Database database;

    LastStates(Database database) {
        this.database = database;
    }

    /** @param heardUntil when its heartbeat lapses or has lapsed */
    public record LastState(
            Status status, String reason, @Nullable PositionView position, Instant heardUntil) {}

    /** Empty if nothing was ever heard of the driver. */
    public Uni<Optional<LastState>> find(long driver) {
        return database.query("select * from driver_state where driver = $1", driver)
                .map(rows -> rows.stream().findFirst().map(LastStates::state));
    }

    private static LastState state(Row row) {
        var at = row.getOffsetDateTime("position_at");
        var position = at == null
                ? null
                : new PositionView(row.getDouble("current_lat"), row.getDouble("current_lon"), at.toInstant());
        return new LastState(
                Status.valueOf(row.getString("status")),
                row.getString("reason"),
                position,
                Instant.ofEpochMilli(row.getLong("version")));
    }
}
