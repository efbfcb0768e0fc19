package dev.hotstate.kit.redis.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TickerTest {

    private static final Duration PERIOD = Duration.ofMillis(5);

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger ticks = new AtomicInteger();

    @AfterEach
    void closeVertx() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void it_ticks_until_closed() {
        var ticker = Ticker.every(vertx, PERIOD, "test", this::tick);
        await().until(() -> ticks.get() >= 3);
        ticker.close();
        int ticksWhenClosed = ticks.get();
        await().during(PERIOD.multipliedBy(10)).until(() -> ticks.get() <= ticksWhenClosed + 1);
    }

    @Test
    void a_tick_is_never_overtaken_by_the_next() {
        var end = new CompletableFuture<Void>();
        try (var ticker = Ticker.every(vertx, PERIOD, "test", () -> {
            ticks.incrementAndGet();
            return Uni.createFrom().completionStage(end);
        })) {
            await().until(() -> ticks.get() == 1);
            await().during(PERIOD.multipliedBy(10)).until(() -> ticks.get() == 1);
            end.complete(null);
            await().until(() -> ticks.get() > 1);
        }
    }

    @Test
    void who_waits_for_its_end_waits_for_the_tick_under_way_even_if_that_fails() {
        var end = new CompletableFuture<Void>();
        var ticker = Ticker.every(vertx, PERIOD, "test", () -> {
            ticks.incrementAndGet();
            return Uni.createFrom().completionStage(end);
        });
        await().until(() -> ticks.get() == 1);

        var closed = ticker.closeAndAwait().subscribeAsCompletionStage();

        assertThat(closed).isNotDone();
        end.completeExceptionally(new IllegalStateException("failed"));
        assertThat(closed).succeedsWithin(Duration.ofSeconds(10));
        assertThat(ticker.closeAndAwait().subscribeAsCompletionStage()).isDone();
        assertThat(ticks).hasValue(1);
    }

    @Test
    void a_failing_tick_does_not_end_it() {
        try (var ticker = Ticker.every(vertx, PERIOD, "test", () -> {
            if (ticks.incrementAndGet() == 1) {
                throw new IllegalStateException("thrown");
            }
            return Uni.createFrom().failure(new IllegalStateException("failed"));
        })) {
            await().until(() -> ticks.get() >= 4);
        }
    }

    @Test
    void what_many_commands_fail_with_is_said_once() {
        var away = new IllegalStateException("node away");
        assertThat(Ticker.reason(new CompositeException(away, away, new IllegalStateException("breaker open"))))
                .isEqualTo("node away; breaker open");
        assertThat(Ticker.reason(away)).isEqualTo("node away");
    }

    private Uni<Integer> tick() {
        return Uni.createFrom().item(ticks.incrementAndGet());
    }
}
