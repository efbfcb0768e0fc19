package dev.hotstate.bench.memory;

import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.Population;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Callers under one limit, each with some hits, which are remembered for longer than this lasts. */
final class LimitedCallers implements Population {

    private static final String POLICY = "bench";
    private static final int BATCH = 1_000;

    private final GatewayStage stage;
    private int size;

    private LimitedCallers(GatewayStage stage) {
        this.stage = stage;
    }

    static LimitedCallers of(GatewayStage stage, String algorithm) throws IOException, InterruptedException {
        stage.send("PUT", "/policies/" + POLICY, """
                {"limit": 100, "window": "P1D", "algorithm": "%s"}""".formatted(algorithm));
        return new LimitedCallers(stage);
    }

    @Override
    public BenchBackends backends() {
        return stage.backends();
    }

    /** Two calls for each, of five hits. */
    @Override
    public void growTo(int wanted) throws IOException, InterruptedException {
        for (; size < wanted; size += BATCH) {
            hit(size, Math.min(wanted, size + BATCH));
            hit(size, Math.min(wanted, size + BATCH));
        }
        size = wanted;
    }

    private void hit(int from, int to) throws IOException, InterruptedException {
        var checks = IntStream.range(from, to)
                .mapToObj(caller -> """
                        {"policy": "%s", "identifier": "caller-%d", "hits": 5}""".formatted(POLICY, caller))
                .collect(Collectors.joining(",", "{\"checks\": [", "]}"));
        var answer = stage.send("POST", "/limits/check/batch", checks);
        if (answer.contains("\"fail_") || answer.contains("\"allowed\":false")) {
            throw new IOException("Not all hits were counted: " + answer.substring(0, Math.min(answer.length(), 300)));
        }
    }

    @Override
    public void close() {
        // The stage is there for others, too.
    }
}
