package dev.hotstate.local.demo;

import dev.hotstate.local.stage.Act;
import dev.hotstate.local.stage.ServiceApi;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Monitors of the suite itself, of some targets that are not always well, and of a job that reports; a status page of all. */
final class Watch implements Act {

    private static final String SUITE = "hotstate";
    private static final String TARGETS = "demo";
    private static final String CHANNEL = "Demo desk";
    private static final String JOB = "Nightly backup";

    private final ServiceApi service;
    private final Targets targets;
    private final Map<String, String> suite;
    private final Map<String, Integer> ports;
    private String ping = "";
    private long round;

    /**
     * @param suite addresses of readiness, by service
     * @param ports of Redis and Postgres, by name
     */
    Watch(ServiceApi service, Targets targets, Map<String, String> suite, Map<String, Integer> ports) {
        this.service = service;
        this.targets = targets;
        this.suite = new TreeMap<>(suite);
        this.ports = new TreeMap<>(ports);
    }

    @Override
    public String name() {
        return "watch";
    }

    @Override
    public Duration period() {
        return Duration.ofSeconds(15);
    }

    @Override
    public void begin() throws IOException {
        service.takeKey(List.of("read", "write"));
        service.post("/monitors/import", Map.of("monitors", monitors())).orRefuse();
        var ids = ids();
        for (var id : ids.entrySet()) {
            if (isOfTargets(id.getKey())) {
                service.post("/monitors/" + id.getValue() + "/enable", null).orRefuse();
            }
        }
        ping = service.get("/monitors/" + ids.get(JOB))
                .path("reportTo")
                .path("ping")
                .asText();
        putChannel();
        putStatusPage(ids);
    }

    /** The job reports; each twentieth time it says that it has failed, the next time that it is well again. */
    @Override
    public void play() throws IOException {
        var path = URI.create(ping).getPath();
        service.post(++round % 20 == 0 ? path + "/fail" : path, null).orRefuse();
    }

    /** Without this process nobody answers for the targets, and they would be down for ever. */
    @Override
    public void end() throws IOException {
        for (var id : ids().entrySet()) {
            if (isOfTargets(id.getKey())) {
                service.post("/monitors/" + id.getValue() + "/disable", null);
            }
        }
        service.close();
    }

    private List<Map<String, Object>> monitors() {
        List<Map<String, Object>> all = new ArrayList<>();
        suite.forEach((name, url) -> all.add(monitor(
                name, SUITE, Map.of("kind", "http", "url", url, "expect", Map.of("status", "200", "keyword", "UP")))));
        ports.forEach((name, port) ->
                all.add(monitor(name, SUITE, Map.of("kind", "tcp", "host", "127.0.0.1", "port", port))));
        List.of(TargetPolicy.STEADY, TargetPolicy.FLAPPING, TargetPolicy.TIDAL, TargetPolicy.FRAIL)
                .forEach(path ->
                        all.add(monitor(nameOf(path), TARGETS, Map.of("kind", "http", "url", targets.url(path)))));
        all.add(Map.of("name", JOB, "tags", List.of(TARGETS), "interval", "PT1M", "push", Map.of("grace", "PT1M")));
        return all;
    }

    private static Map<String, Object> monitor(String name, String tag, Map<String, Object> target) {
        return Map.of(
                "name",
                name,
                "tags",
                List.of(tag),
                "interval",
                "PT5S",
                "timeout",
                "PT4S",
                "retries",
                1,
                "retryDelay",
                "PT5S",
                "target",
                target);
    }

    private static String nameOf(String path) {
        return "Shop: " + path.substring(1);
    }

    private static boolean isOfTargets(String name) {
        return name.startsWith("Shop: ") || name.equals(JOB);
    }

    /** By name: those of the demo. */
    private Map<String, String> ids() throws IOException {
        Map<String, String> ids = new HashMap<>();
        for (var tag : List.of(SUITE, TARGETS)) {
            service.get("/monitors?limit=200&tag=" + tag)
                    .path("items")
                    .forEach(item ->
                            ids.put(item.path("name").asText(), item.path("id").asText()));
        }
        return ids;
    }

    /** The port of the targets may be another one than last time. */
    private void putChannel() throws IOException {
        var channel = Map.of(
                "name", CHANNEL,
                "tags", List.of(TARGETS),
                "settings", Map.of("kind", "webhook", "url", targets.url("/alerts")));
        for (var item : service.get("/channels?limit=100").path("items")) {
            if (item.path("name").asText().equals(CHANNEL)) {
                if (item.path("settings").path("url").asText().equals(targets.url("/alerts"))) {
                    return;
                }
                service.send("DELETE", "/channels/" + item.path("id").asText(), null);
            }
        }
        service.post("/channels", channel).orRefuse();
    }

    private void putStatusPage(Map<String, String> ids) throws IOException {
        var shop = members(ids, true);
        var machinery = members(ids, false);
        service.put(
                        "/status-pages/demo",
                        Map.of(
                                "slug",
                                "demo",
                                "title",
                                "Shop of the demo",
                                "groups",
                                List.of(
                                        Map.of("name", "Shop", "monitors", shop),
                                        Map.of("name", "Machinery", "monitors", machinery))))
                .orRefuse();
    }

    private static List<Map<String, String>> members(Map<String, String> ids, boolean ofTargets) {
        return new TreeMap<>(ids)
                .entrySet().stream()
                        .filter(id -> isOfTargets(id.getKey()) == ofTargets)
                        .map(id ->
                                Map.of("id", id.getValue(), "label", id.getKey().replace("Shop: ", "")))
                        .toList();
    }
}
