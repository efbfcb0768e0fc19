package dev.hotstate.kit.redis.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.redis.connection.Failures;
import dev.hotstate.kit.redis.connection.RedisRefused;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

class FallbacksTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Fallbacks fallbacks = new Fallbacks(meters);

    @Test
    void what_redis_answers_is_passed_on() {
        assertThat(fallbacks.orSkip(Uni.createFrom().item("known")).await().indefinitely())
                .contains("known");
        assertThat(skipped()).isZero();
    }

    @Test
    void what_may_be_skipped_is_skipped_and_counted() {
        assertThat(fallbacks
                        .orSkip(Uni.createFrom().<String>failure(Failures.unavailable()))
                        .await()
                        .indefinitely())
                .isEmpty();
        assertThat(skipped()).isOne();
    }

    @Test
    void a_wrong_command_is_never_covered_up() {
        assertThatThrownBy(() -> fallbacks
                        .orSkip(Uni.createFrom().<String>failure(Failures.refused("WRONGTYPE x")))
                        .await()
                        .indefinitely())
                .isInstanceOf(RedisRefused.class);
        assertThat(skipped()).isZero();
    }

    private double skipped() {
        return meters.get("hotstate.redis.fallback")
                .tag("kind", "skip")
                .counter()
                .count();
    }
}
