package dev.hotstate.driver.claim;

import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Ends claims whose lease is over, and tells Redis what those who died did not. */
@Singleton
class AssignmentWorker {

    private static final Duration CLEANING = Duration.ofMinutes(10);

    private final AssignmentStore assignments;
    private final RequestStore requests;
    private final Telling telling;
    private final ClaimConfig config;
    private final ClaimMetrics metrics;
    private final RedisClock clock;
    private final Vertx vertx;
    private @Nullable Ticker ticker;
    private @Nullable Ticker cleaner;

    AssignmentWorker(
            AssignmentStore assignments,
            RequestStore requests,
            Telling telling,
            ClaimConfig config,
            ClaimMetrics metrics,
            RedisClock clock,
            Vertx vertx) {
        this.assignments = assignments;
        this.requests = requests;
        this.telling = telling;
        this.config = config;
        this.metrics = metrics;
        this.clock = clock;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.tick(), "Ending claims", this::tick);
        cleaner = Ticker.every(vertx, CLEANING, "Forgetting old claims", this::clean);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
        if (cleaner != null) {
            cleaner.close();
        }
    }

    Uni<Void> tick() {
        return assignments
                .expire(clock.shown(), config.batch())
                .invoke(ended -> metrics.ended(ended.size()))
                .chain(ended -> each(ended, telling::tellSoon))
                .chain(() -> assignments.untold(config.batch()))
                .invoke(untold -> metrics.repaired(untold.size()))
                .chain(untold -> each(untold, telling::tellAgain));
    }

    Uni<Void> clean() {
        return requests.forget(config.keep(), config.batch())
                .chain(removed -> removed < config.batch() ? Uni.createFrom().voidItem() : clean());
    }

    private static Uni<Void> each(List<Assignment> changed, Function<Assignment, Uni<Void>> tell) {
        return changed.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join()
                        .all(changed.stream().map(tell).toList())
                        .andFailFast()
                        .replaceWithVoid();
    }
}
