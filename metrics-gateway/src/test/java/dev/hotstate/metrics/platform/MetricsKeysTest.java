package dev.hotstate.metrics.platform;

import static org.assertj.core.api.Assertions.assertThat;

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
