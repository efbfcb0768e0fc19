package dev.hotstate.driver.fallback;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;

/** Drivers of whom Postgres alone could know that they went silent. */
@Singleton
class SilentDriverStore {

    /**
     * The version grows as it does where Redis notes the same (lapse_driver). A driver that is written at this moment was heard
     * of: it is passed over, so that nobody waits for anybody.
     */
    private static final String WRITE_DOWN = """
            with silent as (
                select driver from driver_state known
                where version <= $1 and last_active_at < $2
                  and (status = 'AVAILABLE' or status = 'BUSY' and reason in ('claimed', 'assigned') and not exists (
                        select from assignment held
                        where held.driver = known.driver and held.state in ('claimed', 'confirmed')))
                order by driver limit $3 for update of known skip locked)
            update driver_state known
            set status = 'OFFLINE', reason = 'heartbeat', since = to_timestamp(known.version / 1000.0),
                version = known.version + 1
            from silent where known.driver = silent.driver""";

    private final Database database;

    SilentDriverStore(Database database) {
        this.database = database;
    }

    /**
     * Of those whose heartbeat has lapsed and who count as claimed by nobody.
     *
     * @param heardBefore who was heard of since then is left as it is
     * @return how many there were, {@code max} at most
     */
    Uni<Integer> writeDown(Instant now, Instant heardBefore, int max) {
        return database.query(WRITE_DOWN, now.toEpochMilli(), heardBefore.atOffset(ZoneOffset.UTC), max)
                .map(rows -> rows.rowCount());
    }
}
