package dev.hotstate.deploy.observability;

import static java.time.Duration.ofMinutes;
import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.deploy.Module;
import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.testing.http.BoundedHttp;
import dev.hotstate.kit.testing.process.PackagedService;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every series that a dashboard, a rule or the autoscaler reads is one that running services export, under that very name and
 * with those labels, once each of them has done something, one Redis node has died, and then Postgres.
 */
class MetricNamesIT {

    private static final Duration PATIENCE = ofMinutes(4);

    /** Less than elsewhere: here a node dies, too, and shall be noticed. */
    private static final Map<String, String> PATIENT = Map.of(
            "HOTSTATE_REDIS_DEADLINE", "4s",
            "HOTSTATE_POSTGRES_DEADLINE", "20s",
            "METRICS_RECORDING_DEADLINE", "10s");

    /** Prometheus makes these itself. */
    private static final Set<String> OF_PROMETHEUS = Set.of("up", "ALERTS");

    /** It adds these, and the name of the service as {@code job}. */
    private static final Map<String, String> PLACE = Map.of("instance", "a", "namespace", "b", "pod", "c");

    private static final Predicate<Selector> OF_FAILURES =
            selector -> selector.matchers().contains(new Selector.Matcher("status", "=~", "5.."));

    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:]\\w*)(\\{.*})? ");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    @TempDir
    static Path folder;

    private static LocalBackends backends;
    private static final Map<Module, PackagedService> services = new EnumMap<>(Module.class);

    @BeforeAll
    static void start() {
        backends =
                LocalBackends.start(LocalBackendsSpec.in(folder.resolve("data")).durable(false));
        for (var module : Module.values()) {
            var access = module.packaged().admitTo(backends.access(), "local");
            services.put(module, PackagedService.start(module.folder(), folder, module.packaged(), access, PATIENT));
        }
        services.values().forEach(PackagedService::awaitReady);
    }

    @AfterAll
    static void stop() {
        services.values().parallelStream().forEach(PackagedService::stop);
        backends.close();
    }

    @Test
    void every_series_that_is_read_is_exported() {
        var read = seriesRead();
        assertThat(read).hasSizeGreaterThan(100);

        doSomethingOfEverything();
        backends.redis().nodes().getFirst().kill();
        awaitExport(read.stream().filter(not(OF_FAILURES)));

        backends.postgres().process().kill();
        services.values().forEach(MetricNamesIT::awaitFailure);
        awaitExport(read.stream().filter(OF_FAILURES));
    }

    @Test
    void what_rules_record_is_read_by_its_name() {
        var read = Expressions.all().stream()
                .flatMap(expression -> Selector.in(expression).stream())
                .filter(Selector::isRecorded)
                .map(Selector::name);

        assertThat(Expressions.recorded()).containsKeys(read.toArray(String[]::new));
    }

    private static Set<Selector> seriesRead() {
        var adapter = Expressions.read(Expressions.ADAPTER).findValuesAsText("seriesQuery");
        return Stream.concat(Expressions.all().stream(), adapter.stream())
                .flatMap(expression -> Selector.in(expression).stream())
                .flatMap(MetricNamesIT::asExported)
                .filter(selector -> !OF_PROMETHEUS.contains(selector.name()))
                .collect(Collectors.toSet());
    }

    /** Who reads what a rule records wants its labels of the series that the rule reads. */
    private static Stream<Selector> asExported(Selector selector) {
        return selector.isRecorded()
                ? Selector.in(Expressions.recorded().get(selector.name())).stream()
                        .map(source -> source.with(selector.matchers()))
                        .flatMap(MetricNamesIT::asExported)
                : Stream.of(selector);
    }

    private static void awaitExport(Stream<Selector> wanted) {
        var missing = wanted.collect(Collectors.toSet());
        await().atMost(PATIENCE).untilAsserted(() -> {
            services.forEach((module, service) -> removeExported(missing, module, service));
            assertThat(missing).isEmpty();
        });
    }

    private static void removeExported(Set<Selector> missing, Module module, PackagedService service) {
        service.management()
                .get("/q/metrics")
                .body()
                .lines()
                .map(SAMPLE::matcher)
                .filter(Matcher::lookingAt)
                .forEach(sample -> {
                    var labels = new HashMap<>(PLACE);
                    labels.put("job", module.folder());
                    LABEL.matcher(Objects.requireNonNullElse(sample.group(2), ""))
                            .results()
                            .forEach(label -> labels.put(label.group(1), label.group(2)));
                    missing.removeIf(selector -> selector.selects(sample.group(1), labels));
                });
    }

    private static void awaitFailure(PackagedService service) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(service.admin().get("/api-keys").statusCode())
                        .isEqualTo(503));
    }

    private static void doSomethingOfEverything() {
        var monitor = services.get(Module.MONITOR_SERVICE);
        var target = services.get(Module.DAG_SCHEDULER).management();
        accepted(monitor.admin()
                .post("/monitors", """
                        {"name": "dag", "interval": "PT5S", "target": {"kind": "http", "url": "%s"}}""".formatted(target.get("/q/health/live").uri())));
        // Nobody listens there: a transition, an incident.
        accepted(monitor.admin().post("/monitors", """
                        {"name": "nobody", "interval": "PT5S", "failureThreshold": 1, "retries": 0,
                         "target": {"kind": "http", "url": "http://127.0.0.1:1/"}}"""));

        var driver = services.get(Module.DRIVER_SERVICE).admin();
        accepted(driver.post("/drivers", "{\"id\": \"ann\"}"));
        accepted(driver.post("/drivers/locations", "[{\"id\": \"ann\", \"lat\": 52.52, \"lon\": 13.4}]"));
        accepted(driver.post("/drivers/ann/available", "{}"));
        accepted(driver.get("/drivers/available?lat=52.52&lon=13.4&radius=3"));
        accepted(driver.post(
                "/drivers/claims", "{\"requestId\": \"r1\", \"lat\": 52.52, \"lon\": 13.4, \"ttl\": \"PT30S\"}"));

        var dag = services.get(Module.DAG_SCHEDULER).admin();
        accepted(dag.post("/jobs", "{\"name\": \"ends\", \"tasks\": [{\"id\": \"a\", \"queue\": \"noop\"}]}"));
        accepted(dag.post("/jobs", "{\"name\": \"waits\", \"tasks\": [{\"id\": \"a\"}]}"));

        var metrics = services.get(Module.METRICS_GATEWAY);
        put(metrics, "/policies/any", "{\"key\": [\"ip\"], \"limit\": 1, \"window\": \"PT1M\"}");
        for (int i = 0; i < 3; i++) {
            accepted(metrics.admin().post("/limits/check", "{\"policy\": \"any\", \"identifier\": \"192.0.2.7\"}"));
        }
        accepted(
                metrics.admin()
                        .post(
                                "/observations",
                                "[{\"instance\": \"x\", \"method\": \"GET\", \"path\": \"/a\", \"status\": 200, \"durationMs\": 1}]"));
    }

    private static void put(PackagedService service, String path, String body) {
        var request = HttpRequest.newBuilder(service.api().resolve(path))
                .header("Authorization", "Bearer " + PackagedService.ADMIN_KEY)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body));
        accepted(BoundedHttp.create().send(request));
    }

    private static void accepted(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.uri() + " " + answer.body()).isBetween(200, 299);
    }
}
