package dev.hotstate.kit.redis.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hotstate.kit.redis.connection.Failures;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetriesTest {

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Retries retries = new Retries(meters);
    private final AtomicInteger tries = new AtomicInteger();

    @Test
    void work_that_succeeds_in_the_end_is_tried_until_then() {
        // When
        String result =
                retries.run(() -> failingUntil(3, Failures.timedOut())).await().atMost(Duration.ofSeconds(20));
        // Then
        assertThat(result).isEqualTo("done");
        assertThat(tries).hasValue(3);
        assertThat(meters.get("hotstate.redis.retry.started").counter().count()).isEqualTo(2);
    }

    @Test
    void after_100_200_and_400_ms_it_gives_up_with_the_failure_itself() {
        // Given
        long began = System.nanoTime();
        // When
        Throwable failure = catchThrowable(() -> retries.run(() -> failingUntil(9, Failures.unavailable()))
                .await()
                .atMost(Duration.ofSeconds(20)));
        // Then
        assertThat(failure).hasMessage(Failures.unavailable().getMessage());
        assertThat(tries).hasValue(4);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(690));
        assertThat(meters.get("hotstate.redis.retry.exhausted").counter().count())
                .isEqualTo(1);
    }

    @Test
    void a_wrong_command_is_not_tried_again() {
        // When
        Throwable failure = catchThrowable(() -> retries.run(() -> failingUntil(9, Failures.refused("WRONGTYPE x")))
                .await()
                .atMost(Duration.ofSeconds(20)));
        // Then
        assertThat(failure).hasMessageStartingWith("WRONGTYPE");
        assertThat(tries).hasValue(1);
    }

    private Uni<String> failingUntil(int success, RuntimeException failure) {
        return tries.incrementAndGet() < success
                ? Uni.createFrom().failure(failure)
                : Uni.createFrom().item("done");
    }
}
