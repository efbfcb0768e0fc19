package dev.hotstate.monitor.maintenance;

import dev.hotstate.kit.redis.worker.NewestReading;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which monitors are in maintenance. Two ways to ask: {@link #windows} reads Postgres and is what alerts are muted by;
 * {@link #covers} looks at a copy of a few seconds ago and is for display.
 */
@Singleton
public class MaintenanceCalendar {

    /** More windows than anybody can oversee; the newest beyond it would not mute. */
    static final int WINDOWS_MAX = 1_000;

    private static final Duration REFRESH = Duration.ofSeconds(2);

    private final MaintenanceStore store;
    private final Clock clock;
    private final Vertx vertx;
    private final NewestReading<List<MaintenanceWindow>> windows = new NewestReading<>(List.of(), this::present);
    private @Nullable Ticker ticker;

    MaintenanceCalendar(MaintenanceStore store, Clock clock, Vertx vertx) {
        this.store = store;
        this.clock = clock;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, REFRESH, "Reading the maintenance windows", this::refresh);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** All windows that are not over for good, as Postgres has them now. */
    public Uni<List<MaintenanceWindow>> windows(Instant at) {
        return store.notOverAt(at, WINDOWS_MAX);
    }

    private Uni<List<MaintenanceWindow>> present() {
        return windows(clock.instant());
    }

    /** Whether the monitor is in maintenance at the moment, as of a few seconds ago. */
    public boolean covers(String monitorId, Collection<String> tags) {
        var windows = known();
        return !windows.isEmpty() && MaintenanceWindow.anyMutes(windows, monitorId, tags, clock.instant());
    }

    /** The windows of a few seconds ago. */
    public List<MaintenanceWindow> known() {
        return windows.get();
    }

    private Uni<Void> refresh() {
        return windows.read();
    }

    /**
     * Right after a change, which then is known here when its caller is told. The change stands whether it can be read or not: who
     * was told of a failure would make the same window twice, and the next tick reads it.
     */
    Uni<Void> refreshAfterChange() {
        return refresh().onFailure().recoverWithNull();
    }
}
