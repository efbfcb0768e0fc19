package dev.hotstate.kit.redis.guard;

import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;

/**
 * Makes a breaker for each node address that a router begins to use. It belongs to the address, so a shard that moved
 * to another node meets a closed one.
 */
public final class NodeBreakers implements NodeGuard.Factory {

    private final MeterRegistry meters;
    private final BreakerTiming timing;
    private final Clock clock;
    private final Counter opened;

    public NodeBreakers(MeterRegistry meters) {
        this(meters, BreakerTiming.STANDARD, Clock.systemUTC());
    }

    NodeBreakers(MeterRegistry meters, BreakerTiming timing, Clock clock) {
        this.meters = meters;
        this.timing = timing;
        this.clock = clock;
        this.opened = Counter.builder("hotstate.redis.breaker.opened")
                .description("How often the breaker of a node opened")
                .register(meters);
    }

    @Override
    public NodeGuard guard(NodeAddress node) {
        NodeBreaker breaker = new NodeBreaker(node, timing, clock, state -> {
            if (state == NodeGuard.State.OPEN) {
                opened.increment();
            }
        });
        Gauge gauge = Gauge.builder(
                        "hotstate.redis.breaker.state",
                        breaker,
                        open -> open.state().ordinal())
                .description("0 closed, 1 open, 2 half-open")
                .tag("node", node.toString())
                .register(meters);
        breaker.onClose(() -> meters.remove(gauge));
        return breaker;
    }
}
