package dev.hotstate.monitor.result;

import static dev.hotstate.monitor.definition.TestMonitors.http;
import static dev.hotstate.monitor.definition.TestMonitors.randomId;
import static dev.hotstate.monitor.result.TestResults.up;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.schedule.TestSchedule;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Handing in a result while Redis does not answer. */
class ResultsIT {

    private static final Duration PATIENCE = ofSeconds(30);

    /** How long a command of a service waits for its answer. */
    private static final Duration DEADLINE = ofMillis(400);

    /** Longer than that. */
    private static final Duration A_MOMENT = ofMillis(900);

    private static final Duration LONG = ofSeconds(20);

    @RegisterExtension
    static final RedisClusterExtension cluster = MonitorRedis.plan().shared().scanning(MonitorRedis.scan());

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final String id = randomId();
    private RedisClusterHarness harness;
    private MonitorRedis redis;
    private MonitorRedis impatient;
    private Results results;
    private String fence;

    @BeforeEach
    void aClaimedMonitor(RedisClusterHarness harness) {
        this.harness = harness;
        redis = new MonitorRedis(harness);
        redis.build(redis.keys.partitionOf(id));
        impatient = new MonitorRedis(harness, DEADLINE);
        results = Results.quiet(
                new ResultStore(impatient.scripts, impatient.keys, impatient.clock), impatient.clock, meters);
        var schedule = new TestSchedule(redis);
        schedule.enroll(http(id));
        schedule.hasten(id);
        fence = schedule.claim(id);
    }

    @AfterEach
    void close() {
        onEachMaster("CLIENT", "UNPAUSE");
        impatient.close();
        redis.close();
    }

    @Test
    void a_result_that_got_no_answer_is_handed_in_again_and_counts_once() {
        silence(A_MOMENT);

        var outcome = results.handIn(id, fence, 1, up(), PATIENCE).await().atMost(PATIENCE);

        assertThat(outcome).isInstanceOfAny(CommitOutcome.Applied.class, CommitOutcome.Duplicate.class);
        assertThat(redis.send(Command.of("LRANGE")
                                .key(redis.keys.recent(id))
                                .arg(0)
                                .arg(-1))
                        .list())
                .hasSize(1);
        assertThat(counted(outcome.word())).isOne();
        assertThat(counted("lost")).isZero();
    }

    @Test
    void a_result_that_nobody_takes_before_the_lease_ends_is_lost_and_counted() {
        silence(LONG);

        var handedIn = results.handIn(id, fence, 1, up(), ofMillis(1)).await();

        assertThatThrownBy(() -> handedIn.atMost(PATIENCE)).isNotNull();
        assertThat(counted("lost")).isOne();
    }

    /** Ends by itself. */
    private void silence(Duration time) {
        onEachMaster("CLIENT", "PAUSE", Long.toString(time.toMillis()), "WRITE");
    }

    private void onEachMaster(String... command) {
        for (var node : harness.masters()) {
            try (var client = node.connect()) {
                client.call(command);
            }
        }
    }

    private double counted(String outcome) {
        var counter = meters.find("monitor.result").tag("outcome", outcome).counter();
        return counter == null ? 0 : counter.count();
    }
}
