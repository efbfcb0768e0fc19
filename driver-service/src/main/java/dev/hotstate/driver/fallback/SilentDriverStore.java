package dev.hotstate.driver.fallback;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Drivers of whom Postgres alone could know that they went silent. */
@Singleton
class SilentDriverStore {

    /**
     * By the clock of Postgres: an instance whose own clock is ahead would take everybody for silent. The version grows as it does
     * where Redis notes the same (lapse_driver). A driver that is written at this moment was heard of: it is passed over, so that
     * nobody waits for anybody.
     */
    private static final String WRITE_DOWN = """
            with silent as (
                select driver from driver_state known
                where version <= extract(epoch from now()) * 1000 and last_active_at < now() - make_interval(secs => $1)
                  and (status = 'AVAILABLE' or status = 'BUSY' and reason in ('claimed', 'assigned') and not exists (
                        select from assignment held
                        where held.driver = known.driver and held.state in ('claimed', 'confirmed')))
                order by driver limit $2 for update of known skip locked)
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
     * @param silence who was silent for less than that is left as it is
     * @return how many there were, {@code max} at most
     */
    Uni<Integer> writeDown(Duration silence, int max) {
        return database.query(WRITE_DOWN, silence.toMillis() / 1_000.0, max).map(rows -> rows.rowCount());
    }
}
