package dev.hotstate.bench.dag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.bench.peer.PlainRedis;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.bench.stage.Precedence;
import dev.hotstate.kit.backends.host.Programs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** That the benchmark still speaks the language of the service, which may change; its figures say nothing here. */
class DagContestantsIT {

    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();

    private static BenchScope scope;
    private static DagStage stage;
    /** One for all: another one would take its share of the same queue. */
    private static OrderTaker worker;

    @BeforeAll
    static void start() throws Exception {
        scope = new BenchScope(CHECKOUT, true);
        stage = DagStage.start(scope);
        worker = scope.own(OrderTaker.startJava(
                "The worker",
                List.of("-Xmx128m"),
                FlowWorker.class,
                DagStage.address(stage.service()).toString()));
    }

    @AfterAll
    static void stop() {
        scope.close();
    }

    @Test
    void the_scripts_of_the_service_complete_every_task_of_a_job() throws Exception {
        assertFigures(
                new CounterCompletions(stage, CHECKOUT, 20, 40),
                CounterCompletions.REDIS_MICROS,
                CounterCompletions.SCRIPT_MICROS,
                ScriptCalls.P999);
    }

    @Test
    void a_scan_of_all_edges_completes_tasks_too() throws Exception {
        assertFigures(
                new EdgeCompletions(PlainRedis.start(scope), 20, 40),
                CounterCompletions.REDIS_MICROS,
                CounterCompletions.SCRIPT_MICROS);
    }

    @Test
    void a_worker_process_submits_jobs_and_works_on_them_until_all_is_in_postgres() throws Exception {
        // When
        var report = FlowWorker.Report.parse(worker.order("fan 10 3"));
        stage.awaitMirrored();
        // Then
        assertThat(report.tasks()).isEqualTo(30);
        assertThat(report.perSecond()).isPositive();
    }

    @Test
    void the_longest_calls_of_scripts_are_told() throws Exception {
        assertFigures(new ScriptCalls("calls", stage, worker, 1, false), ScriptCalls.P999, ScriptCalls.LONGEST);
    }

    @Test
    void they_are_told_as_well_where_no_process_interrupts_them() throws Exception {
        var redis = stage.backends().redisPids();
        assumeThat(Precedence.isGranted(redis.getFirst()))
                .as("real-time priority may be given here")
                .isTrue();
        assertFigures(new ScriptCalls("calls", stage, worker, 1, true), ScriptCalls.P999, ScriptCalls.LONGEST);
        assertThat(redis)
                .allSatisfy(pid -> assertThat(Programs.run(List.of("chrt", "--pid", Long.toString(pid)), Map.of())
                                .output())
                        .contains("SCHED_OTHER"));
    }

    private static void assertFigures(Contestant contestant, String... metrics) throws Exception {
        Sample sample = contestant.measure();
        assertThat(sample.values())
                .containsOnlyKeys(metrics)
                .allSatisfy((metric, figure) -> assertThat(figure).isPositive());
    }
}
