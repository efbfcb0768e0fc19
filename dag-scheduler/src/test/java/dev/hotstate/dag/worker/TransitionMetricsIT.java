package dev.hotstate.dag.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.kit.testing.contract.ServiceClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a scrape tells of the way of a job, by the names of the flow page. */
@QuarkusTest
class TransitionMetricsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TestHTTPResource
    URI api;

    @TestHTTPResource(management = true)
    URI management;

    @Test
    void every_transition_is_counted_by_its_outcome() {
        var job = new JobsOverHttp(new DagApiClient(api), "metrics-" + DagFixture.newJob());
        job.submit("""
                {"id": "good", "queue": "%1$s"}, {"id": "bad", "queue": "%1$s"}, {"id": "waiting", "queue": "%1$s"}""");
        var tasks = job.claim(2);
        job.complete(tasks.get(0));
        job.fail(tasks.get(1));

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(counted("dag_task_claim_total", "outcome=\"claimed\"")).isGreaterThanOrEqualTo(2);
            assertThat(counted("dag_task_answer_total", "call=\"complete\"", "outcome=\"completed\""))
                    .isPositive();
            assertThat(counted("dag_task_answer_total", "call=\"fail\"", "outcome=\"failed\""))
                    .isPositive();
            assertThat(counted("dag_task_ready_wait_seconds_count")).isGreaterThanOrEqualTo(2);
            assertThat(counted("dag_queue_ready", "queue=\"" + job.queue() + "\""))
                    .isOne();
            assertThat(counted("dag_queue_oldest", "queue=\"" + job.queue() + "\""))
                    .isPositive();
            assertThat(counted("hotstate_script_seconds_count", "complete_tasks", "outcome=\"answered\""))
                    .isPositive();
            assertThat(counted("hotstate_stream_handled_total", "stream=\"events\""))
                    .isPositive();
            assertThat(counted("hotstate_stream_lag", "stream=\"events\"")).isNotNegative();
            assertThat(counted("dag_recovery_closed")).isNotNegative();
        });
    }

    /** The sum of all series that begin so and have these labels; fails where there is none. */
    private double counted(String name, String... labels) {
        var sample = Pattern.compile(name + "[a-z_]*(\\{[^}]*})? ([-0-9.E]+)");
        var values = ServiceClient.anonymous(management)
                .get("/q/metrics")
                .body()
                .lines()
                .map(sample::matcher)
                .filter(line -> line.matches())
                .filter(line -> labels.length == 0 || line.group(1) != null)
                .filter(line -> Stream.of(labels).allMatch(line.group()::contains))
                .mapToDouble(line -> Double.parseDouble(line.group(2)))
                .toArray();
        assertThat(values).as("%s with %s", name, String.join(", ", labels)).isNotEmpty();
        return DoubleStream.of(values).sum();
    }
}
