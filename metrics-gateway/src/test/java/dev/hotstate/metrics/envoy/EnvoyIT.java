package dev.hotstate.metrics.envoy;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import com.google.protobuf.UInt64Value;
import dev.hotstate.kit.testing.keys.KeyScanExtension;
import dev.hotstate.metrics.RecordedKeys;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.RateLimit.Unit;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc.RateLimitServiceBlockingStub;
import io.envoyproxy.envoy.type.v3.RateLimitUnit;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client of grpc-java asks as Envoy does. Units are so long that nothing flows back while a test runs. */
@QuarkusTest
class EnvoyIT {

    private static final String YAML = "application/yaml";

    private static final String SOMEBODY = "192.0.2.77";

    @RegisterExtension
    static final KeyScanExtension KEYS =
            KeyScanExtension.afterClass(RecordedKeys.scan().secret("who is limited", SOMEBODY));

    private static final String CONFIG = """
            domain: %s
            descriptors:
              - key: remote_address
                rate_limit: {unit: day, requests_per_unit: 3, name: by address}
              - key: path
                value: /login
                descriptors:
                  - key: remote_address
                    rate_limit: {unit: day, requests_per_unit: 1}
              - key: trial
                shadow_mode: true
                rate_limit: {unit: day, requests_per_unit: 1}
              - key: file
                value: docs/*
                share_threshold: true
                rate_limit: {unit: day, requests_per_unit: 1}
              - key: partner
                value: good
                rate_limit: {unlimited: true, replaces: [{name: by address}]}
              - key: partner
                value: banned
                rate_limit: {unit: day, requests_per_unit: 0, name: nobody}
            """;

    @Inject
    EnvoyServer server;

    private final String domain = newId("domain");
    private ManagedChannel channel;
    private RateLimitServiceBlockingStub envoy;

    @BeforeEach
    void configureAndConnect() {
        put(CONFIG.formatted(domain));
        channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                .usePlaintext()
                .build();
        envoy = RateLimitServiceGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
        envoy = envoy.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(token("Bearer test-envoy-token")));
    }

    @AfterEach
    void disconnect() {
        channel.shutdownNow();
    }

    @Test
    void a_descriptor_is_held_to_its_limit() {
        for (int left = 2; left >= 0; left--) {
            var answer = ask(descriptor("remote_address", SOMEBODY));
            assertThat(answer.getOverallCode()).isEqualTo(Code.OK);
            assertThat(answer.getStatuses(0).getLimitRemaining()).isEqualTo(left);
        }
        var refused = ask(descriptor("remote_address", SOMEBODY));
        assertThat(refused.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        var status = refused.getStatuses(0);
        assertThat(status.getCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(status.getCurrentLimit().getRequestsPerUnit()).isEqualTo(3);
        assertThat(status.getCurrentLimit().getUnit()).isEqualTo(Unit.DAY);
        assertThat(status.getCurrentLimit().getName()).isEqualTo("by address");
        assertThat(status.getDurationUntilReset().getSeconds()).isPositive();
        assertThat(ask(descriptor("remote_address", "192.0.2.78")).getOverallCode())
                .isEqualTo(Code.OK);
    }

    @Test
    void each_descriptor_has_a_status_and_one_that_is_over_is_enough() {
        var plain = descriptor("remote_address", SOMEBODY);
        var nested = descriptor("path", "/login", "remote_address", SOMEBODY);
        var unknown = descriptor("path", "/other");
        assertThat(ask(plain, nested, unknown).getOverallCode()).isEqualTo(Code.OK);

        var second = ask(plain, nested, unknown);

        assertThat(second.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(second.getStatusesList())
                .extracting(RateLimitResponse.DescriptorStatus::getCode)
                .containsExactly(Code.OK, Code.OVER_LIMIT, Code.OK);
        assertThat(second.getStatuses(2).hasCurrentLimit()).isFalse();
    }

    @Test
    void values_can_share_a_limit() {
        assertThat(ask(descriptor("file", "docs/a")).getOverallCode()).isEqualTo(Code.OK);
        assertThat(ask(descriptor("file", "docs/b")).getOverallCode()).isEqualTo(Code.OVER_LIMIT);
    }

    @Test
    void hits_are_added_as_many_as_envoy_says() {
        var two = RateLimitRequest.newBuilder()
                .setDomain(domain)
                .setHitsAddend(2)
                .addDescriptors(descriptor("remote_address", SOMEBODY))
                .build();
        assertThat(envoy.shouldRateLimit(two).getStatuses(0).getLimitRemaining())
                .isEqualTo(1);
        assertThat(envoy.shouldRateLimit(two).getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        var look = descriptor("remote_address", SOMEBODY).toBuilder()
                .setHitsAddend(UInt64Value.of(0))
                .build();
        assertThat(ask(look).getStatuses(0).getLimitRemaining()).isEqualTo(1);
    }

    @Test
    void a_shadow_is_never_over() {
        var codes = IntStream.range(0, 5)
                .mapToObj(each -> ask(descriptor("trial", "a")))
                .toList();
        assertThat(codes).extracting(RateLimitResponse::getOverallCode).containsOnly(Code.OK);
        assertThat(codes.getLast().getStatuses(0).getLimitRemaining()).isZero();
    }

    @Test
    void what_is_unlimited_replaces_other_limits_of_the_request() {
        for (int i = 0; i < 5; i++) {
            var answer = ask(descriptor("remote_address", SOMEBODY), descriptor("partner", "good"));
            assertThat(answer.getOverallCode()).isEqualTo(Code.OK);
            assertThat(answer.getStatuses(1).getLimitRemaining()).isEqualTo(-1);
        }
        assertThat(ask(descriptor("remote_address", SOMEBODY)).getStatuses(0).getLimitRemaining())
                .as("nothing was counted")
                .isEqualTo(2);
    }

    @Test
    void a_limit_of_zero_lets_nobody_through_and_counts_nothing() {
        for (int i = 0; i < 3; i++) {
            var status = ask(descriptor("partner", "banned")).getStatuses(0);
            assertThat(status.getCode()).isEqualTo(Code.OVER_LIMIT);
            assertThat(status.getLimitRemaining()).isZero();
            assertThat(status.getCurrentLimit().getRequestsPerUnit()).isZero();
            assertThat(status.getCurrentLimit().getName()).isEqualTo("nobody");
        }
        put(CONFIG.formatted(domain).replace("requests_per_unit: 0", "requests_per_unit: 1"));
        assertThat(ask(descriptor("partner", "banned")).getOverallCode()).isEqualTo(Code.OK);
        assertThat(ask(bringing(descriptor("tenant", "banned"), 0)).getOverallCode())
                .isEqualTo(Code.OVER_LIMIT);
    }

    @Test
    void envoy_can_bring_a_limit_along() {
        var own = bringing(descriptor("tenant", "a"), 1);
        assertThat(ask(own).getOverallCode()).isEqualTo(Code.OK);
        assertThat(ask(own).getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        assertThatThrownBy(() -> ask(bringing(descriptor("tenant", "a"), -1)))
                .as("more than anybody counts to")
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failure -> assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT));
    }

    /** @param requests as an unsigned number */
    private static RateLimitDescriptor bringing(RateLimitDescriptor descriptor, int requests) {
        return descriptor.toBuilder()
                .setLimit(RateLimitDescriptor.RateLimitOverride.newBuilder()
                        .setRequestsPerUnit(requests)
                        .setUnit(RateLimitUnit.HOUR))
                .build();
    }

    @Test
    void a_changed_file_holds_for_the_next_request_and_a_removed_one_for_none() {
        ask(descriptor("remote_address", SOMEBODY));
        put(CONFIG.formatted(domain).replace("requests_per_unit: 3", "requests_per_unit: 1"));
        assertThat(ask(descriptor("remote_address", SOMEBODY)).getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        asAdmin().delete("/envoy/domains/" + domain).then().statusCode(204);
        assertThat(ask(descriptor("remote_address", SOMEBODY)).getOverallCode()).isEqualTo(Code.OK);
        asAdmin().delete("/envoy/domains/" + domain).then().statusCode(404).body("type", endsWith("#domain-not-found"));
    }

    @Test
    void who_has_no_token_or_makes_no_sense_is_told_so() {
        var stranger = RateLimitServiceGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
        assertThatThrownBy(() -> stranger.shouldRateLimit(RateLimitRequest.getDefaultInstance()))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failure -> assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED));
        assertThatThrownBy(() -> envoy.shouldRateLimit(
                        RateLimitRequest.newBuilder().setDomain(domain).build()))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failure -> assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT));
    }

    @Test
    void the_same_is_asked_in_json() {
        var body = """
                {"domain": "%s", "descriptors": [{"entries": [{"key": "path", "value": "/login"},
                                                              {"key": "remote_address", "value": "a"}]}]}""".formatted(domain);
        asAdmin().body(body).post("/json").then().statusCode(200).body("overallCode", equalTo("OK"));
        asAdmin()
                .body(body)
                .post("/json")
                .then()
                .statusCode(429)
                .body("overallCode", equalTo("OVER_LIMIT"))
                .body("statuses[0].code", equalTo("OVER_LIMIT"))
                .body("statuses[0].currentLimit.unit", equalTo("DAY"));
        asAdmin()
                .body("{\"domains\": 1}")
                .post("/json")
                .then()
                .statusCode(400)
                .body("detail", containsString("domains"));
        asAdmin().body("[").post("/json").then().statusCode(400).body("detail", not(containsString("Exception")));
        asAdmin().body("{\"domain\": \"a\"}").post("/json").then().statusCode(400);
    }

    @Test
    void a_domain_shows_its_limits_and_a_wrong_file_is_refused() {
        asAdmin()
                .get("/envoy/domains/" + domain)
                .then()
                .statusCode(200)
                .body("limits", hasSize(6))
                .body(
                        "limits.path",
                        hasItems(
                                "remote_address",
                                "path=/login/remote_address",
                                "trial",
                                "file=docs/*",
                                "partner=good",
                                "partner=banned"));
        asAdmin().get("/envoy/domains").then().statusCode(200).body("domain", hasItems(domain));
        asAdminInYaml()
                .body("domain: another\ndescriptors: [{key: a, rate_limit: {unit: year, requests_per_unit: 1}}]")
                .put("/envoy/domains/" + domain)
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/descriptors/0/rate_limit/unit"));
    }

    private static RequestSpecification asAdminInYaml() {
        return asAdmin()
                .config(RestAssured.config()
                        .encoderConfig(EncoderConfig.encoderConfig().encodeContentTypeAs(YAML, ContentType.TEXT)))
                .contentType(YAML);
    }

    private void put(String config) {
        asAdminInYaml()
                .body(config)
                .put("/envoy/domains/" + domain)
                .then()
                .statusCode(200)
                .body("domain", equalTo(domain));
    }

    private RateLimitResponse ask(RateLimitDescriptor... descriptors) {
        return envoy.shouldRateLimit(RateLimitRequest.newBuilder()
                .setDomain(domain)
                .addAllDescriptors(Stream.of(descriptors).toList())
                .build());
    }

    private static RateLimitDescriptor descriptor(String... keysAndValues) {
        var descriptor = RateLimitDescriptor.newBuilder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            descriptor.addEntries(RateLimitDescriptor.Entry.newBuilder()
                    .setKey(keysAndValues[i])
                    .setValue(keysAndValues[i + 1]));
        }
        return descriptor.build();
    }

    private static Metadata token(String value) {
        var metadata = new Metadata();
        metadata.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), value);
        return metadata;
    }
}
