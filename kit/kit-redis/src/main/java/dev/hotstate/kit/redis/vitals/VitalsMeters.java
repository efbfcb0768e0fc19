package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.Vitals.Reason;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The vitals as gauges, tagged by node; a node that is gone takes its gauges with it. */
final class VitalsMeters {

    private final Map<MultiGauge, Function<NodeVitals, @Nullable Number>> byNode = new LinkedHashMap<>();
    private final MultiGauge degraded;

    VitalsMeters(MeterRegistry registry) {
        node(registry, "up", "1 if the node answers", node -> node.state() == State.UP ? 1 : 0);
        node(registry, "memory.used.bytes", "Memory used", NodeVitals::memoryUsedBytes);
        node(registry, "memory.max.bytes", "maxmemory, 0 if there is no limit", NodeVitals::memoryMaxBytes);
        node(registry, "clients", "Connected clients", NodeVitals::clients);
        node(registry, "clients.max", "maxclients", NodeVitals::clientsMax);
        node(registry, "commands.per.second", "Commands per second, as the node counts them", NodeVitals::opsPerSecond);
        node(registry, "evicted.keys", "Keys evicted since the node started", NodeVitals::evictedTotal);
        node(registry, "slowlog.per.minute", "Slowlog entries of the last minute", NodeVitals::slowlogPerMinute);
        node(registry, "slots", "Slots the node owns", NodeVitals::slots);
        node(registry, "hit.ratio", "Keyspace hits among reads; drawn only", NodeVitals::hitRatio);
        node(registry, "round.trip.seconds", "Round trip of a PING", VitalsMeters::roundTripSeconds);
        degraded = MultiGauge.builder("hotstate.degraded")
                .description("Reasons why the service is degraded, by code")
                .register(registry);
    }

    private void node(
            MeterRegistry registry, String name, String description, Function<NodeVitals, @Nullable Number> figure) {
        byNode.put(
                MultiGauge.builder("hotstate.redis.node." + name)
                        .description(description)
                        .register(registry),
                figure);
    }

    void update(Vitals vitals) {
        byNode.forEach((gauge, figure) -> gauge.register(rows(vitals.redis().nodes(), figure), true));
        var reasonsByCode =
                vitals.reasons().stream().collect(Collectors.groupingBy(Reason::code, Collectors.counting()));
        List<Row<?>> rows = new ArrayList<>();
        reasonsByCode.forEach((code, count) -> rows.add(Row.of(Tags.of("code", code), count)));
        degraded.register(rows, true);
    }

    private static List<Row<?>> rows(List<NodeVitals> nodes, Function<NodeVitals, @Nullable Number> figure) {
        List<Row<?>> rows = new ArrayList<>();
        for (var node : nodes) {
            var value = figure.apply(node);
            if (value != null) {
                rows.add(Row.of(
                        Tags.of("node", node.address(), "role", node.role().word()), value));
            }
        }
        return rows;
    }

    private static @Nullable Double roundTripSeconds(NodeVitals node) {
        var micros = node.roundTripMicros();
        return micros == null ? null : micros / 1e6;
    }
}
