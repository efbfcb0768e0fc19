package dev.hotstate.bench.metrics;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How much memory Redis takes for a caller who has used up a limit, or for an endpoint. Measured once. */
record Memory(MetricsStage stage, String name, String path, String item, int count, int atOnce, String prefix)
        implements Contestant {

    static final String BYTES = "bytes/item";

    private static final int LIMIT = 100;
    private static final int TIMES = 1_000;
    /** A log of a hundred hits is a hundred entries: more callers at once would take longer than a decision may. */
    private static final int CALLERS_AT_ONCE = 50;

    private static final int ATTEMPTS_MAX = 10;
    /** Until the breaker of a node that was late has looked again. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** A caller of a limit of 100, all used up at once. */
    static Memory ofCaller(MetricsStage stage, String algorithm, int callers) {
        return new Memory(
                stage,
                algorithm + ", a caller",
                "/limits/check/batch",
                "{\"policy\":\"%s\",\"identifier\":\"m%%d\",\"hits\":%d}".formatted(policy(algorithm), LIMIT),
                callers,
                CALLERS_AT_ONCE,
                "{\"checks\":");
    }

    /** An endpoint with a thousand times of all sizes in this hour. */
    static Memory ofEndpoint(MetricsStage stage, int endpoints) {
        return new Memory(stage, "an endpoint with 1,000 times", "/observations", "", endpoints, TIMES, "");
    }

    static String policy(String algorithm) {
        return "memory-" + algorithm.replace('_', '-');
    }

    @Override
    public void start() throws IOException, InterruptedException {
        if (!item.isEmpty()) {
            var algorithm = name.substring(0, name.indexOf(','));
            stage.putPolicy(
                    policy(algorithm),
                    "{\"limit\": %d, \"window\": \"PT1H\", \"algorithm\": \"%s\"}".formatted(LIMIT, algorithm));
        }
    }

    @Override
    public void warmUp() {
        // It happens once.
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        try (var meter = stage.backends().redisMeter()) {
            long before = meter.memoryBytes();
            if (item.isEmpty()) {
                for (int endpoint = 0; endpoint < count; endpoint++) {
                    stage.post(path, times(endpoint));
                }
            } else {
                for (int from = 0; from < count; from += atOnce) {
                    useUp(prefix + callers(from, Math.min(count, from + atOnce)) + "}");
                }
            }
            return Sample.of(BYTES, (meter.memoryBytes() - before) / (double) count);
        }
    }

    /** Who was decided without Redis takes no memory there: then once more, which changes nothing for the others. */
    private void useUp(String checks) throws IOException, InterruptedException {
        for (int attempt = 1; stage.post(path, checks).contains("\"fail_"); attempt++) {
            if (attempt == ATTEMPTS_MAX) {
                throw new IOException(name + ": Redis is too slow for a decision");
            }
            Thread.sleep(PAUSE);
        }
    }

    private String callers(int from, int to) {
        return IntStream.range(from, to).mapToObj(item::formatted).collect(Collectors.joining(",", "[", "]"));
    }

    private static String times(int endpoint) {
        return IntStream.range(0, TIMES)
                .mapToObj(i ->
                        "{\"instance\":\"memory\",\"method\":\"GET\",\"route\":\"/memory/e%d\",\"status\":200,\"durationMs\":%.3f}"
                                .formatted(endpoint, Math.exp(i / (double) TIMES * 4.6) * 3))
                .collect(Collectors.joining(",", "[", "]"));
    }
}
