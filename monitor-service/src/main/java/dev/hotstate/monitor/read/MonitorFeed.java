package dev.hotstate.monitor.read;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.sse.EventFeed;
import dev.hotstate.kit.http.sse.EventFeed.Snapshot;
import dev.hotstate.kit.http.sse.EventFeeds;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.live.LiveChannel;
import dev.hotstate.kit.redis.live.LiveListener;
import dev.hotstate.kit.redis.live.LiveSpec;
import dev.hotstate.kit.redis.vitals.Vitals;
import dev.hotstate.kit.redis.vitals.VitalsSource;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.read.LiveResults.LiveResult;
import dev.hotstate.monitor.result.ResultListener;
import dev.hotstate.monitor.result.TakenResult;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends what any instance learns to the pages at any instance, while there are pages. Results are collected for half a second,
 * the last one of each monitor. A page reads the states once it is told of results, and again when it may have missed some.
 * What Redis does not answer no result tells: that comes from the vitals of the instance that the page is connected to.
 */
@Singleton
class MonitorFeed implements ResultListener, LiveListener {

    private static final Duration PERIOD = Duration.ofMillis(500);

    /** Beyond it, the rest waits for the next reading of the list. */
    private static final int PENDING_MAX = 20_000;

    private static final int RESULTS_PER_MESSAGE = 500;

    private final EventFeed feed;
    private final LiveChannel<String, TakenResult> channel;
    private final Definitions definitions;
    private final StatusReader reader;
    private final ObjectMapper json;
    private final Clock clock;
    private final VitalsSource vitals;
    private volatile Backends backends;
    private VitalsSource.@Nullable Subscription looks;

    MonitorFeed(
            EventFeeds feeds,
            RedisRouter redis,
            KeySpace keys,
            Definitions definitions,
            StatusReader reader,
            ObjectMapper json,
            Clock clock,
            VitalsSource vitals,
            Vertx vertx,
            MeterRegistry meters) {
        this.feed = feeds.open();
        this.definitions = definitions;
        this.reader = reader;
        this.json = json;
        this.clock = clock;
        this.vitals = vitals;
        this.backends = Backends.of(vitals.current());
        var spec = new LiveSpec<String, TakenResult>(
                keys.key("live", "results"),
                PERIOD,
                Duration.ZERO,
                PENDING_MAX,
                RESULTS_PER_MESSAGE,
                MonitorFeed::later,
                this::encode);
        this.channel = new LiveChannel<>(spec, this, redis, vertx, meters);
    }

    /** What a client gets first: from now on it is told of everything. */
    record Hello(Instant asOf, int monitors, Backends backends) {}

    private record Encoded(@JsonValue @JsonRawValue String json) {}

    void start(@Observes StartupEvent event) {
        channel.start();
        looks = vitals.onPoll(this::looked);
    }

    void stop(@Observes ShutdownEvent event) {
        channel.close();
        if (looks != null) {
            looks.close();
        }
    }

    @Override
    public void taken(TakenResult result) {
        channel.add(result.monitor(), result);
    }

    private static TakenResult later(TakenResult one, TakenResult other) {
        return other.at().isBefore(one.at()) ? one : other;
    }

    /** Who comes back to an instance that did not listen meanwhile can't be told what it missed. */
    Multi<OutboundSseEvent> subscribe(@Nullable String lastEventId) {
        var known = channel.isFollowing() ? lastEventId : null;
        var followed = channel.follow();
        return feed.subscribe(known, () -> followed.map(done -> new Snapshot("snapshot", hello())));
    }

    /** Sends what came together since the last time, if anybody listens. */
    Uni<Void> tell() {
        return channel.tick();
    }

    @Override
    public boolean isWatched() {
        return feed.subscribers() > 0;
    }

    @Override
    public void received(byte[] message) {
        feed.publish("results", new Encoded(new String(message, StandardCharsets.UTF_8)));
    }

    /** Also while nobody is here: who comes back then must not take what it saw last for the last there was. */
    @Override
    public void mayHaveMissedSome() {
        feed.publish("snapshot", hello());
    }

    private void looked(Vitals look) {
        var before = backends;
        backends = Backends.of(look);
        if (!backends.equals(before) && feed.subscribers() > 0) {
            feed.publish("backends", backends);
        }
    }

    private Hello hello() {
        return new Hello(clock.instant(), definitions.all().size(), backends);
    }

    private byte[] encode(List<TakenResult> taken) {
        var results = new ArrayList<LiveResult>(taken.size());
        for (var result : taken) {
            definitions.known(result.monitor()).ifPresent(monitor -> {
                var state = ShownState.of(monitor.enabled(), reader.inMaintenance(monitor), result.state());
                results.add(LiveResult.of(result, state));
            });
        }
        try {
            return json.writeValueAsBytes(new LiveResults(results));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Results must be JSON", e);
        }
    }
}
