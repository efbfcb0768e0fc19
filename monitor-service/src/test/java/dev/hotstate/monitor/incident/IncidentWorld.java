package dev.hotstate.monitor.incident;

import static io.restassured.RestAssured.given;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.stream.StreamEntry;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.MonitorRows;
import dev.hotstate.monitor.platform.PartitionBell;
import dev.hotstate.monitor.platform.PublicId;
import io.restassured.http.ContentType;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Monitors, channels and transitions of their own for each test, on the real backends. */
@Singleton
class IncidentWorld {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Database database;
    private final RedisRouter redis;
    private final MonitorKeys keys;
    private final MonitorRows monitors;
    private final PartitionBell bell;
    private final AtomicLong entries = new AtomicLong();

    IncidentWorld(Database database, RedisRouter redis, MonitorKeys keys, MonitorRows monitors, PartitionBell bell) {
        this.database = database;
        this.redis = redis;
        this.keys = keys;
        this.monitors = monitors;
        this.bell = bell;
    }

    /** A monitor that no scheduler touches, with a tag of its own, which is also its id. */
    String monitor() {
        return monitors.disabled();
    }

    /** A channel for the monitors of that tag. Nobody listens where it leads. */
    void channel(String tag) {
        given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON)
                .body("""
                        {"name": "%s", "settings": {"kind": "webhook", "url": "http://127.0.0.1:9/"}, "tags": ["%s"]}""".formatted(PublicId.next("test"), tag))
                .post("/channels")
                .then()
                .statusCode(201);
    }

    void rename(String monitor, String name, String tag) {
        sql("update monitor set name = $2 || id, tags = array[$3] where id = $1", monitor, name, tag);
    }

    void delete(String monitor) {
        given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .delete("/monitors/" + monitor)
                .then()
                .statusCode(204);
    }

    void maintenance(String monitor, Instant from, Instant to) {
        sql(
                """
                insert into maintenance (id, name, schedule, ends_at, monitor_ids, tags, created_at, created_by)
                values ($1, 'test', $2, $3, array[$4], '{}', now(), 'test')""",
                PublicId.next("mnt"),
                new JsonObject(Map.of("kind", "once", "from", from.toString(), "to", to.toString())),
                to.atOffset(ZoneOffset.UTC),
                monitor);
    }

    void endMaintenanceOf(String monitor) {
        sql("delete from maintenance where $1 = any (monitor_ids)", monitor);
    }

    StreamEntry entry(String type, String monitor, String incident, Instant at) {
        return new StreamEntry(
                at.toEpochMilli() + "-" + entries.incrementAndGet(), fields(type, monitor, incident, at));
    }

    /** As the script that commits results appends it. */
    void append(String type, String monitor, String incident, Instant at) {
        var command = Command.of("XADD")
                .key(keys.transitions(keys.partitionOf(monitor)))
                .arg("*");
        fields(type, monitor, incident, at)
                .forEach((name, value) -> command.arg(name).arg(value));
        redis.send(command).await().atMost(PATIENCE);
        bell.ring(PartitionBell.Reason.TRANSITION, List.of(keys.partitionOf(monitor)));
    }

    private static Map<String, String> fields(String type, String monitor, String incident, Instant at) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("type", type);
        fields.put("monitor", monitor);
        fields.put("incident", incident);
        fields.put("at", Long.toString(at.toEpochMilli()));
        fields.put("first_failure_at", Long.toString(at.minusSeconds(5).toEpochMilli()));
        fields.put("reason", type.equals("resolved") ? "ok" : "status");
        fields.put("status_code", type.equals("resolved") ? "200" : "503");
        fields.put("message", type.equals("resolved") ? "" : "503 instead of 2xx");
        fields.put("version", "1");
        return fields;
    }

    /** What Redis holds of an outage; {@code resolved} says that it waits to be forgotten. */
    void hotIncident(String monitor, String incident, boolean resolved) {
        var command = Command.of("HSET")
                .key(keys.incident(monitor))
                .arg("incident_id")
                .arg(incident)
                .arg("alerted")
                .arg(1);
        if (resolved) {
            command.arg("resolved_at").arg(1);
        }
        redis.send(command).await().atMost(PATIENCE);
        redis.send(Command.of("PEXPIRE").key(keys.incident(monitor)).arg(60_000))
                .await()
                .atMost(PATIENCE);
    }

    boolean isHot(String monitor) {
        return redis.send(Command.of("EXISTS").key(keys.incident(monitor)))
                        .await()
                        .atMost(PATIENCE)
                        .integer()
                == 1;
    }

    /** {@code id open|resolved}, oldest first. */
    List<String> incidents(String monitor) {
        return sql("select * from incident where monitor_id = $1 order by opened_at, id", monitor).stream()
                .map(row ->
                        row.getString("id") + (row.getOffsetDateTime("resolved_at") == null ? " open" : " resolved"))
                .toList();
    }

    List<String> timeline(String monitor) {
        return sql("""
                        select type from incident_event join incident on incident.id = incident_id
                        where monitor_id = $1 order by incident_event.at, incident_event.id""", monitor).stream().map(row -> row.getString("type")).toList();
    }

    /** {@code transition state}, in the order in which they were put there. */
    List<String> deliveries(String monitor) {
        return sql("select * from alert_delivery where monitor_id = $1 order by id", monitor).stream()
                .map(row -> row.getString("transition") + " "
                        + (row.getString("state").equals("muted") ? "muted" : "told"))
                .toList();
    }

    /** The names of the monitor that stand in what is told of it. */
    Set<String> toldNames(String monitor) {
        return sql("select payload ->> 'monitorName' as name from alert_delivery where monitor_id = $1", monitor)
                .stream()
                .map(row -> row.getString("name"))
                .collect(Collectors.toSet());
    }

    List<Row> sql(String statement, Object... parameters) {
        var rows = database.query(statement, parameters).await().atMost(PATIENCE);
        return StreamSupport.stream(rows.spliterator(), false).toList();
    }
}
