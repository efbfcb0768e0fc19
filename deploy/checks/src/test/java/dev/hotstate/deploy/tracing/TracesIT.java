package dev.hotstate.deploy.tracing;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.hotstate.deploy.Crowded;
import dev.hotstate.deploy.Module;
import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.testing.http.BoundedHttp;
import dev.hotstate.kit.testing.process.PackagedService;
import io.opentelemetry.proto.trace.v1.Span;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A packaged service tells a collector of traces, over OTLP, what a request did in Redis and Postgres, and no more. */
class TracesIT {

    private static final Duration PATIENCE = ofMinutes(2);
    private static final Module MODULE = Module.DRIVER_SERVICE;

    /** What callers send: whoever reads traces need not know it. */
    private static final List<String> OF_CALLERS = List.of("whose-id", "52.123456");

    @TempDir
    static Path folder;

    private static LocalBackends backends;
    private static ServiceAccess rights;
    private static Collector collector;
    private static PackagedService service;

    @BeforeAll
    static void start() throws Exception {
        collector = Collector.start();
        backends =
                LocalBackends.start(LocalBackendsSpec.in(folder.resolve("data")).durable(false));
        rights = MODULE.packaged().admitTo(backends.access(), "local");
        service = PackagedService.start("traced", folder, MODULE.packaged(), rights, settings(collector));
        service.awaitReady();
    }

    private static Map<String, String> settings(Collector collector) {
        var settings = new HashMap<>(Crowded.PATIENT);
        settings.put("QUARKUS_OTEL_SDK_DISABLED", "false");
        settings.put("QUARKUS_OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint());
        settings.put("QUARKUS_OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");
        settings.put("QUARKUS_OTEL_BSP_SCHEDULE_DELAY", "100ms");
        return settings;
    }

    @AfterAll
    static void stop() {
        service.close();
        backends.close();
        collector.close();
    }

    /** Whoever names a collector has not asked for traces yet. What is recorded leaves at the latest when a service stops. */
    @Test
    void nothing_is_told_unless_somebody_switches_it_on() throws Exception {
        try (var unasked = Collector.start()) {
            var settings = settings(unasked);
            settings.remove("QUARKUS_OTEL_SDK_DISABLED");
            try (var quiet = PackagedService.start("quiet", folder, MODULE.packaged(), rights, settings)) {
                quiet.awaitReady();
                accepted(quiet.admin().get("/drivers/available?lat=52.52&lon=13.4&radius=3"));
            }

            assertThat(unasked.spans()).isEmpty();
        }
    }

    @Test
    void a_request_is_one_trace_with_its_work_in_redis_and_postgres() {
        var driver = service.admin();

        accepted(driver.post("/drivers", "{\"id\": \"whose-id\"}"));
        accepted(driver.post("/drivers/locations", "[{\"id\": \"whose-id\", \"lat\": 52.123456, \"lon\": 13.4}]"));
        accepted(driver.post("/drivers/whose-id/available", "{}"));
        accepted(driver.get("/drivers/available?lat=52.123456&lon=13.4&radius=3"));

        await().atMost(PATIENCE).untilAsserted(() -> {
            var request = only("POST /drivers/{id}/available");
            assertThat(request.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
            assertThat(attribute(request, "url.path")).isEqualTo("/drivers/*");
            assertThat(request.getParentSpanId()).isEqualTo(ByteString.EMPTY);
            assertThat(workOf(request))
                    .anyMatch(span -> span.getName().equals("EVALSHA change_status")
                            && attribute(span, "db.system").equals("redis"))
                    .anyMatch(span -> attribute(span, "db.system").equals("postgresql"))
                    .allMatch(span -> span.getParentSpanId().equals(request.getSpanId()));
            var search = only("GET /drivers/available");
            assertThat(attribute(search, "url.query")).isEqualTo("*");
            assertThat(workOf(search)).anyMatch(span -> span.getName().equals("PIPELINE GEOSEARCH"));
        });

        assertThat(collector.text()).doesNotContain(OF_CALLERS).doesNotContain(secrets());
    }

    @Test
    void what_is_counted_while_a_request_runs_names_its_trace() {
        var metrics = HttpRequest.newBuilder(
                        service.management().get("/q/health/live").uri().resolve("/q/metrics"))
                .header("Accept", "application/openmetrics-text; version=1.0.0; charset=utf-8");

        accepted(service.admin().get("/drivers"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                BoundedHttp.create().send(metrics.GET()).body())
                        .containsPattern("# \\{span_id=\"[0-9a-f]{16}\",trace_id=\"[0-9a-f]{32}\"}"));
    }

    private static List<String> secrets() {
        var secrets = rights.environment().entrySet().stream()
                .filter(entry -> entry.getKey().contains("PASSWORD"))
                .map(Map.Entry::getValue)
                .collect(Collectors.toList());
        assertThat(secrets).isNotEmpty();
        secrets.add(PackagedService.ADMIN_KEY);
        return secrets;
    }

    private static Span only(String name) {
        var spans = collector.spans();
        var found = spans.stream().filter(span -> span.getName().equals(name)).toList();
        assertThat(found)
                .as("%s among %s", name, spans.stream().map(Span::getName).toList())
                .hasSize(1);
        return found.getFirst();
    }

    private static List<Span> workOf(Span request) {
        return collector.spans().stream()
                .filter(span -> span.getTraceId().equals(request.getTraceId()) && span != request)
                .toList();
    }

    private static String attribute(Span span, String name) {
        return span.getAttributesList().stream()
                .filter(attribute -> attribute.getKey().equals(name))
                .map(attribute -> attribute.getValue().getStringValue())
                .findFirst()
                .orElse("");
    }

    private static void accepted(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.uri() + " " + answer.body()).isBetween(200, 299);
    }
}
