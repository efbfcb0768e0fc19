package dev.hotstate.bench.memory;

import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.Population;
import java.io.IOException;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Endpoints of which requests were recorded, with the spread of latencies that is usual in practice. */
final class Endpoints implements Population {

    private static final int BATCH = 10_000;
    private static final double MEDIAN_MS = 20;
    private static final double SPREAD = 0.8;

    private final SplittableRandom random = new SplittableRandom(BATCH);
    private final GatewayStage stage;
    private final int requests;
    private int size;

    private Endpoints(GatewayStage stage, int requests) {
        this.stage = stage;
        this.requests = requests;
    }

    /** @param requests of each */
    static Endpoints of(GatewayStage stage, int requests) {
        return new Endpoints(stage, requests);
    }

    @Override
    public BenchBackends backends() {
        return stage.backends();
    }

    @Override
    public void growTo(int wanted) throws IOException, InterruptedException {
        long end = (long) wanted * requests;
        for (long from = (long) size * requests; from < end; from += BATCH) {
            var batch = IntStream.range(0, (int) Math.min(BATCH, end - from));
            int first = (int) (from / requests);
            stage.send(
                    "POST",
                    "/observations",
                    batch.mapToObj(i -> observation(first + i / requests)).collect(Collectors.joining(",", "[", "]")));
        }
        size = wanted;
    }

    private String observation(int endpoint) {
        return String.format(
                Locale.ROOT,
                "{\"instance\":\"bench\",\"method\":\"GET\",\"route\":\"/bench/%d/{id}\",\"status\":200,\"durationMs\":%.2f}",
                endpoint,
                MEDIAN_MS * Math.exp(random.nextGaussian() * SPREAD));
    }

    @Override
    public void close() {
        // The stage is there for others, too.
    }
}
