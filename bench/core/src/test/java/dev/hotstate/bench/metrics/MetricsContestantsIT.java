package dev.hotstate.bench.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.bench.peer.PlainRedis;
import dev.hotstate.bench.race.Contestant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** That the benchmark still speaks the language of the service, which may change; its figures say nothing here. */
class MetricsContestantsIT {

    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();
    private static final Duration TURN = Duration.ofMillis(300);

    private static BenchScope scope;
    private static MetricsStage stage;

    @BeforeAll
    static void start() throws Exception {
        scope = new BenchScope(CHECKOUT, true);
        stage = MetricsStage.start(scope);
        stage.putPolicy("bench", MetricsStage.PLENTY.formatted("gcra"));
    }

    @AfterAll
    static void stop() {
        scope.close();
    }

    @Test
    void batches_of_checks_are_decided() throws Exception {
        assertFigures(Batches.checks(stage, "checks", "bench", 10, 5, TURN, TURN), Batches.FAILED_OPEN);
    }

    @Test
    void batches_of_observations_are_counted() throws Exception {
        assertFigures(Batches.observations(stage, "observations", 20, 40, TURN, TURN), "service µs/item");
    }

    @Test
    void the_engine_decides_in_a_process_of_its_own() throws Exception {
        try (var engine = MetricsBench.startEngine(scope, stage)) {
            assertFigures(
                    new Deciding("engine", engine, stage.backends().redisPids(), 10, TURN, 500), Deciding.PER_SECOND);
        }
    }

    @Test
    void other_limiters_decide_in_processes_of_their_own() throws Exception {
        var plain = PlainRedis.start(scope);
        for (var worker : List.of(Bucket4jWorker.class, RedissonWorker.class)) {
            try (var limiter = OrderTaker.startJava(
                    worker.getSimpleName(), List.of("-Xmx256m"), worker, Integer.toString(plain.port()))) {
                var redis = List.of(plain.process().pid());
                assertFigures(new Deciding("other", limiter, redis, 10, TURN, 500), Deciding.PER_SECOND);
            }
        }
    }

    @Test
    void memory_is_told_for_a_caller_and_for_an_endpoint() throws Exception {
        assertFigures(Memory.ofCaller(stage, "gcra", 500), Memory.BYTES);
        assertFigures(Memory.ofEndpoint(stage, 3), Memory.BYTES);
    }

    @Test
    void the_counters_of_the_design_document_are_written_one_by_one() throws Exception {
        assertFigures(new SeedCounters(PlainRedis.start(scope), "seed", 200), Batches.ITEMS_PER_SECOND);
    }

    private static void assertFigures(Contestant contestant, String metric) throws Exception {
        contestant.start();
        assertThat(contestant.measure().values()).containsKey(metric);
    }
}
