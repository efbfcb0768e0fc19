package dev.hotstate.kit.redis.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.RedisUnavailable;
import dev.hotstate.kit.testing.log.LogCapture;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.AbstractUni;
import io.smallrye.mutiny.subscription.UniSubscriber;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DroppedFailuresTest {

    private final LogCapture log = LogCapture.start();

    @BeforeEach
    void listen() {
        Infrastructure.setDroppedExceptionHandler(DroppedFailures::note);
    }

    @AfterEach
    void stop() {
        Infrastructure.resetDroppedExceptionHandler();
        log.close();
    }

    @Test
    void the_second_command_that_fails_is_no_error() {
        failBoth(new RedisUnavailable(RedisUnavailable.Reason.BREAKER_OPEN, "the breaker is open"));
        assertThat(log.text()).contains("After another failure: the breaker is open");
        assertThat(log.errors()).isEmpty();
    }

    @Test
    void any_other_failure_is_one() {
        failBoth(new IllegalStateException("a defect"));
        assertThat(log.errors()).containsExactly("A failure that nobody waited for");
        assertThat(log.text()).contains("IllegalStateException: a defect");
    }

    private static void failBoth(Throwable second) {
        var commands = List.of(new Command(), new Command());
        var both = Uni.join()
                .all(commands.stream()
                        .map(command -> command.map(String::strip))
                        .toList())
                .andFailFast();
        both.subscribe().with(all -> {}, failure -> {});
        commands.get(0).subscriber.onFailure(new IllegalStateException("the first"));
        commands.get(1).subscriber.onFailure(second);
    }

    /** Sent is sent: its answer comes, also when nobody waits for it any more. */
    private static final class Command extends AbstractUni<String> {

        private UniSubscriber<? super String> subscriber;

        @Override
        public void subscribe(UniSubscriber<? super String> waiting) {
            subscriber = waiting;
            waiting.onSubscribe(() -> {});
        }
    }
}
