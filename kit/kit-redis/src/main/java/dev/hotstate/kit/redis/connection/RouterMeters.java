package dev.hotstate.kit.redis.connection;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Shows a router's figures to Micrometer. All meters exist from the start; a command never looks one up. */
public final class RouterMeters {

    private final MeterRegistry registry;
    private final RedisRouter router;
    private final RouterStats stats;

    private RouterMeters(MeterRegistry registry, RedisRouter router) {
        this.registry = registry;
        this.router = router;
        this.stats = router.stats();
    }

    public static void bind(MeterRegistry registry, RedisRouter router) {
        RouterMeters meters = new RouterMeters(registry, router);
        meters.commands();
        meters.detours();
        meters.connections();
    }

    private void commands() {
        count("hotstate.redis.command", "Commands by outcome", "outcome", "replied", stats.replied);
        count("hotstate.redis.command", "Commands by outcome", "outcome", "refused", stats.refused);
        count("hotstate.redis.command", "Commands by outcome", "outcome", "timed-out", stats.timedOut);
        count("hotstate.redis.command", "Commands by outcome", "outcome", "unavailable", stats.unavailable);
        count(
                "hotstate.redis.breaker.prevented",
                "Commands an open breaker held back",
                "reason",
                "open",
                stats.prevented);
        FunctionTimer.builder(
                        "hotstate.redis.command.duration",
                        stats,
                        all -> all.replied.sum(),
                        all -> all.nanos.sum(),
                        TimeUnit.NANOSECONDS)
                .description("From the caller's subscription to the reply")
                .register(registry);
        Gauge.builder("hotstate.redis.command.in-flight", router, RedisRouter::inFlight)
                .description("Commands that wait for an answer")
                .register(registry);
    }

    private void detours() {
        String description = "Further journeys of commands that were not applied";
        count("hotstate.redis.command.detour", description, "reason", "moved", stats.moved);
        count("hotstate.redis.command.detour", description, "reason", "ask", stats.asked);
        count("hotstate.redis.command.detour", description, "reason", "not-now", stats.waited);
        count("hotstate.redis.command.detour", description, "reason", "resent", stats.resent);
    }

    private void connections() {
        String description = "What became of connections";
        count("hotstate.redis.connection", description, "event", "opened", stats.connectionsOpened);
        count("hotstate.redis.connection", description, "event", "lost", stats.connectionsLost);
        count("hotstate.redis.connection", description, "event", "failed", stats.connectionsFailed);
        Gauge.builder("hotstate.redis.connection.open", router, RedisRouter::connections)
                .description("Open pinned connections")
                .register(registry);
        count("hotstate.redis.slot-map", "Attempts to read the slot map", "outcome", "read", stats.slotMapsRead);
        count("hotstate.redis.slot-map", "Attempts to read the slot map", "outcome", "failed", stats.slotMapsFailed);
    }

    private void count(String name, String description, String tag, String value, LongAdder adder) {
        FunctionCounter.builder(name, adder, LongAdder::sum)
                .description(description)
                .tag(tag, value)
                .register(registry);
    }
}
