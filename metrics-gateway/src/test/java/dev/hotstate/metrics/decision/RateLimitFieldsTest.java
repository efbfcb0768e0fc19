package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.decision.Rulings.allowed;
import static dev.hotstate.metrics.decision.Rulings.policy;
import static dev.hotstate.metrics.decision.Rulings.refused;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.metrics.decision.StructuredList.Member;
import dev.hotstate.metrics.policy.LimitPolicies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateLimitFieldsTest {

    @Test
    void each_policy_is_a_member_of_a_structured_list() {
        var fields = RateLimitFields.of(
                new Verdict(List.of(allowed(policy("per-ip", 100), 42), allowed(policy("per-user", 10), 3))));

        assertThat(StructuredList.parse(fields.get("RateLimit-Policy")))
                .containsExactly(
                        new Member("per-ip", Map.of("q", 100L, "w", 60L)),
                        new Member("per-user", Map.of("q", 10L, "w", 60L)));
        assertThat(StructuredList.parse(fields.get("RateLimit")))
                .containsExactly(
                        new Member("per-ip", Map.of("r", 42L, "t", 30L)),
                        new Member("per-user", Map.of("r", 3L, "t", 30L)));
    }

    @Test
    void the_older_fields_speak_of_the_tightest() {
        assertThat(RateLimitFields.of(
                        new Verdict(List.of(allowed(policy("a", 100), 42), refused(policy("b", 10), ofMillis(1_200))))))
                .containsEntry("X-RateLimit-Limit", "10")
                .containsEntry("X-RateLimit-Remaining", "0")
                .containsEntry("X-RateLimit-Reset", "30");
    }

    @Test
    void a_window_below_a_second_is_said_to_be_one() {
        var brief = LimitPolicies.enforced("brief", 5, ofMillis(200));
        assertThat(StructuredList.parse(RateLimitFields.of(new Verdict(List.of(allowed(brief, 1))))
                        .get("RateLimit-Policy")))
                .containsExactly(new Member("brief", Map.of("q", 5L, "w", 1L)));
    }

    @Test
    void what_nobody_knows_is_not_said() {
        var unknown = Ruling.failedOpen(Rulings.demand(policy("a", 10), 1));
        assertThat(RateLimitFields.of(new Verdict(List.of(unknown)))).containsOnlyKeys("RateLimit-Policy");
        assertThat(RateLimitFields.of(new Verdict(List.of()))).isEmpty();
    }

    @Test
    void a_policy_in_the_shadow_is_not_spoken_of() {
        var shadow = refused(LimitPolicies.inTheShadow("shadow", 10, ofMinutes(1)), ofMillis(5));
        assertThat(RateLimitFields.of(new Verdict(List.of(shadow)))).isEmpty();
    }
}
