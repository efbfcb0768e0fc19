package dev.hotstate.metrics.otlp;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.anEmptyMap;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.hotstate.kit.testing.contract.ServiceContract;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.AggregationTemporalitySelector;
import io.opentelemetry.sdk.metrics.export.DefaultAggregationSelector;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class OtlpIT {

    @TestHTTPResource("/v1/metrics")
    URI endpoint;

    private final String name = newId("otlp");

    @ParameterizedTest
    @ValueSource(strings = {"cumulative", "delta", "exponential"})
    void the_exporter_of_opentelemetry_is_understood(String kind) {
        var route = "/" + name + "/{id}";
        try (var provider = provider(kind)) {
            var meter = provider.get("test");
            var jobs = meter.counterBuilder(name + ".jobs").build();
            var depth = meter.upDownCounterBuilder(name + ".depth").build();
            var temperature = meter.gaugeBuilder(name + ".temperature").build();
            var size = meter.histogramBuilder(name + ".size").setUnit("By").build();
            var requests = meter.histogramBuilder("http.server.request.duration")
                    .setUnit("s")
                    .build();
            var mail = Attributes.of(AttributeKey.stringKey("queue"), "mail");
            for (int round = 1; round <= 3; round++) {
                jobs.add(7, mail);
                depth.add(2);
                temperature.set(20.5 + round);
                for (int i = 1; i <= 100; i++) {
                    size.record(i);
                    requests.record(i / 1_000.0, request(route, i % 10 == 0 ? 500 : 200));
                }
                // Right after an export the reader may still think that it is under way; then it has taken nothing.
                await().atMost(Duration.ofSeconds(60))
                        .until(() ->
                                provider.forceFlush().join(60, TimeUnit.SECONDS).isSuccess());
            }
        }
        assertThat(one(name + ".jobs{queue=mail,service=shop}")).containsEntry("total", 21.0f);
        assertThat(one(name + ".temperature{service=shop}").get("gauges").toString())
                .isEqualTo("[{instance=%s, value=23.5}]".formatted(name));
        assertThat(one(name + ".depth{service=shop}").get("gauges").toString())
                .isEqualTo("[{instance=%s, value=6.0}]".formatted(name));
        var values = (Map<?, ?>) one(name + ".size{service=shop}").get("values");
        assertThat(values.get("count")).isEqualTo(300);
        assertThat(((Number) values.get("sum")).doubleValue()).isEqualTo(15_150);
        assertThat(((Number) values.get("p50")).doubleValue()).isCloseTo(50, within(3.0));
        var latency = asAdmin()
                .urlEncodingEnabled(false)
                .get("/endpoints/GET_" + route.replace("{", "%7B").replace("}", "%7D") + "/percentiles?hours=1")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
        assertThat(latency.getInt("allTime.count")).isEqualTo(300);
        assertThat(latency.getDouble("averageMs")).isCloseTo(50.5, within(0.01));
        assertThat(latency.getDouble("allTime.p50")).isCloseTo(50, within(3.0));
    }

    private SdkMeterProvider provider(String kind) {
        var exporter = OtlpHttpMetricExporter.builder()
                .setEndpoint(endpoint.toString())
                .addHeader("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .setCompression("gzip")
                .setTimeout(Duration.ofSeconds(60));
        if (kind.equals("delta")) {
            exporter.setAggregationTemporalitySelector(AggregationTemporalitySelector.deltaPreferred());
        }
        if (kind.equals("exponential")) {
            exporter.setDefaultAggregationSelector(DefaultAggregationSelector.getDefault()
                    .with(InstrumentType.HISTOGRAM, Aggregation.base2ExponentialBucketHistogram()));
        }
        return SdkMeterProvider.builder()
                .setResource(Resource.create(Attributes.of(
                        AttributeKey.stringKey("service.name"),
                        "shop",
                        AttributeKey.stringKey("service.instance.id"),
                        name)))
                .registerMetricReader(PeriodicMetricReader.builder(exporter.build())
                        .setInterval(Duration.ofHours(1))
                        .build())
                .build();
    }

    private static Attributes request(String route, int status) {
        return Attributes.builder()
                .put("http.request.method", "GET")
                .put("http.route", route)
                .put("http.response.status_code", status)
                .build();
    }

    /** The example of the protocol's own repository, restated: numbers as numbers, enums as numbers. */
    @Test
    void json_counts_and_what_is_sent_again_counts_once() {
        var body = json("""
            {"name": "%1$s.steps", "unit": "1", "sum": {"aggregationTemporality": 1, "isMonotonic": true, "dataPoints": [
               {"asDouble": 5, "startTimeUnixNano": 1544712660300000000, "timeUnixNano": 1544712660300000000,
                "attributes": [{"key": "my.counter.attr", "value": {"stringValue": "some value"}}]}]}},
            {"name": "%1$s.grows", "sum": {"aggregationTemporality": 2, "isMonotonic": true, "dataPoints": [
               {"asInt": "9", "startTimeUnixNano": "%2$d000000000", "timeUnixNano": "%2$d000000001"}]}},
            {"name": "%1$s.level", "gauge": {"dataPoints": [{"asInt": 10, "timeUnixNano": 1544712660300000000}]}},
            {"name": "%1$s.spread", "histogram": {"aggregationTemporality": "AGGREGATION_TEMPORALITY_DELTA", "dataPoints": [
               {"startTimeUnixNano": 1544712660300000000, "timeUnixNano": 1544712660300000000, "count": 2, "sum": 2,
                "bucketCounts": [1, "1"], "explicitBounds": [1], "min": 0, "max": 2}]}}\
            """);
        for (int times = 0; times < 3; times++) {
            export("application/json", body.getBytes(StandardCharsets.UTF_8)).body("$", anEmptyMap());
        }
        assertThat(one(name + ".steps{my.counter.attr=some_value}")).containsEntry("total", 5.0f);
        assertThat(one(name + ".grows")).containsEntry("total", 9.0f);
        assertThat(one(name + ".level").get("gauges").toString()).isEqualTo("[{instance=json, value=10.0}]");
        assertThat(((Map<?, ?>) one(name + ".spread").get("values")).get("count"))
                .isEqualTo(2);
    }

    @Test
    void what_cannot_be_counted_is_said_and_the_rest_counts() {
        var body = json("""
            {"name": "%1$s.quantiles", "summary": {"dataPoints": [{"count": "1", "sum": 1}, {"count": "1", "sum": 1}]}},
            {"name": "%1$s.vague", "sum": {"isMonotonic": true, "dataPoints": [{"asInt": 1}]}},
            {"name": "%1$s.fine", "sum": {"aggregationTemporality": 1, "isMonotonic": true, "dataPoints": [
               {"asInt": 3, "timeUnixNano": 1}, {"flags": 1, "timeUnixNano": 1}]}},
            {"name": "%1$s.odd", "histogram": {"aggregationTemporality": 1, "dataPoints": [
               {"count": 2, "bucketCounts": [1, 1, 5], "explicitBounds": [1]}]}}\
            """);
        export("application/json", body.getBytes(StandardCharsets.UTF_8))
                .body("partialSuccess.rejectedDataPoints", equalTo("4"))
                .body("partialSuccess.errorMessage", containsString("histogram"));
        assertThat(one(name + ".fine")).containsEntry("total", 3.0f);
    }

    /** What would leave the range of a number in Redis would be refused there for ever, with all that is counted beside it. */
    @Test
    void what_grows_by_more_than_can_be_is_said_and_poisons_nothing() {
        var body = json("""
            {"name": "%1$s.huge", "histogram": {"aggregationTemporality": 1, "dataPoints": [
               {"timeUnixNano": 2, "count": "9000000000000000000", "bucketCounts": ["9000000000000000000"]}]}},
            {"name": "%1$s.total", "histogram": {"aggregationTemporality": 2, "dataPoints": [
               {"startTimeUnixNano": "%2$d000000000", "timeUnixNano": "%2$d000000001", "count": "9000000000000000000",
                "bucketCounts": ["9000000000000000000"]}]}},
            {"name": "http.server.request.duration", "histogram": {"aggregationTemporality": 1, "dataPoints": [
               {"timeUnixNano": 2, "count": "9000000000000000000", "sum": 1e300, "bucketCounts": ["9000000000000000000"],
                "attributes": [{"key": "http.request.method", "value": {"stringValue": "GET"}},
                  {"key": "http.route", "value": {"stringValue": "/%1$s"}},
                  {"key": "http.response.status_code", "value": {"intValue": 200}}]}]}},
            {"name": "%1$s.sum", "sum": {"aggregationTemporality": 1, "isMonotonic": true, "dataPoints": [
               {"timeUnixNano": 2, "asDouble": 1.7e308}]}},
            {"name": "%1$s.good", "sum": {"aggregationTemporality": 1, "isMonotonic": true, "dataPoints": [
               {"timeUnixNano": 2, "asInt": 3}]}}\
            """);
        export("application/json", body.getBytes(StandardCharsets.UTF_8))
                .body("partialSuccess.rejectedDataPoints", equalTo("4"))
                .body("partialSuccess.errorMessage", containsString("grows by more"));
        assertThat(one(name + ".good")).containsEntry("total", 3.0f);
        asAdmin().get("/endpoints/GET_/" + name + "/percentiles").then().statusCode(404);
    }

    @Test
    void what_is_no_export_is_refused() throws IOException {
        refused("application/json", "{".getBytes(StandardCharsets.UTF_8), "identity");
        refused("application/x-protobuf", new byte[] {1, 2, 3}, "identity");
        refused("application/json", "{}".getBytes(StandardCharsets.UTF_8), "gzip");
        refused("application/json", "{}".getBytes(StandardCharsets.UTF_8), "br");
        asAdmin()
                .contentType("application/json")
                .header("Content-Encoding", "gzip")
                .body(packed(new byte[17 * 1024 * 1024]))
                .post("/v1/metrics")
                .then()
                .statusCode(413);
    }

    private static void refused(String type, byte[] body, String encoding) {
        asAdmin()
                .contentType(type)
                .header("Content-Encoding", encoding)
                .body(body)
                .post("/v1/metrics")
                .then()
                .statusCode(400);
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var packing = new GZIPOutputStream(packed)) {
            packing.write(bytes);
        }
        return packed.toByteArray();
    }

    /** @param metrics with the name of this test and the second in which its processes began */
    private String json(String metrics) {
        return """
            {"resourceMetrics": [{"resource": {"attributes": [
               {"key": "service.instance.id", "value": {"stringValue": "json"}}]},
              "scopeMetrics": [{"scope": {"name": "my.library"}, "metrics": [%s]}]}]}\
            """.formatted(metrics.formatted(name, Instant.now().getEpochSecond()));
    }

    private static ValidatableResponse export(String type, byte[] body) {
        return asAdmin()
                .contentType(type)
                .body(body)
                .post("/v1/metrics")
                .then()
                .statusCode(200)
                .contentType(type);
    }

    private static Map<String, Object> one(String series) {
        List<Map<String, Object>> items = asAdmin()
                .queryParam("limit", 500)
                .get("/series")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath()
                .getList("items");
        return items.stream()
                .filter(each -> each.get("series").equals(series))
                .findFirst()
                .orElse(Map.of());
    }
}
