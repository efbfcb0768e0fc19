package dev.hotstate.metrics.live;

import dev.hotstate.kit.http.sse.EventFeed;
import dev.hotstate.kit.http.sse.EventFeed.Snapshot;
import dev.hotstate.kit.http.sse.EventFeeds;
import dev.hotstate.kit.redis.instance.InstanceRegistry;
import dev.hotstate.kit.redis.vitals.VitalsSource;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Tells the pages that are open how it goes. */
@Singleton
class LiveFeed {

    private static final long STEP_MILLIS = Step.SECONDS * 1_000L;
    /** A step is told once, when all instances have had the time to write it. */
    private static final long LATE_MILLIS = 6_000;

    private static final int STEPS_MAX = Step.PER_MINUTE;

    private final Hour hour;
    private final TotalsStore totals;
    private final InstanceRegistry registry;
    private final VitalsSource vitals;
    private final Clock clock;
    private final EventFeed feed;
    private volatile long told;

    LiveFeed(
            Hour hour,
            TotalsStore totals,
            InstanceRegistry registry,
            VitalsSource vitals,
            Clock clock,
            EventFeeds feeds) {
        this.hour = hour;
        this.totals = totals;
        this.registry = registry;
        this.vitals = vitals;
        this.clock = clock;
        this.feed = feeds.open();
    }

    /** @param series the last hour, up to the last step that has ended */
    @Schema(name = "LiveSnapshot")
    record SnapshotView(LiveView now, SeriesView series) {}

    Multi<OutboundSseEvent> subscribe(@Nullable String lastEventId) {
        return feed.subscribe(lastEventId, () -> snapshot().map(view -> new Snapshot("snapshot", view)));
    }

    Uni<SnapshotView> snapshot() {
        return now(List.of()).map(now -> new SnapshotView(now, series()));
    }

    Uni<Void> tell() {
        var steps = newSteps();
        return feed.subscribers() == 0
                ? Uni.createFrom().voidItem()
                : now(steps).invoke(now -> feed.publish("tick", now)).replaceWithVoid();
    }

    private Uni<LiveView> now(List<StepView> steps) {
        return totals.read()
                .onFailure()
                .recoverWithNull()
                .map(found -> new LiveView(
                        clock.instant(),
                        found,
                        registry.current().count(),
                        LiveView.Backends.of(vitals.current()),
                        steps));
    }

    /** Those that have ended since this was asked before. */
    private List<StepView> newSteps() {
        long last = lastStep();
        var steps = new ArrayList<StepView>();
        for (long step = Math.max(told + 1, last - STEPS_MAX + 1); step <= last; step++) {
            steps.add(new StepView(instantOf(step), StepView.values(at(step))));
        }
        told = last;
        return steps;
    }

    SeriesView series() {
        long last = lastStep();
        long first = last - (long) Hour.MINUTES * Step.PER_MINUTE + 1;
        var series = SeriesView.empty(Step.SECONDS, instantOf(first));
        for (long step = first; step <= last; step++) {
            series.add(StepView.values(at(step)));
        }
        return series;
    }

    private @Nullable Step at(long step) {
        return hour.minute(step / Step.PER_MINUTE)
                .map(minute -> minute.steps().get((int) (step % Step.PER_MINUTE)))
                .orElse(null);
    }

    /** The last one that has ended and can't change any more, since 1970. */
    private long lastStep() {
        return (clock.millis() - LATE_MILLIS) / STEP_MILLIS - 1;
    }

    private static Instant instantOf(long step) {
        return Instant.ofEpochMilli(step * STEP_MILLIS);
    }
}
