package dev.hotstate.metrics.adaptive;

import dev.hotstate.kit.redis.worker.Ticker;
import dev.hotstate.metrics.adaptive.AdaptiveStore.Held;
import dev.hotstate.metrics.adaptive.Condition.Totals;
import dev.hotstate.metrics.policy.LimitPolicy;
import dev.hotstate.metrics.policy.Policies;
import dev.hotstate.metrics.policy.PolicySpec.Adaptive;
import dev.hotstate.metrics.policy.Tightening;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at the endpoints that policies adapt to. All instances do, and agree by what stands in Redis. */
@Singleton
final class AdaptiveWorker {

    private static final int AT_ONCE = 8;

    private final AdaptiveStore store;
    private final Policies policies;
    private final AdaptiveConfig config;
    private final AdaptivePolicy rule;
    private final Clock clock;
    private final Vertx vertx;
    private final AtomicInteger tightened;
    /** By endpoint, the oldest look first; only those that a policy adapts to. */
    private final Map<String, ArrayDeque<Totals>> looks = new HashMap<>();

    private @Nullable Ticker ticker;

    AdaptiveWorker(
            AdaptiveStore store,
            Policies policies,
            AdaptiveConfig config,
            Clock clock,
            Vertx vertx,
            MeterRegistry meters) {
        this.store = store;
        this.policies = policies;
        this.config = config;
        this.rule = new AdaptivePolicy(config.requestsMin());
        this.clock = clock;
        this.vertx = vertx;
        this.tightened = meters.gauge("metrics.adaptive.tightened", new AtomicInteger());
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.look(), "Adapting policies", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** One tick is through before the next one begins. */
    Uni<Void> tick() {
        if (!policies.areKnown()) {
            return Uni.createFrom().voidItem();
        }
        var adaptive = policies.adaptive();
        var endpoints = adaptive.stream()
                .map(policy -> policy.spec().adaptive().endpoint())
                .collect(Collectors.toSet());
        looks.keySet().retainAll(endpoints);
        return Multi.createFrom()
                .iterable(endpoints)
                .onItem()
                .transformToUni(endpoint -> store.totals(endpoint).map(totals -> Map.entry(endpoint, totals)))
                .merge(AT_ONCE)
                .collect()
                .asList()
                .map(this::conditions)
                .chain(conditions -> adapt(adaptive, conditions));
    }

    private Map<String, Condition> conditions(List<Map.Entry<String, Totals>> all) {
        var conditions = new HashMap<String, Condition>();
        for (var each : all) {
            var before = looks.computeIfAbsent(each.getKey(), endpoint -> new ArrayDeque<>());
            var seen = before.isEmpty() ? null : Condition.between(before.getFirst(), each.getValue());
            if (seen != null) {
                conditions.put(each.getKey(), seen);
            }
            before.addLast(each.getValue());
            if (before.size() > config.looks()) {
                before.removeFirst();
            }
        }
        return conditions;
    }

    private Uni<Void> adapt(List<LimitPolicy> adaptive, Map<String, Condition> conditions) {
        return Multi.createFrom()
                .iterable(adaptive)
                .onItem()
                .transformToUni(policy -> adapt(policy, conditions.get(endpointOf(policy)))
                        .map(found -> found.map(now -> Map.entry(policy.id(), now))))
                .merge(AT_ONCE)
                .filter(Optional::isPresent)
                .collect()
                .asMap(
                        found -> found.orElseThrow().getKey(),
                        found -> found.orElseThrow().getValue())
                .invoke(now -> {
                    tightened.set(now.size());
                    policies.tighten(now);
                })
                .replaceWithVoid();
    }

    private Uni<Optional<Tightening>> adapt(LimitPolicy policy, @Nullable Condition seen) {
        var bounds = policy.spec().adaptive();
        var held = switch (rule.step(bounds, seen)) {
            case TIGHTEN -> store.hold(policy.id(), config.hold(), true);
            case KEEP -> store.hold(policy.id(), config.hold(), false);
            case LET_END -> store.look(policy.id());
        };
        return held.map(found -> found.map(present -> tightening(policy, bounds, present, seen)));
    }

    private Tightening tightening(LimitPolicy policy, Adaptive bounds, Held held, @Nullable Condition seen) {
        return new Tightening(
                policy.limit().times(bounds.factor()).hits(),
                held.since(),
                clock.instant().plus(held.left()),
                seen == null ? null : seen.p95Ms(),
                seen == null ? null : seen.errorRate());
    }

    private static String endpointOf(LimitPolicy policy) {
        return policy.spec().adaptive().endpoint();
    }
}
