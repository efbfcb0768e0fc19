package dev.hotstate.monitor.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.monitor.channel.Sink;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.PublicId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Instances of this service as processes of their own, on a cluster and a Postgres of their own, which a test may break. What a
 * test makes is its own, by a tag; the rest is healed before the next test.
 */
final class FaultWorld implements AutoCloseable {

    private static final int INSTANCES = 3;

    /**
     * Shorter than anybody would want, so that a test need not wait for leases of the usual length. Only Redis may take longer: that
     * a crowded machine keeps it from answering is no subject of these tests, and what it did not hear waits for the next comparison.
     * And partitions are built one after the other, so that whoever looks sees that they are.
     */
    private static final Map<String, String> SETTINGS = Map.of(
            "MONITOR_DEFINITION_INTERVAL_MIN", "1s",
            "MONITOR_SCHEDULE_LEASE_MARGIN", "1s",
            "HOTSTATE_OWNERSHIP_LEASE", "3s",
            "HOTSTATE_REDIS_DEADLINE", "2s",
            "MONITOR_RECOVERY_BUILDS_MAX", "1",
            "MONITOR_DELIVERY_TICK", "100ms",
            "MONITOR_DELIVERY_TIMEOUT", "1s",
            "MONITOR_DELIVERY_LEASE", "2500ms",
            "MONITOR_DELIVERY_PAUSES", "500ms,1s,1s,1s,2s,2s,2s,5s,5s,5s,5s,10s,10s,10s,10s,10s",
            "MONITOR_HISTORY_FLUSH_INTERVAL", "2s");

    private static final String ENV = "local";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final MonitorKeys keys = keys();
    private final Path folder;
    private final LocalBackends backends;
    private final ServicePackage service = ServicePackage.ofModule(Path.of(""));
    private final ServiceAccess access;
    private final List<PackagedService> instances = new ArrayList<>();
    private Map<String, String> unusual = Map.of();

    FaultWorld() {
        folder = newFolder();
        backends =
                LocalBackends.start(LocalBackendsSpec.in(folder.resolve("data")).durable(false));
        access = service.admitTo(backends.access(), ENV);
    }

    private static MonitorKeys keys() {
        return new MonitorKeys(new KeySpace(ENV, "monitor"), Partitions.lettered('m'));
    }

    // ---- instances --------------------------------------------------------------------------------------------------

    /** Brings about that exactly so many of them are at work. */
    List<PackagedService> run(int count) {
        return run(count, Map.of());
    }

    /** @param settings on top of the usual ones; where others are in force, all instances are started anew */
    List<PackagedService> run(int count, Map<String, String> settings) {
        if (!settings.equals(unusual)) {
            killAll();
            instances.clear();
            unusual = settings;
        }
        instances.stream().skip(count).forEach(PackagedService::kill);
        while (instances.size() < Math.min(count, INSTANCES)) {
            var variables = new HashMap<>(SETTINGS);
            variables.putAll(settings);
            instances.add(
                    PackagedService.start("instance-" + (instances.size() + 1), folder, service, access, variables));
        }
        var wanted = instances.subList(0, count);
        wanted.forEach(PackagedService::resume);
        wanted.forEach(PackagedService::startAgain);
        wanted.forEach(PackagedService::awaitReady);
        return List.copyOf(wanted);
    }

    private PackagedService someone() {
        instances.forEach(PackagedService::resume);
        var alive = instances.stream().filter(PackagedService::isAlive).findFirst();
        // It may have been started a moment ago.
        alive.ifPresent(PackagedService::awaitReady);
        return alive.orElseGet(() -> run(1).getFirst());
    }

    /** With kill -9, at the same moment. */
    void killAll() {
        instances.parallelStream().forEach(PackagedService::kill);
    }

    // ---- backends ---------------------------------------------------------------------------------------------------

    /** FLUSHALL on every node. */
    void flushRedis() {
        backends.redis().nodes().forEach(node -> node.call("FLUSHALL"));
    }

    /** Whether Redis knows both when it runs and how. */
    boolean isScheduled(String monitor) {
        var partition = keys.partitionOf(monitor);
        return inRedis("ZSCORE", keys.schedule(partition), monitor) != null
                && inRedis("HGET", keys.meta(partition), monitor) != null;
    }

    void forgetScore(String monitor) {
        inRedis("ZREM", keys.schedule(keys.partitionOf(monitor)), monitor);
    }

    void forgetDefinition(String monitor) {
        inRedis("HDEL", keys.meta(keys.partitionOf(monitor)), monitor);
    }

    private @Nullable Object inRedis(String command, RedisKey key, String member) {
        for (var node : backends.redis().nodes()) {
            try (var client = node.connect()) {
                return client.call(command, key.value(), member);
            } catch (RedisRefusal isElsewhere) {
                // MOVED
            }
        }
        throw new IllegalStateException("No node has " + key);
    }

    /** As if nobody had told Redis. */
    void deleteOnlyInPostgres(String monitor) {
        count("with gone as (delete from monitor where id = ? returning id) select count(*) from gone", monitor);
    }

    void stopPostgres() {
        backends.postgres().process().stop();
    }

    void startPostgres() {
        backends.postgres().restart();
    }

    /** The number that a query with one parameter gives. */
    long count(String sql, String parameter) {
        try (var connection = backends.postgres().admin().connect();
                var statement = connection.createStatement()) {
            statement.execute("set search_path = monitor");
            try (var query = connection.prepareStatement(sql)) {
                query.setString(1, parameter);
                var rows = query.executeQuery();
                rows.next();
                return rows.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    long incidents(String monitor) {
        return count("select count(*) from incident where monitor_id = ?", monitor);
    }

    long openIncidents(String monitor) {
        return count("select count(*) from incident where monitor_id = ? and resolved_at is null", monitor);
    }

    // ---- monitors and channels --------------------------------------------------------------------------------------

    static String tag() {
        return PublicId.next("t").substring(2);
    }

    /** Makes monitors of one tag and gives their ids by name; each is checked at the next point of its grid. */
    static Map<String, String> monitors(PackagedService at, String tag, List<ObjectNode> specs) {
        var document = JSON.createObjectNode();
        var monitors = document.putArray("monitors");
        for (var spec : specs) {
            spec.putArray("tags").add(tag);
            monitors.add(spec);
        }
        accepted(at.admin().post("/monitors/import", document.toString()));
        var ids = new HashMap<String, String>();
        json(at.admin().get("/monitors?limit=500&tag=" + tag))
                .get("items")
                .forEach(item ->
                        ids.put(item.get("name").asText(), item.get("id").asText()));
        return ids;
    }

    /** Has monitors checked before their time. */
    void checkNow(PackagedService at, Collection<String> monitors) {
        monitors.parallelStream().forEach(id -> accepted(at.admin().post("/monitors/" + id + "/check", "")));
    }

    /** A page; without retries its first failure is an incident. */
    static ObjectNode page(String name, String url, Duration interval, Duration timeout, int retries) {
        var spec = JSON.createObjectNode()
                .put("name", name)
                .put("interval", interval.toString())
                .put("timeout", timeout.toString())
                .put("retries", retries);
        spec.putObject("target").put("kind", "http").put("url", url);
        return spec;
    }

    /** A page that is looked at each second. Two failures may be the machine's, which stands still at times; three are not. */
    static ObjectNode watched(String name, String url) {
        return page(name, url, Duration.ofSeconds(1), Duration.ofMillis(900), 2);
    }

    /** Makes a push monitor of that tag and gives its definition. */
    static JsonNode job(PackagedService at, String tag) {
        return accepted(at.admin().post("/monitors", """
                {"name": "job %s", "push": {"grace": "PT1H"}, "interval": "PT1H", "tags": ["%s"]}""".formatted(tag, tag)));
    }

    /** A webhook for the monitors of that tag. */
    void channel(PackagedService at, String tag, Sink sink) {
        accepted(at.admin().post("/channels", """
                {"name": "%s", "settings": {"kind": "webhook", "url": "%s"}, "tags": ["%s"]}""".formatted(PublicId.next("channel"), sink.url(), tag)));
    }

    /** The key of what a monitor is scheduled in. */
    static String scheduleOf(JsonNode monitor) {
        var keys = keys();
        return keys.schedule(keys.partitionOf(monitor.get("id").asText())).value();
    }

    static String state(PackagedService at, String monitor) {
        return json(at.admin().get("/monitors/" + monitor + "/status"))
                .path("state")
                .asText();
    }

    /** Leaves nothing that the next test would notice. */
    void remove(String tag) {
        var at = someone();
        each(
                at,
                "/monitors?limit=500&tag=" + tag,
                item -> at.admin().delete("/monitors/" + item.get("id").asText()));
        each(
                at,
                "/channels?limit=100",
                item -> at.admin().delete("/channels/" + item.get("id").asText()));
    }

    private static void each(PackagedService at, String list, Consumer<JsonNode> work) {
        StreamSupport.stream(json(at.admin().get(list)).get("items").spliterator(), true)
                .forEach(work);
    }

    private static JsonNode accepted(HttpResponse<String> answer) {
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return json(answer);
    }

    static JsonNode json(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("monitor-faults-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        instances.parallelStream().forEach(PackagedService::kill);
        backends.close();
        Folders.delete(folder);
    }
}
