package dev.hotstate.metrics.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.problem.FieldError;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObservationPolicyTest {

    private static final Instant NOW = Instant.parse("2026-11-18T10:20:30Z");

    private final ObservationPolicy policy = policy(false);

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "::ffff:127.0.0.1", "localhost"})
    void requests_of_the_machine_itself_count_only_where_they_are_meant_to(String client) {
        assertThat(policy.counts(from(client))).isFalse();
        assertThat(policy(true).counts(from(client))).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"192.0.2.7", "2001:db8::1", "127.0.0.1.example.org"})
    void all_others_count(@Nullable String client) {
        assertThat(policy.counts(from(client))).isTrue();
    }

    @Test
    void a_request_is_of_the_last_day_and_clocks_may_be_five_minutes_ahead() {
        assertThat(objections(NOW.minus(Duration.ofHours(24)).plusMillis(1))).isEmpty();
        assertThat(objections(NOW.plus(Duration.ofMinutes(5)).minusMillis(1))).isEmpty();
        assertThat(objections(NOW.minus(Duration.ofHours(24))))
                .extracting(FieldError::pointer)
                .containsExactly("/ts");
        assertThat(objections(NOW.plus(Duration.ofMinutes(5))))
                .extracting(FieldError::pointer)
                .containsExactly("/ts");
    }

    private List<FieldError> objections(Instant at) {
        return policy.objections(request(at.toEpochMilli(), null), NOW);
    }

    private static ObservationPolicy policy(boolean localCounts) {
        return new ObservationPolicy(new RouteTemplates(List.of(), PathStyle.BRACES), localCounts);
    }

    private static ObservationRequest from(@Nullable String client) {
        return request(null, client);
    }

    private static ObservationRequest request(@Nullable Long ts, @Nullable String client) {
        return new ObservationRequest("shop-1", "GET", "/x", null, 200, 1.5, ts, client, null);
    }
}
