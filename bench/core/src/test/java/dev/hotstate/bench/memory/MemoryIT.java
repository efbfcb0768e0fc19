package dev.hotstate.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.dag.DoneTasks;
import dev.hotstate.bench.monitor.Monitors;
import dev.hotstate.bench.race.Race;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That the benchmark still speaks the language of the services, which may change, and that what it counts is there. */
class MemoryIT {

    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();

    private BenchScope scope;

    @BeforeEach
    void open() throws Exception {
        scope = new BenchScope(CHECKOUT, true);
    }

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void a_monitor_has_a_status_and_results() throws Exception {
        assertKeysOfEach(3, () -> Monitors.start(scope, 1));
    }

    @Test
    void a_task_that_is_done_has_a_view() throws Exception {
        assertKeysOfEach(2, () -> DoneTasks.start(scope));
    }

    @Test
    void a_caller_has_a_counter_under_its_limit() throws Exception {
        assertKeysOfEach(1, () -> LimitedCallers.of(GatewayStage.start(scope), "gcra"));
    }

    /** Also after the service has kept something else. */
    @Test
    void an_endpoint_has_times_and_a_sketch() throws Exception {
        var gateway = new SharedGateway(scope);
        LimitedCallers.of(gateway.emptied(), "gcra").growTo(1_000);

        assertKeysOfEach(4, () -> Endpoints.of(gateway.emptied(), 3));
    }

    /** And about as much memory as such keys take. */
    private static void assertKeysOfEach(int keys, Census.Source source) throws Exception {
        var census = new Census("some", List.of(1_000), source);
        for (var contestant : census.contestants()) {
            var turns = Race.alone(contestant).run(progress -> {});
            assertThat(turns).singleElement().satisfies(turn -> {
                assertThat(turn.sample().values().get(Census.KEYS)).isGreaterThan(keys - 0.2);
                assertThat(turn.sample().values().get(Census.BYTES)).isGreaterThan(keys * 50.0);
            });
        }
    }
}
