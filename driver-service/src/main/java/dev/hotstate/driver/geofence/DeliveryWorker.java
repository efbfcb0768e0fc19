package dev.hotstate.driver.geofence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.egress.EgressFailures;
import dev.hotstate.kit.http.secret.SecretSealer;
import dev.hotstate.kit.http.webhook.Webhook;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import dev.hotstate.kit.http.webhook.Webhooks;
import dev.hotstate.kit.redis.worker.Ticker;
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
 * Tells the addresses of fences what happened there, signed (Standard Webhooks), at least once. Each host has a few places on
 * each instance: one that hangs fills its own and nothing else.
 */
@Singleton
class DeliveryWorker {

    private static final Logger LOG = Logger.getLogger(DeliveryWorker.class);

    /** Of the timeout: who has not answered by then has died, and another instance may send it. */
    private static final int LEASE_FACTOR = 3;

    private static final int FORGET_BATCH = 5_000;
    private static final Duration CLEANING = Duration.ofMinutes(10);

    private final DeliveryStore deliveries;
    private final EventStore events;
    private final Fences fences;
    private final SecretSealer sealer;
    private final Webhooks webhooks;
    private final ObjectMapper json;
    private final GeofenceConfig config;
    private final GeofenceMetrics metrics;
    private final Vertx vertx;
    private final Map<String, Integer> underWay = new ConcurrentHashMap<>();
    private @Nullable Ticker ticker;
    private @Nullable Ticker cleaner;

    DeliveryWorker(
            DeliveryStore deliveries,
            EventStore events,
            Fences fences,
            SecretSealer sealer,
            Webhooks webhooks,
            ObjectMapper json,
            GeofenceConfig config,
            GeofenceMetrics metrics,
            Vertx vertx) {
        this.deliveries = deliveries;
        this.events = events;
        this.fences = fences;
        this.sealer = sealer;
        this.webhooks = webhooks;
        this.json = json;
        this.config = config;
        this.metrics = metrics;
        this.vertx = vertx;
    }

    /** What is told. */
    record Message(String type, EventView data) {}

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.tick(), "Webhooks of geofences", this::tick);
        cleaner = Ticker.every(vertx, CLEANING, "Forgetting old events of geofences", this::clean);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
        if (cleaner != null) {
            cleaner.close();
        }
    }

    /** Takes what is due and has a place. Done when it is taken, not when it is delivered. */
    Uni<Void> tick() {
        if (fences.index().isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return deliveries.dueHosts().chain(hosts -> {
            var room = new HashMap<String, Integer>();
            for (var host : hosts) {
                int free = config.perHostMax() - underWay.getOrDefault(host, 0);
                if (free > 0) {
                    room.put(host, free);
                }
            }
            return room.isEmpty()
                    ? Uni.createFrom().voidItem()
                    : deliveries
                            .claim(room, config.timeout().multipliedBy(LEASE_FACTOR))
                            .invoke(claimed -> claimed.forEach(this::begin))
                            .replaceWithVoid();
        });
    }

    private Uni<Void> clean() {
        return events.forget(config.keep(), FORGET_BATCH)
                .chain(removed -> removed < FORGET_BATCH ? Uni.createFrom().voidItem() : clean());
    }

    private void begin(Delivery delivery) {
        underWay.merge(delivery.host(), 1, Integer::sum);
        deliver(delivery)
                .onTermination()
                .invoke(() ->
                        underWay.computeIfPresent(delivery.host(), (host, count) -> count == 1 ? null : count - 1))
                .subscribe()
                .with(
                        done -> {},
                        // Sent again when its lease ends: the receiver knows the message by its id.
                        failure -> LOG.warnf("what became of %s is not kept: %s", delivery.messageId(), failure));
    }

    private Uni<Void> deliver(Delivery delivery) {
        return sealer.open(
                        delivery.sealedSecret(),
                        FenceAdministration.secretContext(delivery.event().fence()))
                .chain(secret -> webhooks.send(message(delivery, secret), config.timeout()))
                .map(answer ->
                        answer.isSuccess() ? Optional.<String>empty() : Optional.of("it answered " + answer.status()))
                .onFailure()
                .recoverWithItem(failure -> Optional.of(EgressFailures.describe(failure)))
                .chain(problem -> settle(delivery, problem));
    }

    private Webhook message(Delivery delivery, String secret) {
        try {
            var event = delivery.event();
            var body = json.writeValueAsString(new Message("geofence." + event.kind(), EventView.of(event)));
            return new Webhook(delivery.url(), delivery.messageId(), body, Map.of(), List.of(WebhookSecret.of(secret)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("An event must be JSON", e);
        }
    }

    private Uni<Void> settle(Delivery delivery, Optional<String> problem) {
        if (problem.isEmpty()) {
            return deliveries.sent(delivery).invoke(() -> metrics.delivered("sent"));
        }
        var pauses = config.pauses();
        if (delivery.attempts() <= pauses.size()) {
            return deliveries
                    .failed(delivery, problem.get(), pauses.get(delivery.attempts() - 1))
                    .invoke(() -> metrics.delivered("failed"));
        }
        LOG.errorf("%s is not told any more: %s", delivery.messageId(), problem.get());
        return deliveries.died(delivery, problem.get()).invoke(() -> metrics.delivered("dead"));
    }
}
