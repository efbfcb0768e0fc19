package dev.hotstate.monitor.delivery;

import dev.hotstate.kit.redis.worker.Ticker;
import dev.hotstate.monitor.channel.Channel;
import dev.hotstate.monitor.channel.Channels;
import dev.hotstate.monitor.channel.SendOutcome;
import dev.hotstate.monitor.channel.SendOutcome.Delivered;
import dev.hotstate.monitor.channel.SendOutcome.Failed;
import dev.hotstate.monitor.delivery.DeliveryMetrics.Outcome;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Empties the outbox. Each channel has a few places on each instance: deliveries that hang fill those of their own channel
 * and nothing else. A place that becomes free is filled at once, so that a long queue is not emptied at the pace of the ticks.
 */
@Singleton
class DeliveryWorker {

    private static final Logger LOG = Logger.getLogger(DeliveryWorker.class);
    private static final Duration HOUSEKEEPING = Duration.ofSeconds(10);

    private final DeliveryStore store;
    private final Channels channels;
    private final DeliveryConfig config;
    private final DeliveryPolicy policy;
    private final DeliveryMetrics metrics;
    private final Vertx vertx;
    private final Map<String, Integer> underWay = new ConcurrentHashMap<>();
    private @Nullable Ticker ticker;
    private @Nullable Ticker housekeeping;
    private volatile boolean stopped;

    DeliveryWorker(
            DeliveryStore store, Channels channels, DeliveryConfig config, DeliveryMetrics metrics, Vertx vertx) {
        this.store = store;
        this.channels = channels;
        this.config = config;
        this.policy = new DeliveryPolicy(config.pauses(), config.retryAfterMax());
        this.metrics = metrics;
        this.vertx = vertx;
        if (config.lease().compareTo(config.timeout().multipliedBy(2)) <= 0) {
            throw new IllegalArgumentException(
                    "monitor.delivery.lease must be more than twice monitor.delivery.timeout");
        }
    }

    void start(@Observes StartupEvent event) {
        stopped = false;
        ticker = Ticker.every(vertx, config.tick(), "Delivery of alerts", this::tick);
        housekeeping = Ticker.every(vertx, HOUSEKEEPING, "Look at the outbox", this::keepHouse);
    }

    /** Takes what is due and has a place. Done when it is taken, not when it is delivered. */
    Uni<Integer> tick() {
        return store.dueChannels().chain(this::take);
    }

    Uni<Void> keepHouse() {
        return store.giveUpForClosedChannels()
                .chain(store::depth)
                .invoke(metrics::depth)
                .replaceWithVoid();
    }

    /** What is under way may still end; what does not is taken over when its lease ends. */
    void stop(@Observes ShutdownEvent event) {
        stopped = true;
        if (ticker != null) {
            ticker.close();
        }
        if (housekeeping != null) {
            housekeeping.close();
        }
    }

    /** Places are taken before Postgres is asked, so that two askers can't fill one twice. */
    private Uni<Integer> take(List<String> due) {
        var room = new HashMap<String, Integer>();
        for (var channel : due) {
            int free = takePlaces(channel);
            if (free > 0) {
                room.put(channel, free);
            }
        }
        if (room.isEmpty() || stopped) {
            room.forEach(this::free);
            return Uni.createFrom().item(0);
        }
        return store.claim(room, config.lease())
                .onFailure()
                .invoke(() -> room.forEach(this::free))
                .invoke(claimed -> {
                    claimed.forEach(delivery -> room.merge(delivery.channelId(), -1, Integer::sum));
                    room.forEach(this::free);
                    claimed.forEach(this::begin);
                })
                .map(List::size);
    }

    private void begin(ClaimedDelivery delivery) {
        deliver(delivery).subscribe().with(done -> ended(delivery), failure -> {
            LOG.warnf("The outcome of a delivery can't be kept, deliveryId=%d: %s", delivery.id(), failure);
            ended(delivery);
        });
    }

    /** Fills the place again, unless there is nothing to fill it with. */
    private void ended(ClaimedDelivery delivery) {
        free(delivery.channelId(), 1);
        take(List.of(delivery.channelId()))
                .subscribe()
                .with(taken -> {}, failure -> LOG.debugf(failure, "The next tick tries again"));
    }

    private Uni<Void> deliver(ClaimedDelivery delivery) {
        return channels.find(delivery.channelId())
                .chain(found -> found.isEmpty() ? settleGone(delivery) : send(delivery, found.get()));
    }

    private Uni<Void> send(ClaimedDelivery delivery, Channel channel) {
        return channels.send(channel, delivery.alert(), delivery.idempotencyKey(), config.timeout())
                .chain(outcome -> settle(delivery, outcome))
                .invoke(outcome -> metrics.count(channel.settings().kind(), outcome))
                .replaceWithVoid();
    }

    private Uni<Outcome> settle(ClaimedDelivery delivery, SendOutcome outcome) {
        return switch (outcome) {
            case Delivered delivered -> held(store.sent(delivery), Outcome.SENT);
            case Failed failed -> {
                Optional<Duration> pause = policy.pause(delivery.attempts(), failed.retryAfter());
                yield pause.isPresent()
                        ? held(store.failed(delivery, failed.detail(), failed.refused(), pause.get()), Outcome.FAILED)
                        : held(store.died(delivery, failed.detail(), failed.refused()), Outcome.DEAD);
            }
        };
    }

    private Uni<Void> settleGone(ClaimedDelivery delivery) {
        return store.died(delivery, "The channel is deleted", true).replaceWithVoid();
    }

    private static Uni<Outcome> held(Uni<Boolean> settled, Outcome outcome) {
        return settled.map(held -> held ? outcome : Outcome.LOST);
    }

    private int takePlaces(String channel) {
        var free = new int[1];
        underWay.compute(channel, (id, count) -> {
            int used = count == null ? 0 : count;
            free[0] = Math.max(0, config.perChannelMax() - used);
            return used + free[0] == 0 ? null : used + free[0];
        });
        return free[0];
    }

    private void free(String channel, int places) {
        underWay.computeIfPresent(channel, (id, count) -> count == places ? null : count - places);
    }
}
