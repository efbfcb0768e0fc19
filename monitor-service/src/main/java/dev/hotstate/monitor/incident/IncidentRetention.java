package dev.hotstate.monitor.incident;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.monitor.retention.AgingRows;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;

/** Removes incidents with their timelines, counted from their end: one that is open stays, however old it is. */
@Singleton
final class IncidentRetention {

    /** The end is looked at again under the lock: an incident may be reopened at this moment. */
    private static final String REMOVE = """
            delete from incident where resolved_at < $1 and id = any (array(
                select id from incident where resolved_at < $1 order by resolved_at limit $2 for update skip locked))""";

    private final Database database;

    IncidentRetention(Database database) {
        this.database = database;
    }

    @Produces
    @Singleton
    AgingRows incidents(IncidentConfig config) {
        return new AgingRows("incidents", config.keep(), this::removeBefore);
    }

    private Uni<Integer> removeBefore(Instant end, int max) {
        return database.query(REMOVE, end.atOffset(ZoneOffset.UTC), max).map(RowSet::rowCount);
    }
}
