package dev.hotstate.monitor;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.PublicId;
import dev.hotstate.monitor.schedule.QuietIds;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** Monitors with a past, as people would have them, for the tests that look at pages. Their schedule runs once a day. */
@Singleton
class DemoMonitors {

    static final String DOWN = quietId("mon_demodowncheckout%04d", 0);
    static final String UP = quietId("mon_demoupshopfront%05d", 0);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TAG = "demo";
    private static final String MANY = "many";
    private static final String[][] NAMES = {
        {"shop front", "shop"},
        {"checkout", "shop"},
        {"product search", "shop"},
        {"payment gateway", "shop"},
        {"orders API", "api"},
        {"catalogue API", "api"},
        {"login", "api"},
        {"webhooks", "api"},
        {"primary database", "infra"},
        {"replica database", "infra"},
        {"message broker", "infra"},
        {"object storage", "infra"},
        {"name servers", "network"},
        {"office router", "network"},
        {"VPN", "network"},
        {"mail in", "mail"},
        {"mail out", "mail"},
        {"nightly backup", "jobs"},
        {"invoice run", "jobs"},
        {"report export", "jobs"},
        {"docs", "web"},
        {"blog", "web"},
        {"status page", "web"},
        {"help centre", "web"}
    };

    private final Database database;
    private final RedisRouter redis;
    private final MonitorKeys keys;
    private final Definitions definitions;
    private final Random random = new Random(7);

    /** As in life no id is used twice: a removal is told for a while, and would remove its namesake. */
    private int generation;

    private String many = "";

    DemoMonitors(Database database, RedisRouter redis, MonitorKeys keys, Definitions definitions) {
        this.database = database;
        this.redis = redis;
        this.keys = keys;
        this.definitions = definitions;
    }

    void create() {
        for (int i = 0; i < NAMES.length; i++) {
            var state = i == 1 ? "down" : i == 6 ? "confirming" : i == 13 ? "unknown" : "up";
            var id = i == 0 ? UP : i == 1 ? DOWN : quietId("mon_demo%016d", i);
            insert(id, NAMES[i][0], NAMES[i][1], i != 22);
            if (!state.equals("unknown") && i != 22) {
                status(id, state, 20 + random.nextInt(300));
            }
            history(id, i == 1 ? 40 : i % 5 == 4 ? 3 : 0);
        }
        incidents();
        Awaitility.await().atMost(PATIENCE).until(() -> known(TAG) == NAMES.length);
    }

    /** Else the hour would come at which one of them is checked in the middle of the test, and found to be down. */
    private static String quietId(String format, int number) {
        var tries = new AtomicInteger();
        return QuietIds.daily(() -> format.formatted(number + 100 * tries.getAndIncrement()));
    }

    void createMany(int count) {
        many = "mon_many" + "%04d".formatted(generation++);
        database.query("""
                        insert into monitor (id, partition, name, kind, spec, interval_ms, timeout_ms, retries,
                                             retry_delay_ms, failure_threshold, recovery_threshold, tags, enabled, version,
                                             created_at, updated_at)
                        select $2 || lpad(n::text, 12, '0'), 0, 'host ' || lpad(n::text, 5, '0'), 'tcp',
                               jsonb_build_object('kind', 'tcp', 'host', '127.0.0.1', 'port', 9), 86400000, 5000, 0, 5000, 1,
                               1, array['many'], true, 1, now(), now()
                        from generate_series(1, $1) n""", count, many).await().atMost(PATIENCE);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> definitions.known(manyId(count)).isPresent());
    }

    private String manyId(int number) {
        return many + "%012d".formatted(number);
    }

    /** Gives each of them a last result. */
    void markMany(int count) {
        var commands = new ArrayList<Command>();
        for (int i = 1; i <= count; i++) {
            var status = keys.status(manyId(i));
            var set = Command.of("HSET").key(status);
            for (var word : new String[] {
                "state", "up", "since", "1", "checked_at", "2", "reason", "ok", "status_code", "200", "latency_ms", "20"
            }) {
                set.arg(word);
            }
            commands.add(set);
            commands.add(Command.of("PEXPIRE").key(status).arg(60_000));
        }
        redis.sendAll(commands).await().atMost(PATIENCE);
    }

    void remove() {
        remove(TAG);
    }

    void removeMany() {
        remove(MANY);
    }

    private void remove(String tag) {
        database.query("""
                        with gone as (delete from monitor where $1 = any (tags) returning id)
                        insert into monitor_removal (id, removed_at) select id, now() from gone
                        on conflict (id) do nothing""", tag).await().atMost(PATIENCE);
        Awaitility.await().atMost(PATIENCE).until(() -> known(tag) == 0);
    }

    private long known(String tag) {
        return definitions.all().stream()
                .filter(monitor -> monitor.spec().tags().contains(tag))
                .count();
    }

    private void insert(String id, String name, String tag, boolean enabled) {
        database.query(
                        """
                        insert into monitor (id, partition, name, kind, spec, interval_ms, timeout_ms, retries,
                                             retry_delay_ms, failure_threshold, recovery_threshold, tags, enabled, version,
                                             created_at, updated_at)
                        values ($1, $2, $3, 'http', $4, 86400000, 5000, 2, 5000, 1, 1, $5, $6, 1, now() - make_interval(days => $7), now())""",
                        id,
                        (short) keys.partitionOf(id).number(),
                        name,
                        new JsonObject(Map.of(
                                "kind", "http", "url", "https://" + name.replace(' ', '-') + ".example.org/health")),
                        new String[] {TAG, tag},
                        enabled,
                        // One of them is new.
                        id.equals(UP) ? 0 : 100)
                .await()
                .atMost(PATIENCE);
    }

    /** As the script that commits results leaves it. */
    void status(String id, String state, int latencyMs) {
        long now = Instant.now().toEpochMilli();
        boolean up = state.equals("up");
        var fields = new LinkedHashMap<String, String>();
        fields.put("state", state);
        fields.put("since", Long.toString(now - (up ? 86_400_000 : 754_000)));
        fields.put("checked_at", Long.toString(now - 12_000));
        fields.put("verdict", up ? "up" : "down");
        fields.put("reason", up ? "ok" : "status");
        fields.put("status_code", up ? "200" : "503");
        fields.put("latency_ms", Integer.toString(latencyMs));
        fields.put(
                "phases",
                "%d,%d,%d,%d,%d"
                        .formatted(latencyMs * 60, latencyMs * 140, latencyMs * 230, latencyMs * 500, latencyMs * 70));
        fields.put("certificate_days", "57");
        if (!up) {
            fields.put("message", "status 503 instead of 200-299");
        }
        hash(keys.status(id), fields);
        var recent = new ArrayList<String>();
        for (int i = 0; i < 60; i++) {
            boolean failed = !up && i < (state.equals("down") ? 12 : 1);
            recent.add((now / 1000 - 60L * i) + ":" + (failed ? "d" : "u") + (latencyMs + random.nextInt(80)) + ":"
                    + (failed ? "503:status" : "200"));
        }
        send(Command.of("DEL").key(keys.recent(id)));
        // The list begins with the newest.
        var push = Command.of("LPUSH").key(keys.recent(id));
        recent.reversed().forEach(push::arg);
        send(push);
        send(Command.of("PEXPIRE").key(keys.recent(id)).arg(600_000));
        lastPhases(id, now);
        if (!up) {
            var outage = new LinkedHashMap<String, String>();
            outage.put("first_failure_at", Long.toString(now - 754_000));
            outage.put("failure_count", state.equals("down") ? "12" : "0");
            if (state.equals("down")) {
                outage.put("alerted", "1");
                outage.put("incident_id", "inc_demo0");
            }
            hash(keys.incident(id), outage);
        }
    }

    private void history(String id, int failures) {
        var begin = Instant.now().truncatedTo(ChronoUnit.HOURS);
        for (int hour = 1; hour <= 30; hour++) {
            var up = new ArrayList<Integer>();
            var latency = new ArrayList<Integer>();
            for (int slot = 0; slot < 12; slot++) {
                up.add(5);
                latency.add(5 * (120 + random.nextInt(60) + (hour == 9 ? 300 : 0)));
            }
            phases(id, begin.minus(Duration.ofHours(hour)));
            database.query(
                            """
                            insert into check_hour values ($1, $2, $3::text::integer[], $4::text::integer[],
                                array_fill(0, array[12]), $5::text::integer[], '', 0) on conflict do nothing""",
                            id,
                            begin.minus(Duration.ofHours(hour)).atOffset(ZoneOffset.UTC),
                            literal(up),
                            "{" + (hour == 9 ? failures : 0) + ",0,0,0,0,0,0,0,0,0,0,0}",
                            literal(latency))
                    .await()
                    .atMost(PATIENCE);
        }
        database.query("""
                        insert into check_day select $1, current_date - n, 1440 - bad, bad, 0, 1440 * 130, ''
                        from generate_series(2, 80) n,
                             lateral (select case when n = 31 then $2::integer when n = 12 then $2 * 3 else 0 end as bad) x
                        on conflict do nothing""", id, failures).await().atMost(PATIENCE);
    }

    private void phases(String id, Instant hour) {
        var micros = new ArrayList<Integer>();
        for (int slot = 0; slot < 12; slot++) {
            micros.addAll(List.of(
                    1_500 + random.nextInt(2_000),
                    6_000 + random.nextInt(4_000),
                    14_000 + random.nextInt(6_000),
                    60_000 + random.nextInt(50_000),
                    3_000 + random.nextInt(3_000)));
        }
        database.query("""
                        insert into check_phase values ($1, $2, array_fill(5, array[12]), $3::text::integer[])
                        on conflict do nothing""", id, hour.atOffset(ZoneOffset.UTC), literal(micros))
                .await()
                .atMost(PATIENCE);
    }

    private void incidents() {
        var now = Instant.now();
        for (int i = 0; i < 4; i++) {
            var begin = now.minus(Duration.ofHours(26L * i)).minusSeconds(754);
            database.query(
                            """
                            insert into incident (id, monitor_id, first_failure_at, opened_at, resolved_at, reason,
                                                  status_code, message, muted)
                            values ($1, $2, $3, $3, $4, 'status', 503, 'status 503 instead of 200-299', false)""",
                            "inc_demo" + i,
                            DOWN,
                            begin.atOffset(ZoneOffset.UTC),
                            i == 0 ? null : begin.plusSeconds(640).atOffset(ZoneOffset.UTC))
                    .await()
                    .atMost(PATIENCE);
            database.query(
                            "insert into incident_event (incident_id, at, type, text) values ($1, $2, 'opened', 'status 503 instead of 200-299')",
                            "inc_demo" + i,
                            begin.atOffset(ZoneOffset.UTC))
                    .await()
                    .atMost(PATIENCE);
        }
    }

    /** So many short ones of one monitor, since its own began; gives what their ids begin with. */
    String overIncidents(int count) {
        var prefix = PublicId.next("inc");
        database.query("""
                        insert into incident (id, monitor_id, first_failure_at, opened_at, resolved_at, reason, status_code,
                                              message, muted)
                        select $1::text || n, $2, now() - make_interval(secs => n), now() - make_interval(secs => n), now(),
                               'status', 503, 'status 503 instead of 200-299', false
                        from generate_series(1, $3::integer) n""", prefix, UP, count).await().atMost(PATIENCE);
        return prefix;
    }

    void forgetIncidents(String prefix) {
        database.query("delete from incident where starts_with(id, $1::text)", prefix)
                .await()
                .atMost(PATIENCE);
    }

    private static String literal(List<Integer> numbers) {
        return numbers.toString().replace('[', '{').replace(']', '}');
    }

    /** Of the last checks, the newest last. */
    private void lastPhases(String id, long now) {
        send(Command.of("DEL").key(keys.phases(id)));
        var push = Command.of("LPUSH").key(keys.phases(id));
        for (int i = 19; i >= 0; i--) {
            push.arg("%d:%d,%d,%d,%d,%d"
                    .formatted(
                            now / 1000 - 60L * i,
                            800 + random.nextInt(900),
                            3_000 + random.nextInt(4_000),
                            12_000 + random.nextInt(9_000),
                            20_000 + random.nextInt(40_000),
                            500 + random.nextInt(2_000)));
        }
        send(push);
        send(Command.of("PEXPIRE").key(keys.phases(id)).arg(600_000));
    }

    private void hash(RedisKey key, Map<String, String> fields) {
        var command = Command.of("HSET").key(key);
        fields.forEach((name, value) -> command.arg(name).arg(value));
        send(command);
        send(Command.of("PEXPIRE").key(key).arg(600_000));
    }

    private void send(Command command) {
        redis.send(command).await().atMost(PATIENCE);
    }
}
