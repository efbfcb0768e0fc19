package dev.hotstate.bench.metrics;

import dev.hotstate.bench.load.Load;
import dev.hotstate.bench.load.LoadReport;
import dev.hotstate.bench.load.Operation;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests to metrics-gateway that carry many items each, a closed loop; figures are per item. */
final class Batches implements Contestant {

    static final String ITEMS_PER_SECOND = "items/s";
    static final String REDIS_MICROS = "redis µs/item";
    static final String FAILED_OPEN = "fail-opens per million";

    private static final int CONNECTIONS = 8;
    private static final String JSON = "application/json";

    private final MetricsStage stage;
    private final String name;
    private final Operation operation;
    private final int items;
    private final Duration warmUp;
    private final Duration turn;

    private Batches(MetricsStage stage, String name, Operation operation, int items, Duration warmUp, Duration turn) {
        this.stage = stage;
        this.name = name;
        this.operation = operation;
        this.items = items;
        this.warmUp = warmUp;
        this.turn = turn;
    }

    /** @param requests that differ: each asks for other callers */
    static Batches checks(
            MetricsStage stage, String name, String policy, int items, int requests, Duration warmUp, Duration turn) {
        var checks = IntStream.range(0, items)
                .mapToObj(i -> "{\"policy\":\"%s\",\"identifier\":\"c{n}-%d\"}".formatted(policy, i))
                .collect(Collectors.joining(",", "{\"checks\":[", "]}"));
        return new Batches(stage, name, post(stage, "/limits/check/batch", checks, requests), items, warmUp, turn);
    }

    /** Times are spread over two orders of magnitude. */
    static Batches observations(
            MetricsStage stage, String name, int items, int endpoints, Duration warmUp, Duration turn) {
        var observations = IntStream.range(0, items)
                .mapToObj(i ->
                        "{\"instance\":\"i%d\",\"method\":\"GET\",\"route\":\"/e%d/{n}\",\"status\":%d,\"durationMs\":%.3f}"
                                .formatted(i % 10, i % Math.min(items, endpoints), i % 50 == 0 ? 500 : 200, time(i)))
                .collect(Collectors.joining(",", "[", "]"));
        int requests = Math.max(1, endpoints / items);
        return new Batches(stage, name, post(stage, "/observations", observations, requests), items, warmUp, turn);
    }

    private static double time(int i) {
        return Math.exp((i * 7_919 % 1_000) / 1_000.0 * 4.6) * 3;
    }

    private static Operation post(MetricsStage stage, String path, String body, int variants) {
        return new Operation(
                "POST", stage.gateway().port(), path, Map.of("Content-Type", JSON), body, variants, Set.of(200));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void warmUp() throws IOException {
        drive(warmUp);
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        var cpu = stage.meter(stage.gateway());
        try (var redis = stage.backends().redisMeter()) {
            var decisionsBefore = stage.decisions();
            var redisBefore = redis.used();
            var before = cpu.read();
            var report = drive(turn);
            var used = redis.used().minus(redisBefore);
            long done = report.done() * items;
            var charged = cpu.read().perOperationSince(before, done);
            var decisions = stage.decisions().minus(decisionsBefore);
            var sample = Sample.of(ITEMS_PER_SECOND, report.donePerSecond() * items)
                    .and(Sample.of(REDIS_MICROS, used.cpuMicros() / done))
                    .and(Sample.of("service µs/item", charged.values().get("service µs/op")))
                    .and(Sample.of("load µs/item", charged.values().get("load µs/op")))
                    .and(Sample.of("failed", report.failed()));
            return decisions.all() == 0
                    ? sample
                    : sample.and(Sample.of(FAILED_OPEN, decisions.failedOpen() / decisions.all() * 1e6));
        }
    }

    private LoadReport drive(Duration duration) throws IOException {
        var report = stage.load().drive(operation, Load.closed(CONNECTIONS, 1, duration));
        if (report.done() == 0) {
            throw new IOException(name + " answers nothing but failures: " + report.refused());
        }
        return report;
    }
}
