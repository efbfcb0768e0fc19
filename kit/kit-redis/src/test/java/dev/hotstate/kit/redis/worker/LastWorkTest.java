package dev.hotstate.kit.redis.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LastWorkTest {

    private static final ShutdownEvent STOP = new ShutdownEvent();
    private static final Duration MOMENT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final List<Throwable> troubles = new ArrayList<>();

    @Test
    void work_that_ends_has_ended_when_the_wait_is_over() {
        var done = new CompletableFuture<Void>();

        LastWork.await(
                STOP,
                Uni.createFrom().item(1).onItem().delayIt().by(MOMENT).invoke(() -> done.complete(null)),
                LONG,
                troubles::add);

        assertThat(done).isCompleted();
        assertThat(troubles).isEmpty();
    }

    @Test
    void work_that_fails_is_told_and_keeps_nobody_from_stopping() {
        var failure = new IllegalStateException("Redis is away");

        LastWork.await(STOP, Uni.createFrom().failure(failure), LONG, troubles::add);

        assertThat(troubles).containsExactly(failure);
    }

    @Test
    void work_that_never_ends_is_told_and_keeps_nobody_from_stopping() {
        LastWork.await(STOP, Uni.createFrom().nothing(), MOMENT, troubles::add);

        assertThat(troubles).singleElement().isInstanceOf(TimeoutException.class);
    }
}
