package dev.hotstate.monitor.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScheduleFiguresTest {

    private static final int PERIODS_PER_MINUTE = 12;

    private final Vertx vertx = Vertx.vertx();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ScheduleFigures figures = new ScheduleFigures(meters, vertx);

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void an_instance_that_runs_no_checks_is_never_late() {
        figures.count().await().indefinitely();

        assertThat(figures.now().latenessMs()).isZero();
        assertThat(figures.now().latenessTrendMs()).isEmpty();
    }

    @Test
    void lateness_is_kept_once_a_minute_for_an_hour() {
        Timer.builder("monitor.check.lateness").register(meters).record(Duration.ofMillis(70));

        minutes(1);
        assertThat(figures.now().latenessTrendMs()).containsExactly(70.0);
        minutes(70);

        assertThat(figures.now().latenessTrendMs()).hasSize(60);
    }

    @Test
    void what_waited_for_the_start_is_told_apart_from_what_is_late_now() {
        var inService = new AtomicReference<>(0.25);
        Timer.builder("monitor.check.lateness").register(meters).record(Duration.ofSeconds(22));
        Gauge.builder("monitor.schedule.lateness", inService::get).register(meters);

        assertThat(figures.now().latenessMs()).isEqualTo(250);
        assertThat(figures.now().startLatenessMs()).isEqualTo(22_000);

        inService.set(22.0);
        assertThat(figures.now().latenessMs()).isEqualTo(22_000);
        assertThat(figures.now().startLatenessMs()).isZero();
    }

    private void minutes(int count) {
        for (int i = 0; i < count * PERIODS_PER_MINUTE; i++) {
            figures.count().await().indefinitely();
        }
    }
}
