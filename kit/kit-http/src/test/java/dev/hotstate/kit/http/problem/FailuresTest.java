package dev.hotstate.kit.http.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.KeySpace;
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
}
