package dev.hotstate.driver.geofence;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reminds Redis of drivers that are in fences, after it has forgotten them: one that is outside by now would be taken for one
 * that never was inside, and nobody would hear that it has left.
 */
@Singleton
class StayWorker {

    private static final Duration PERIOD = Duration.ofSeconds(30);
    private static final Duration KEEP = Duration.ofDays(1);
    private static final int PAGE = 1_000;

    private final EventStore events;
    private final InsideStore inside;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    StayWorker(EventStore events, InsideStore inside, Vertx vertx) {
        this.events = events;
        this.inside = inside;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Reminding Redis of drivers in fences", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return remindFrom(0).chain(() -> events.forgetStays(KEEP, PAGE)).replaceWithVoid();
    }

    private Uni<Void> remindFrom(long after) {
        return events.inside(after, PAGE)
                .chain(drivers -> drivers.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : inside.known(drivers)
                                .chain(known -> remind(drivers, known))
                                .chain(() -> drivers.size() < PAGE
                                        ? Uni.createFrom().voidItem()
                                        : remindFrom(drivers.getLast())));
    }

    private Uni<Void> remind(List<Long> drivers, Set<Long> known) {
        var forgotten = new ArrayList<>(drivers);
        forgotten.removeAll(known);
        return forgotten.isEmpty()
                ? Uni.createFrom().voidItem()
                : events.stays(forgotten)
                        .chain(stays -> Uni.join()
                                .all(stays.entrySet().stream()
                                        .map(entry -> inside.remind(entry.getKey(), entry.getValue()))
                                        .toList())
                                .usingConcurrencyOf(64)
                                .andCollectFailures()
                                .replaceWithVoid());
    }
}
