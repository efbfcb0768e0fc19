package dev.hotstate.metrics.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricsKeysTest {

    private final MetricsKeys keys = new MetricsKeys(new KeySpace("test", "metrics"));

    @Test
    void an_endpoint_reads_as_the_design_document_has_it() {
        assertThat(keys.ofEndpoint("GET /users").value()).isEqualTo("test:metrics:requests:endpoint:GET /users");
        assertThat(keys.responseTimes("GET /users").value()).isEqualTo("test:metrics:response_times:GET_/users");
        assertThat(keys.ofInstance("shop-1").value()).isEqualTo("test:metrics:requests:instance:shop-1");
    }

    /** All of them, as they stand there. */
    @Test
    void with_the_prefix_of_the_design_document_keys_are_literally_its_own() {
        var literal = new MetricsKeys(KeySpace.withPrefix("ha:"));
        long hour = 1_672_531_200_000L;
        var endpoint = "POST /api/auth/login";
        assertThat(Stream.of(
                                literal.connections("current"),
                                literal.connections("max_since_startup"),
                                literal.requests("accepted"),
                                literal.requests("total"),
                                literal.requests("speed_per_second"),
                                literal.requests("max_speed_per_second"),
                                literal.ofEndpoint(endpoint),
                                literal.ofInstance("instance-1672531200000"),
                                literal.hourly(hour),
                                literal.errors(),
                                literal.errorsOfEndpoint(endpoint),
                                literal.errorsOfStatus(404),
                                literal.responseTimes(endpoint),
                                literal.responseSum(endpoint),
                                literal.responseCount(endpoint),
                                literal.limit("rate_limit", KeyId.of("192.168.1.100")),
                                literal.limit("sliding_limit", KeyId.of("192.168.1.100")))
                        .map(RedisKey::value))
                .containsExactly(
                        "ha:connections:http:current",
                        "ha:connections:http:max_since_startup",
                        "ha:requests:accepted",
                        "ha:requests:total",
                        "ha:requests:speed_per_second",
                        "ha:requests:max_speed_per_second",
                        "ha:requests:endpoint:POST /api/auth/login",
                        "ha:requests:instance:instance-1672531200000",
                        "ha:requests:hourly:1672531200000",
                        "ha:errors:total",
                        "ha:errors:endpoint:POST /api/auth/login",
                        "ha:errors:status:404",
                        "ha:response_times:POST_/api/auth/login",
                        "ha:avg_response:POST_/api/auth/login",
                        "ha:response_count:POST_/api/auth/login",
                        "ha:rate_limit:192.168.1.100",
                        "ha:sliding_limit:192.168.1.100");
    }

    @Test
    void a_space_stands_in_no_key_but_that_of_an_endpoint() {
        var odd = "GET / a b ";
        assertThat(Stream.of(
                                keys.ofInstance(" x "),
                                keys.responseTimes(odd),
                                keys.responseSum(odd),
                                keys.responseCount(odd),
                                keys.sketch(odd),
                                keys.sketchOfHour(odd, 3_600_000))
                        .map(RedisKey::value))
                .doesNotHaveDuplicates()
                .noneMatch(key -> key.contains(" "));
        assertThat(keys.ofInstance("x ").value())
                .isNotEqualTo(keys.ofInstance(" x").value());
    }
}
