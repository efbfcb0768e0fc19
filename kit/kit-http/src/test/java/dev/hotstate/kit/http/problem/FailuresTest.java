package dev.hotstate.kit.http.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hotstate.kit.redis.connection.RedisRefused;
import dev.hotstate.kit.redis.connection.RedisTimedOut;
import dev.hotstate.kit.redis.connection.RedisUnavailable;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.KeySpace;
import io.smallrye.mutiny.CompositeException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void an_id_that_breaks_the_key_grammar_is_the_callers_mistake() {
        var malformed = catchThrowable(() -> KeyId.of("a:b"));
        assertThat(Failures.explain(malformed))
                .hasValueSatisfying(explained -> assertThat(explained.type()).isEqualTo(KitProblem.INVALID_ID));
    }

    @Test
    void a_malformed_environment_is_ours_and_stays_unexplained() {
        assertThat(Failures.explain(catchThrowable(() -> new KeySpace("Prod", "monitor"))))
                .isEmpty();
    }

    @Test
    void several_parts_that_fail_at_once_are_an_outage_if_each_of_them_is() {
        var late = new RedisTimedOut(RedisTimedOut.Reason.DEADLINE, "late");
        var away = new RedisUnavailable(RedisUnavailable.Reason.BREAKER_OPEN, "away");

        assertThat(Failures.explain(new CompositeException(late, away))).hasValueSatisfying(explained -> {
            assertThat(explained.type()).isEqualTo(KitProblem.REDIS_UNAVAILABLE);
            assertThat(explained.detail()).contains("is not known");
        });
        assertThat(Failures.explain(new CompositeException(late, new RedisRefused("WRONGTYPE of ours"))))
                .isEmpty();
    }
}
