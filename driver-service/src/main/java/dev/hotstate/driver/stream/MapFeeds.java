package dev.hotstate.driver.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.driver.mirror.MirrorConfig;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverListener;
import dev.hotstate.driver.position.Status;
import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.driver.stream.MapWatch.Concern;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.sse.EventFeed.Snapshot;
import dev.hotstate.kit.http.sse.EventFeeds;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.live.LiveChannel;
import dev.hotstate.kit.redis.live.LiveListener;
import dev.hotstate.kit.redis.live.LiveSpec;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/** Tells clients of this instance what any instance learns about drivers in their part of the map, while there are clients. */
@Singleton
class MapFeeds implements DriverListener, LiveListener {

    private static final Logger LOG = Logger.getLogger(MapFeeds.class);
    private static final int PER_MESSAGE = 500;

    /** What Postgres takes to write the changes of one period, as a rule. */
    private static final Duration WRITING = Duration.ofSeconds(1);

    private static final Refusal TOO_MANY =
            new Refusal(KitProblem.OVERLOADED, "This instance watches as many parts of the map as it can.");

    private final EventFeeds feeds;
    private final LiveChannel<Long, LiveDriver> channel;
    private final SnapshotStore snapshots;
    private final DriverIds ids;
    private final ObjectMapper json;
    private final StreamConfig config;
    private final Clock clock;
    private final Map<Bounds, MapWatch> watches = new ConcurrentHashMap<>();

    MapFeeds(
            EventFeeds feeds,
            RedisRouter redis,
            KeySpace keys,
            SnapshotStore snapshots,
            DriverIds ids,
            @Stored ObjectMapper json,
            StreamConfig config,
            MirrorConfig mirror,
            Clock clock,
            Vertx vertx,
            MeterRegistry meters) {
        this.feeds = feeds;
        this.snapshots = snapshots;
        this.ids = ids;
        this.json = json;
        this.config = config;
        this.clock = clock;
        var spec = new LiveSpec<Long, LiveDriver>(
                keys.key("live", "drivers"),
                config.period(),
                mirror.period().plus(WRITING),
                config.pendingMax(),
                PER_MESSAGE,
                LiveDriver::later,
                this::encode);
        this.channel = new LiveChannel<>(spec, this, redis, vertx, meters);
        Gauge.builder("driver.stream.watched", watches::size)
                .description("Different parts of the map that somebody watches on this instance")
                .register(meters);
    }

    void start(@Observes StartupEvent event) {
        channel.start();
    }

    void stop(@Observes ShutdownEvent event) {
        channel.close();
    }

    @Override
    public void changed(List<DriverChange> changes) {
        for (var change : changes) {
            LiveDriver.of(change).ifPresent(driver -> channel.add(driver.n(), driver));
        }
    }

    /** Always begins with a snapshot: what was missed would be as long. */
    Multi<OutboundSseEvent> subscribe(Bounds bounds) {
        if (watches.size() >= config.boundsMax() && !watches.containsKey(bounds)) {
            throw TOO_MANY;
        }
        var watch = watches.computeIfAbsent(bounds, this::open);
        watch.touch();
        var followed = channel.follow();
        return watch.feed()
                .subscribe(
                        null, () -> followed.chain(() -> snapshot(watch)).map(view -> new Snapshot("snapshot", view)));
    }

    /** One message waits for the names of the one before: a later one must not be overtaken. */
    private MapWatch open(Bounds bounds) {
        var watch = new MapWatch(bounds, feeds.open(), config.snapshotMax() * 2);
        watch.concerns()
                .onItem()
                .transformToUniAndConcatenate(concern -> changes(concern)
                        .onFailure()
                        .invoke(failure -> LOG.debugf("Changes on the map are not told: %s", failure.getMessage()))
                        .onFailure()
                        .recoverWithNull()
                        .onTermination()
                        .invoke(() -> catchUp(watch)))
                .subscribe()
                .with(changes -> watch.feed().publish("changes", changes));
        return watch;
    }

    private Uni<MapSnapshot> snapshot(MapWatch watch) {
        int max = config.snapshotMax();
        return snapshots
                .inside(watch.bounds(), Status.AVAILABLE, max + 1)
                .chain(available -> snapshots
                        .inside(watch.bounds(), Status.BUSY, max + 1)
                        .chain(busy -> {
                            var all = new ArrayList<>(available);
                            all.addAll(busy);
                            var shown = all.size() > max ? all.subList(0, max) : all;
                            watch.shown(shown);
                            return named(shown)
                                    .map(drivers -> new MapSnapshot(clock.instant(), all.size() > max, drivers));
                        }));
    }

    /** Forgets what nobody watches any more. */
    @Override
    public boolean isWatched() {
        watches.values().removeIf(watch -> {
            boolean isOver = watch.isOver();
            if (isOver) {
                watch.close();
            }
            return isOver;
        });
        return !watches.isEmpty();
    }

    @Override
    public void received(byte[] message) {
        try {
            var changes = List.of(json.readValue(message, LiveDriver[].class));
            watches.values().forEach(watch -> watch.add(watch.concern(changes)));
        } catch (IOException unreadable) {
            LOG.warnf("A message about drivers can't be read: %s", unreadable.getMessage());
        }
    }

    private Uni<MapChanges> changes(Concern concern) {
        return named(concern.inside())
                .chain(drivers ->
                        ids.idsOf(concern.gone()).map(gone -> new MapChanges(drivers, List.copyOf(gone.values()))));
    }

    @Override
    public void mayHaveMissedSome() {
        watches.values().forEach(this::beginAnew);
    }

    private void catchUp(MapWatch watch) {
        if (watch.told()) {
            beginAnew(watch);
        }
    }

    private void beginAnew(MapWatch watch) {
        snapshot(watch).subscribe().with(view -> watch.feed().publish("snapshot", view), failure -> {
            // The next change tries again.
            watch.missed();
            LOG.debugf("No snapshot after a gap: %s", failure.getMessage());
        });
    }

    /** Who has no id was erased a moment ago. */
    private Uni<List<DriverOnMap>> named(Collection<LiveDriver> drivers) {
        var numbers = new HashSet<Long>();
        drivers.forEach(driver -> numbers.add(driver.n()));
        return ids.idsOf(numbers)
                .map(names -> drivers.stream()
                        .filter(driver -> names.containsKey(driver.n()))
                        .map(driver -> DriverOnMap.of(names.get(driver.n()), driver))
                        .toList());
    }

    private byte[] encode(List<LiveDriver> changes) {
        try {
            return json.writeValueAsBytes(changes);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Changes must be JSON", e);
        }
    }
}
