package dev.hotstate.monitor.read;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.CommandTracer;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.definition.TestMonitors;
import dev.hotstate.monitor.platform.MonitorRedis;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HotMonitorsIT {

    @RegisterExtension
    static final RedisClusterExtension cluster = MonitorRedis.plan().shared();

    @Test
    void a_page_of_five_hundred_with_sparklines_is_one_pipeline(RedisClusterHarness harness) {
        var sent = new Sent();
        try (var redis = new MonitorRedis(harness, sent)) {
            var ids = Stream.generate(TestMonitors::randomId).limit(500).toList();
            sent.pipelines.clear();
            sent.single.clear();

            var page = new HotMonitors(redis.router, redis.keys)
                    .read(ids, HotMonitors.RECENT_MAX)
                    .await()
                    .atMost(ofSeconds(30));

            assertThat(page).hasSize(500).allMatch(HotMonitor::answered);
            assertThat(sent.pipelines).as("commands of each pipeline").containsExactly(1_500);
            assertThat(sent.single).isEmpty();
        }
    }

    /** What is asked of the router, which sends a pipeline to each node. */
    private static final class Sent implements CommandTracer {

        private final Queue<Command> single = new ConcurrentLinkedQueue<>();
        private final Queue<Integer> pipelines = new ConcurrentLinkedQueue<>();

        @Override
        public @Nullable Trace begin(Command command) {
            single.add(command);
            return null;
        }

        @Override
        public @Nullable Trace beginAll(List<Command> commands) {
            pipelines.add(commands.size());
            return null;
        }
    }
}
