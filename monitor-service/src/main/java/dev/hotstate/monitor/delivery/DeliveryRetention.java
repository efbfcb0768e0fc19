package dev.hotstate.monitor.delivery;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.monitor.retention.AgingRows;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Removes deliveries that are settled, also those that were given up, when their incident has been over for as long: they
 * say who has to be told of its end.
 */
@Singleton
final class DeliveryRetention {

    private static final String REMOVE = """
            delete from alert_delivery where id = any (array(
                select delivery.id from alert_delivery delivery
                where created_at < $1 and state <> 'pending'
                  and not exists (select from incident
                      where incident.id = incident_id and (resolved_at is null or resolved_at >= $1))
                order by created_at limit $2 for update skip locked))""";

    private final Database database;

    DeliveryRetention(Database database) {
        this.database = database;
    }

    @Produces
    @Singleton
    AgingRows deliveries(DeliveryConfig config) {
        return new AgingRows("deliveries", config.keep(), this::removeBefore);
    }

    private Uni<Integer> removeBefore(Instant time, int max) {
        return database.query(REMOVE, time.atOffset(ZoneOffset.UTC), max).map(RowSet::rowCount);
    }
}
