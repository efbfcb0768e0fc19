package dev.hotstate.monitor.push;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PingLimitTest {

    private static final int AT_ONCE = 3;

    /** What is used up comes back after a second: long after the test. */
    private final PingLimit limit = new PingLimit(new SmallRyeConfigBuilder()
            .withMapping(PushConfig.class)
            .withDefaultValue("monitor.push.pings-per-second", "1")
            .withDefaultValue("monitor.push.ping-burst", Integer.toString(AT_ONCE))
            .withDefaultValue("monitor.push.guesses-per-second", "1")
            .withDefaultValue("monitor.push.guess-burst", Integer.toString(AT_ONCE))
            .build()
            .getConfigMapping(PushConfig.class));

    @Test
    void each_job_has_a_limit_of_its_own() {
        var busy = UUID.randomUUID();

        useUp(() -> limit.requireReport(busy));

        assertThatCode(() -> limit.requireReport(UUID.randomUUID())).doesNotThrowAnyException();
        assertThatCode(() -> limit.requireReport("key", "slug")).doesNotThrowAnyException();
    }

    @Test
    void jobs_that_are_named_by_key_and_slug_have_one_too() {
        useUp(() -> limit.requireReport("key", "slug"));

        assertThatCode(() -> limit.requireReport("key", "other")).doesNotThrowAnyException();
    }

    @Test
    void who_guesses_is_limited_by_address() {
        useUp(() -> limit.requireGuess("192.0.2.1"));

        assertThatCode(() -> limit.requireGuess("192.0.2.2")).doesNotThrowAnyException();
    }

    private static void useUp(Runnable once) {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100 * AT_ONCE; i++) {
                        once.run();
                    }
                })
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("At most 1 per second, and 3 at once.");
    }
}
