package dev.hotstate.driver.position;

import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.kit.redis.worker.Ticker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells cells again what they could not be told, until they answer. */
@Singleton
final class UntoldCellsWorker {

    private static final Duration PERIOD = Duration.ofMillis(500);

    private final CellDisplay display;
    private final RedisClock clock;
    private final Vertx vertx;
    private final MeterRegistry meters;
    private @Nullable Ticker ticker;

    UntoldCellsWorker(CellDisplay display, RedisClock clock, Vertx vertx, MeterRegistry meters) {
        this.display = display;
        this.clock = clock;
        this.vertx = vertx;
        this.meters = meters;
    }

    void start(@Observes StartupEvent event) {
        Gauge.builder("driver.cells.untold", display::untold)
                .description("Drivers whose cells could not be told yet whether they are there")
                .register(meters);
        ticker = Ticker.every(vertx, PERIOD, "Telling cells again", () -> display.tellAgain(clock.now()));
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }
}
