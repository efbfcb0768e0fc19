package dev.hotstate.monitor.platform;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.monitor.schedule.QuietIds;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Monitors in Postgres that no schedule has heard of: whoever needs one with a certain past gives it one. */
@Singleton
public class MonitorRows {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Database database;
    private final MonitorKeys keys;

    MonitorRows(Database database, MonitorKeys keys) {
        this.database = database;
        this.keys = keys;
    }

    /** A monitor whose name and only tag are its id. */
    public String disabled() {
        return insert(false, Duration.ZERO);
    }

    /** One that runs once a day, so that no check comes in between. */
    public String enabled() {
        return insert(true, Duration.ZERO);
    }

    /** The same, and it was created that long ago. */
    public String enabledFor(Duration age) {
        return insert(true, age);
    }

    private String insert(boolean enabled, Duration age) {
        var id = QuietIds.daily(() -> PublicId.next("mon"));
        database.query(
                        """
                        insert into monitor (id, partition, name, kind, spec, interval_ms, timeout_ms, retries,
                                             retry_delay_ms, failure_threshold, recovery_threshold, tags, enabled, version,
                                             created_at, updated_at)
                        values ($1, $2, $1, 'http', $3, 86400000, 5000, 0, 5000, 1, 1, array[$1], $4, 1, now() - make_interval(secs => $5), now())""",
                        id,
                        (short) keys.partitionOf(id).number(),
                        new JsonObject("{\"kind\": \"http\", \"url\": \"http://127.0.0.1:9/\"}"),
                        enabled,
                        (double) age.toSeconds())
                .await()
                .atMost(PATIENCE);
        return id;
    }
}
