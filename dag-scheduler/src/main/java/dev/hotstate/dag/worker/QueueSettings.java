package dev.hotstate.dag.worker;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.worker.NewestReading;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Which queues are paused or limited. Postgres has it; every instance reads it again each second, so that losing Redis changes
 * nothing and a pause holds everywhere within that time.
 */
@Singleton
public class QueueSettings {

    private static final int QUEUES_MAX = 10_000;
    private static final String ALL = "select name, paused, concurrency_max from queue limit $1";
    private static final String CHANGE = """
            insert into queue (name, paused, concurrency_max) values ($1, coalesce($2, false), $4)
            on conflict (name) do update set paused = coalesce($2, queue.paused),
                concurrency_max = case when $3 then $4 else queue.concurrency_max end, changed_at = now()
            returning paused, concurrency_max""";

    private final Database database;
    private final Vertx vertx;
    private final WorkerConfig config;
    private final NewestReading<@Nullable Map<String, QueueSetting>> settings = new NewestReading<>(null, this::all);
    private @Nullable Ticker ticker;

    QueueSettings(Database database, Vertx vertx, WorkerConfig config) {
        this.database = database;
        this.vertx = vertx;
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.settingsPeriod(), "Settings of queues", this::read);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** Paused until they were read for the first time: nobody knows better then. */
    public QueueSetting of(String queue) {
        var known = settings.get();
        return known == null ? QueueSetting.PAUSED : known.getOrDefault(queue, QueueSetting.UNLIMITED);
    }

    /** Gives what holds now. */
    Uni<QueueSetting> change(String queue, QueueSettingRequest request) {
        return database.query(CHANGE, queue, request.paused(), request.namesLimit(), request.limit())
                .map(rows -> setting(rows.iterator().next()))
                .call(this::read);
    }

    Uni<Void> read() {
        return settings.read();
    }

    private Uni<Map<String, QueueSetting>> all() {
        return database.query(ALL, QUEUES_MAX).map(rows -> {
            var read = new HashMap<String, QueueSetting>();
            rows.forEach(row -> read.put(row.getString("name"), setting(row)));
            return Map.copyOf(read);
        });
    }

    /** @param concurrencyMax absent: as many as workers ask for */
    public record QueueSetting(boolean paused, @Nullable Integer concurrencyMax) {

        static final QueueSetting UNLIMITED = new QueueSetting(false, null);
        static final QueueSetting PAUSED = new QueueSetting(true, null);

        boolean isUnlimited() {
            return !paused && concurrencyMax == null;
        }

        OptionalInt limit() {
            return concurrencyMax == null ? OptionalInt.empty() : OptionalInt.of(concurrencyMax);
        }
    }

    private static QueueSetting setting(Row row) {
        return new QueueSetting(row.getBoolean("paused"), row.getInteger("concurrency_max"));
    }
}
