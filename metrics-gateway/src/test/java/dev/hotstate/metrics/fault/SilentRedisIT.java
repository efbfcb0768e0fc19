package dev.hotstate.metrics.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real gateway under the literal keys of the design document, and a Redis that falls silent. */
class SilentRedisIT {

    private static final String PREFIX = "ha:";
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final long HOUR_MS = Duration.ofHours(1).toMillis();
    private static final long LIMIT = 3;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static OwnBackends backends;
    private static PackagedService gateway;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "silent-");
        backends = OwnBackends.withPrefix(folder, PREFIX);
        gateway = PackagedService.start(
                "gateway",
                folder,
                ServicePackage.ofModule(Path.of("")),
                backends.access(),
                // A crowded machine is not an outage of Redis.
                Map.of("REDIS_KEY_PREFIX", PREFIX, "METRICS_LIMIT_DEADLINE", "2s"));
        gateway.awaitReady();
        policy("fails-open", "\"failMode\": \"open\"");
        policy("fails-closed", "\"failMode\": \"closed\"");
        policy("shares", "\"failMode\": \"local_share\"");
        policy("fixed", "\"algorithm\": \"fixed_window\", \"identifiers\": \"plain\"");
        policy("sliding", "\"algorithm\": \"sliding_log\", \"identifiers\": \"plain\"");
    }

    @AfterAll
    static void stop() {
        gateway.kill();
        backends.close();
        HTTP.close();
    }

    @Test
    void checks_and_guards_are_answered_as_each_policy_wants_it_and_redis_decides_again() throws Exception {
        awaitSource("fails-open", "redis");
        backends.cluster().pauseAll();
        try {
            awaitSource("fails-open", "fail_open");
            awaitSource("fails-closed", "fail_closed");
            awaitSource("shares", "local_share");
            // What the share has allowed while the other policy refuses is not taken from it.
            for (int call = 0; call < 2 * LIMIT; call++) {
                assertThat(checkBoth("shares", "fails-closed", "a")
                                .path("allowed")
                                .asBoolean())
                        .isFalse();
            }
            for (int call = 0; call < 2 * LIMIT; call++) {
                assertThat(check("fails-open", "a").path("allowed").asBoolean()).isTrue();
                assertThat(check("fails-closed", "a").path("allowed").asBoolean())
                        .isFalse();
                assertThat(check("shares", "a").path("allowed").asBoolean()).isEqualTo(call < LIMIT);
                assertThat(guard("fails-open").statusCode()).isEqualTo(204);
                assertThat(guard("fails-closed").statusCode()).isEqualTo(503);
                assertThat(guard("shares").statusCode()).isEqualTo(call < LIMIT ? 204 : 429);
            }
            assertThat(guard("fails-closed").headers().firstValue("Retry-After"))
                    .isPresent();
            for (var source : Map.of("fails-open", "fail_open", "fails-closed", "fail_closed", "shares", "local_share")
                    .entrySet()) {
                assertThat(gateway.metric(
                                "metrics_limit_decided_total",
                                "policy=\"%s\"".formatted(source.getKey()),
                                "source=\"%s\"".formatted(source.getValue())))
                        .isGreaterThanOrEqualTo(LIMIT);
            }
            assertThat(gateway.admin().post("/observations", """
                                    {"instance": "shop-1", "method": "GET", "path": "/x", "status": 200, "durationMs": 1}""").statusCode()).isEqualTo(503);
        } finally {
            backends.cluster().resumeAll();
        }
        awaitSource("fails-open", "redis");
        awaitSource("fails-closed", "redis");
        awaitSource("shares", "redis");
    }

    @Test
    void limits_lie_under_the_literal_keys_of_the_design_document() throws Exception {
        for (var policy : Map.of(
                        "fixed", "ha:rate_limit:fixed.192.0.2.7", "sliding", "ha:sliding_limit:sliding.192.0.2.7")
                .entrySet()) {
            awaitSource(policy.getKey(), "redis");
            for (int call = 0; call < LIMIT; call++) {
                assertThat(check(policy.getKey(), "192.0.2.7").path("allowed").asBoolean())
                        .isTrue();
            }
            var key = policy.getValue();
            try (var client = backends.cluster().masterOf(key).connect()) {
                assertThat(client.text("TYPE", key)).isEqualTo("zset");
                assertThat(client.number("ZCARD", key)).isEqualTo(LIMIT);
                assertThat(client.number("PTTL", key)).isBetween(1L, HOUR_MS);
            }
        }
    }

    /** By looking, which takes nothing. */
    private static void awaitSource(String policy, String source) {
        await().atMost(PATIENCE)
                .until(() -> JSON.readTree(gateway.admin()
                                .post("/limits/peek", """
                                        {"policy": "%s", "identifier": "nobody"}""".formatted(policy))
                                .body())
                        .at("/policies/0/source")
                        .asText()
                        .equals(source));
    }

    private static JsonNode check(String policy, String identifier) throws IOException {
        return check("""
                {"policy": "%s", "identifier": "%s"}""".formatted(policy, identifier));
    }

    private static JsonNode checkBoth(String policy, String other, String identifier) throws IOException {
        return check("""
                {"policies": ["%s", "%s"], "identifier": "%s"}""".formatted(policy, other, identifier));
    }

    private static JsonNode check(String body) throws IOException {
        return JSON.readTree(gateway.admin().post("/limits/check", body).body());
    }

    private static HttpResponse<String> guard(String policy) throws Exception {
        var request = HttpRequest.newBuilder(gateway.api().resolve("/limits/guard?policy=" + policy))
                .header("Authorization", "Bearer " + PackagedService.ADMIN_KEY)
                .header("X-Forwarded-Uri", "/")
                .header("X-Forwarded-For", "192.0.2.1")
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }

    private static void policy(String id, String more) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(gateway.api().resolve("/policies/" + id))
                .header("Authorization", "Bearer " + PackagedService.ADMIN_KEY)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"limit\": %d, \"window\": \"PT1H\", %s}".formatted(LIMIT, more)))
                .build();
        assertThat(HTTP.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
}
