package dev.hotstate.dag.webhook;

import dev.hotstate.kit.http.egress.EgressFailures;
import dev.hotstate.kit.http.secret.SecretSealer;
import dev.hotstate.kit.http.webhook.Webhook;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import dev.hotstate.kit.http.webhook.Webhooks;
import dev.hotstate.kit.redis.worker.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Tells receivers that jobs ended, signed (Standard Webhooks), at least once. Each host has a few places on each instance: one
 * that hangs fills its own and nothing else.
 */
@Singleton
class WebhookWorker {

    private static final Logger LOG = Logger.getLogger(WebhookWorker.class);
    /** Of the timeout: who has not answered by then has died, and another instance may send it. */
    private static final int LEASE_FACTOR = 3;

    private final WebhookStore store;
    private final SecretSealer sealer;
    private final Webhooks webhooks;
    private final WebhookConfig config;
    private final MeterRegistry meters;
    private final Vertx vertx;
    private final Map<String, Integer> underWay = new ConcurrentHashMap<>();
    private @Nullable Ticker ticker;

    WebhookWorker(
            WebhookStore store,
            SecretSealer sealer,
            Webhooks webhooks,
            WebhookConfig config,
            MeterRegistry meters,
            Vertx vertx) {
        this.store = store;
        this.sealer = sealer;
        this.webhooks = webhooks;
        this.config = config;
        this.meters = meters;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.tick(), "Webhooks of jobs that ended", this::tick);
    }

    /** What is under way may still end; what does not is sent again when its lease ends. */
    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** Takes what is due and has a place. Done when it is taken, not when it is delivered. */
    Uni<Void> tick() {
        return store.dueHosts().chain(hosts -> {
            var room = new HashMap<String, Integer>();
            for (var host : hosts) {
                int free = config.perHostMax() - underWay.getOrDefault(host, 0);
                if (free > 0) {
                    room.put(host, free);
                }
            }
            return room.isEmpty()
                    ? Uni.createFrom().voidItem()
                    : store.claim(room, config.timeout().multipliedBy(LEASE_FACTOR))
                            .invoke(claimed -> claimed.forEach(this::begin))
                            .replaceWithVoid();
        });
    }

    private void begin(WebhookDelivery delivery) {
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

    private Uni<Void> deliver(WebhookDelivery delivery) {
        return sealer.open(delivery.sealedSecret(), JobSecrets.context(delivery.job()))
                .chain(secret -> webhooks.send(message(delivery, secret), config.timeout()))
                .map(answer ->
                        answer.isSuccess() ? Optional.<String>empty() : Optional.of("it answered " + answer.status()))
                .onFailure()
                .recoverWithItem(failure -> Optional.of(EgressFailures.describe(failure)))
                .chain(problem -> settle(delivery, problem));
    }

    private static Webhook message(WebhookDelivery delivery, String secret) {
        return new Webhook(
                delivery.url(), delivery.messageId(), delivery.body(), Map.of(), List.of(WebhookSecret.of(secret)));
    }

    private Uni<Void> settle(WebhookDelivery delivery, Optional<String> problem) {
        if (problem.isEmpty()) {
            return store.sent(delivery).invoke(() -> count("sent"));
        }
        var pauses = config.pauses();
        if (delivery.attempts() <= pauses.size()) {
            return store.failed(delivery, problem.get(), pauses.get(delivery.attempts() - 1))
                    .invoke(() -> count("failed"));
        }
        LOG.errorf("the end of job %s is not told any more: %s", delivery.job(), problem.get());
        return store.died(delivery, problem.get()).invoke(() -> count("dead"));
    }

    private void count(String outcome) {
        meters.counter("dag.webhook.delivery", "outcome", outcome).increment();
    }
}
